"""An event that comes from another installation: an archive that nobody here wrote, believed in nothing."""
