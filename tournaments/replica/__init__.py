"""The copy of the installation on a stick: made while the site runs, and taken up again on another computer."""
