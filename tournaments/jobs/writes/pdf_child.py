"""Make a PDF of one page, in its own process: without the site's settings, with little memory and time.

Run as a module with PAGE PDF PREFIX FOLDER..., or with nothing to find out whether it could. It reads only files of the
project's static folders, and the logo beside the page; it opens no network connection. Exit status: 0 done, 3 Pango or
WeasyPrint is missing, 4 too much memory, 5 or SIGXCPU too much time.
"""

import mimetypes
import re
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from tournaments.jobs.writes.own_limits import limit

BASE: Final = "http://settebello.invalid/"
LOGO: Final = "logo.png"
PAPER: Final = "tournaments/css/pdf.css"
MEMORY: Final = 1_500_000_000
SECONDS: Final = 300
LAYER: Final = re.compile(rb"^@layer [^{;]*;| layer\(\w+\)", re.MULTILINE)
WEIGHT: Final = re.compile(rb"(\bfont(?:-weight)?: )(\d)(\d\d)(?=[ ;])")
COUNT: Final = re.compile(r'data-count="(\d+)"')
NO_PANGO, NO_MEMORY, TOO_SLOW = 3, 4, 5


def static_file(url: str, prefix: str, folders: list[Path]) -> Path:
    """Return the file of a static address; ValueError for everything else."""
    parts = urlsplit(url)
    if f"{parts.scheme}://{parts.netloc}/" != BASE or not parts.path.startswith(prefix):
        raise ValueError("only static files of the project")
    name = unquote(parts.path.removeprefix(prefix))
    for folder in folders:
        path = (folder / name).resolve()
        if path.is_relative_to(folder.resolve()) and path.is_file():
            return path
    raise ValueError("no such static file")


def flat(style: bytes) -> bytes:
    """Return a style sheet that WeasyPrint understands: layers are written out in order, weights are whole hundreds."""
    return WEIGHT.sub(_hundred_weight, LAYER.sub(b"", style))


def _hundred_weight(weight: re.Match[bytes]) -> bytes:
    return weight[1] + str(int(weight[2]) + (int(weight[3]) >= 50)).encode() + b"00"


def shares(page: str) -> str:
    """Return rules that give each match of a bracket its share of the column's height, for the counts in the page.

    A browser divides the height by itself; WeasyPrint tries every box many times for it, which takes a minute.
    """
    counts = sorted({int(count) for count in COUNT.findall(page)} - {0})
    return "".join(f'[data-count="{count}"] > li {{ height: {100 / count:.4f}% }}' for count in counts)


def main(page: str = "", pdf: str = "", prefix: str = "", *folders: str) -> int:
    limit(MEMORY, SECONDS, TOO_SLOW)
    try:
        import weasyprint
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except (ImportError, OSError):
        return NO_PANGO
    if not page:
        return 0
    roots = [Path(folder) for folder in folders]

    class StaticOnly(URLFetcher):  # type: ignore[misc]
        """Gives WeasyPrint the static files only."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            is_logo = re.fullmatch(f"{re.escape(BASE)}[a-z]+/[0-9]+/{LOGO}", url)
            path = Path(page).parent / LOGO if is_logo else static_file(url, prefix, roots)
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            data = path.read_bytes()
            return URLFetcherResponse(url, flat(data) if kind == "text/css" else data, {"Content-Type": kind})

    try:
        fetcher = StaticOnly()
        text = Path(page).read_text(encoding="utf-8")
        document = weasyprint.HTML(string=text, base_url=BASE, url_fetcher=fetcher)
        paper = weasyprint.CSS(url=f"{BASE}{prefix.lstrip('/')}{PAPER}", url_fetcher=fetcher)
        document.write_pdf(pdf, stylesheets=[paper, weasyprint.CSS(string=shares(text))])
    except MemoryError:
        return NO_MEMORY
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
