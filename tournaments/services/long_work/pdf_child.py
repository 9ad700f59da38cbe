"""Makes a PDF of one page, in a process of its own: without the site's settings, with little memory and little time.

Run as a module with PAGE PDF PREFIX FOLDER... Only files of the project's static folders are read; no address is asked
for. Exit status: 0 done, 3 Pango or WeasyPrint is missing, 4 too much memory.
"""

import mimetypes
import re
import resource
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

BASE: Final = "http://settebello.invalid/"
PAPER: Final = "tournaments/css/pdf.css"
MEMORY: Final = 1_500_000_000
SECONDS: Final = 300
LAYER: Final = re.compile(rb"^@layer [^{;]*;| layer\(\w+\)", re.MULTILINE)
NO_PANGO, NO_MEMORY = 3, 4


def static_file(url: str, prefix: str, folders: list[Path]) -> Path:
    """The file of a static address; ValueError for everything else."""
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
    """A style sheet without its layers, which WeasyPrint does not know; they are imported in their order."""
    return LAYER.sub(b"", style)


def main(page: str, pdf: str, prefix: str, *folders: str) -> int:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        import weasyprint
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except (ImportError, OSError):
        return NO_PANGO
    roots = [Path(folder) for folder in folders]

    class StaticOnly(URLFetcher):  # type: ignore[misc]
        """Gives WeasyPrint the static files, and nothing else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            path = static_file(url, prefix, roots)
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            data = path.read_bytes()
            return URLFetcherResponse(url, flat(data) if kind == "text/css" else data, {"Content-Type": kind})

    try:
        fetcher = StaticOnly()
        document = weasyprint.HTML(string=Path(page).read_text(), base_url=BASE, url_fetcher=fetcher)
        paper = weasyprint.CSS(url=f"{BASE}{prefix.lstrip('/')}{PAPER}", url_fetcher=fetcher)
        document.write_pdf(pdf, stylesheets=[paper])
    except MemoryError:
        return NO_MEMORY
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
