"""What each release left behind: archives of events, a backup, and the rows of its database at every migration."""

from typing import Final

# The key of the installation that the releases since 0.2.0 are kept from; nothing else was ever signed with it.
KEY: Final = "the key of the installation that releases are kept from"
