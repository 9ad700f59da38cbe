"""The logo of a club: a PNG or JPEG, read within limits and stored as a new small PNG."""

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING, Final

from tournaments.clubs.writes.clubs import locked_club
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, record
from tournaments.models import ClubLogo

if TYPE_CHECKING:
    from PIL import Image

MOST_BYTES: Final = 1_000_000
MOST_PIXELS: Final = 4_000_000
SIDE: Final = 240
"""Pixels of a side of what is kept, at most."""
MOST_KEPT: Final = 64_000
"""Bytes of what is kept, at most: a picture that needs more gets a palette, with which none does."""
COLOURS: Final = 256


def set_logo(*, actor: Actor, club_id: int, data: bytes) -> None:
    """Set the logo of a club, in place of an older one; nothing of the file itself is kept."""
    png = b64encode(redraw(data)).decode()
    with alone():
        club = locked_club(club_id)
        ClubLogo.objects.update_or_create(club=club, defaults={"png": png})
        record(by=actor, verb="club_logo_set", target=club, tournament=None)


def remove_logo(*, actor: Actor, club_id: int) -> None:
    """Remove the logo of a club; nothing where it has none."""
    with alone():
        club = locked_club(club_id)
        if ClubLogo.objects.filter(club=club).delete()[0]:
            record(by=actor, verb="club_logo_removed", target=club, tournament=None)


def redraw(data: bytes) -> bytes:
    """Redraw a picture as PNG, no larger than is printed; refuse a file that is no picture or too large."""
    if len(data) > MOST_BYTES:
        raise RefusedError("logo_too_large", field="file", most=MOST_BYTES // 1_000_000)
    # Loaded with the first logo.
    from PIL import Image, ImageOps

    drawn = None
    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as found:
            if found.width * found.height <= MOST_PIXELS:
                # Turned as its EXIF orientation says.
                drawn = ImageOps.exif_transpose(found).convert("RGBA")
    # A broken file raises many different errors in its decoder; all mean the same.
    except Exception as wrong:
        raise RefusedError("logo_unreadable", field="file") from wrong
    if drawn is None:
        raise RefusedError("logo_too_many_pixels", field="file", most=MOST_PIXELS // 1_000_000)
    drawn.thumbnail((SIDE, SIDE))
    png = _png(drawn)
    return png if len(png) <= MOST_KEPT else _png(drawn.quantize(COLOURS))


def _png(drawn: "Image.Image") -> bytes:
    """Return a picture as PNG, without metadata."""
    out = BytesIO()
    drawn.info.clear()
    drawn.save(out, "PNG", optimize=True)
    return out.getvalue()
