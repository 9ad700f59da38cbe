"""Answers that are the same for everybody who sees an event: made once per version, however many ask."""

import gzip
import re
from collections.abc import Callable
from hashlib import sha256

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request

from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.negotiation import JsonRenderer
from tournaments.frame.reads.versions import version_of
from tournaments.frame.serving.build import build
from tournaments.frame.serving.kept import gzip_once
from tournaments.games.contract import Json
from tournaments.models import Tournament

# Versions come every few seconds while an event runs, and each is asked for by those who followed the one before.
KEPT_SECONDS = 5 * 60
# "gzip;q=0" is how a client says that it reads everything else.
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)
VARY = ("Authorization", "Cookie", "Accept-Language", "Accept-Encoding")


def has(request: Request, etag: str) -> bool:
    """Return whether ``If-None-Match`` names this ETag, in a weak comparison (RFC 9110, 13.1.2)."""
    given = parse_etags(request.headers.get("If-None-Match", ""))
    return given == ["*"] or etag.removeprefix("W/") in (each.removeprefix("W/") for each in given)


class KeptEndpoint(Endpoint):
    """A GET whose answer follows from the event's version, its address and the language alone."""

    def conditional_response(
        self, event: Tournament, name: str, make: Callable[[], Json], *args: object
    ) -> HttpResponse:
        """Return the answer with its ETag, or 304 if the caller has it already."""
        key = self.key(event.pk, event.version, name, *args)
        # The version is what the caller has, whatever address it came from.
        etag = f'W/"{event.version}-{self.key(event.pk, event.version, name)[:12]}"'
        response: HttpResponse
        if has(self.request, etag):
            response = HttpResponseNotModified()
        else:
            packed = self.gzipped_json(event, key, make)
            if GZIP.search(self.request.headers.get("Accept-Encoding", "")):
                response = HttpResponse(packed, content_type="application/json")
                response["Content-Encoding"] = "gzip"
            else:
                response = HttpResponse(gzip.decompress(packed), content_type="application/json")
        response["ETag"] = etag
        is_anybody = event.is_public and not self.caller.is_known
        response["Cache-Control"] = "public, max-age=0, must-revalidate" if is_anybody else "private, no-cache"
        patch_vary_headers(response, VARY)
        return response

    @staticmethod
    def gzipped_json(event: Tournament, key: str, make: Callable[[], Json]) -> bytes:
        """Return the JSON of ``make`` compressed with gzip, from the cache if it is there.

        One request makes it while others wait. It is cached only if the event still has this version at the end.
        """
        return gzip_once(
            key,
            lambda: JsonRenderer().render(make()),
            KEPT_SECONDS,
            lambda: version_of(event.pk) == event.version,
        )

    @staticmethod
    def key(event: int, version: int, name: str, *args: object) -> str:
        """Return the cache key of an answer: of the event's version, what is asked, and the language."""
        named = "|".join(map(str, ("api", build(), event, version, name, *args, get_language())))
        return sha256(named.encode()).hexdigest()[:32]
