"""The static files alone, from where they are written: bare pages need nothing else of the site."""

import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from django.contrib.staticfiles import finders

PREFIX = "/static/"


class Files(BaseHTTPRequestHandler):
    """Answers with a static file of any app, or that there is none."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        found = finders.find(self.path.removeprefix(PREFIX)) if self.path.startswith(PREFIX) else None
        body = Path(found).read_bytes() if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", mimetypes.guess_type(self.path)[0] or "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        # While they are served they do not change.
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_what: object) -> None:
        """Every file is no news."""


@contextmanager
def serving_statics() -> Iterator[str]:
    """Where they answer."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Files) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
