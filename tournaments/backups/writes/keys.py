"""The secret key in a backup: the codes on printed slips are made with it.

An embedded installation makes its own key, beside its data, and nobody knows it: without it in the backup every printed
slip would be worthless after a restore. Where SECRET_KEY comes from the environment, the administrator has it already,
and it does not belong in a file with everything else; ``--with-key`` adds it all the same.
"""

import hmac
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings

from tournaments.backups.writes.files import whole_file

NAME: Final = "secret_key"


def key_file() -> Path | None:
    """Return the file with this installation's key; None where the environment gives the key."""
    path = Path(settings.DATA_DIR) / "secret_key"
    return path if path.exists() and path.read_text().strip() == settings.SECRET_KEY else None


def key_print(key: str) -> str:
    """Return a fingerprint that tells two keys apart and reveals neither."""
    return hmac.digest(key.encode(), b"settebello backup", sha256).hex()[:16]


def adopt(key: str) -> bool:
    """Use ``key`` as the installation's key from its next start on; False where the environment gives another."""
    if hmac.compare_digest(key.encode(), settings.SECRET_KEY.encode()):
        return True
    path = key_file()
    if path is None:
        return False
    with whole_file(path) as file:
        file.write(key.encode())
    return True
