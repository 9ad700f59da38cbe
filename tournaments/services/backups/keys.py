"""The installation's own key in a backup: the codes on slips that were printed are made with it.

An embedded installation made its key by itself, beside its data, and nobody knows it: without it in the backup every
slip on the tables would be worthless after a restore. Where SECRET_KEY comes from the environment its keeper has it
already, and a file with everything else is not the place for it; ``--with-key`` puts it in all the same.
"""

import hmac
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings

from tournaments.services.backups.files import whole_file

NAME: Final = "secret_key"


def kept_here() -> Path | None:
    """The file that holds this installation's key; None where the environment gives it."""
    path = Path(settings.DATA_DIR) / "secret_key"
    return path if path.exists() and path.read_text().strip() == settings.SECRET_KEY else None


def key_print(key: str) -> str:
    """What tells two keys apart and gives neither away."""
    return hmac.digest(key.encode(), b"settebello backup", sha256).hex()[:16]


def adopt(key: str) -> bool:
    """Make ``key`` the installation's own, from its next start on; False where the environment gives another."""
    if hmac.compare_digest(key.encode(), settings.SECRET_KEY.encode()):
        return True
    path = kept_here()
    if path is None:
        return False
    with whole_file(path) as file:
        file.write(key.encode())
    return True
