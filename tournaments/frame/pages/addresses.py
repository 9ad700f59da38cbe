"""The address of the site for other devices: as a QR code, and as people type it."""

from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from tournaments.installation import command

USUAL_PORT = 8000


def qr(url: str, error: str | None = None) -> SafeString:
    """Return an address as a QR code: an <svg> without style.

    ``error`` is the least level of correction: ``m`` on paper, which is folded and stained.
    """
    # Loaded with the first page that shows one.
    import segno

    drawn: str = segno.make(url, error=error, micro=False).svg_inline(omitsize=True, border=2)
    return mark_safe(drawn)  # noqa: S308 - made by segno from an address, which it encodes in squares


def leads_here_only(url: str) -> bool:
    """Return whether an address is local to this computer and useless on another device."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or host.startswith("127.") or host == "::1"


def command_for_phones() -> str:
    """Return what starts the site so that phones reach it, on the same data and port; empty where they do already."""
    if not leads_here_only(settings.SITE_URL):
        return ""
    port = urlsplit(settings.SITE_URL).port or USUAL_PORT
    return command(
        "serve", "--lan", *(["--port", str(port)] if port != USUAL_PORT else []), data=Path(settings.DATA_DIR)
    )


def short_address(url: str) -> str:
    """Return an address as people type it, without the scheme."""
    return url.removeprefix("https://").removeprefix("http://").rstrip("/")
