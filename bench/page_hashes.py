"""A hash of every page and every answer of the API, so that two commits can be held against each other.

``python -m bench.page_hashes FOLDER [--bodies FOLDER]`` prints a line an address: hash, status, reader, address. The
first folder has the data; where it has none, the demonstration is built in it. Pages are found by their links from the
first page on, as a stranger, as the organiser and as the referee; endpoints by the URLconf, with the events, tables,
rounds and entries that there are. Of each kind of address of one event at most ``MOST`` are asked. ``--bodies`` keeps
what was hashed, named by reader and address, for ``diff -r``.

To compare, build the data with the older commit, copy the folder, and run this file in a checkout of each: the clock
stands still at the newest entry of the log, what differs from one answer to the next by chance is left out, and nothing
that a GET writes is kept. The newer commit brings its copy up to date by itself.
"""

import argparse
import hashlib
import os
import re
import time
from collections import Counter, deque
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

READERS = {"stranger": "", "organiser": "organizzatrice@example.org", "referee": "arbitro@example.org"}
MOST = 3
KINDS = ("text/", "application/json", "application/problem+json", "application/manifest+json")
LINK = re.compile(r'href="(/[^"#]*)')
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# The log-ins of this very run.
LEFT_OUT = ("/miei/accesso/",)
# What is new in every answer: tokens of forms, keys of a step, nonces.
BY_CHANCE = re.compile(
    r'(csrfmiddlewaretoken" value="|name="(?:key|client_id|seed)" value="|nonce="|"key": ?"|data-key=")[^"]*'
)


def set_up(folder: Path) -> None:
    """Bring the data in ``folder`` up to this code, and stop the clock."""
    os.environ |= {
        "SETTEBELLO_DATA": str(folder),
        "LOG_LEVEL": "CRITICAL",
        "ALLOWED_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
    }
    folder.mkdir(parents=True, exist_ok=True)
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.utils import timezone

    # The names of static files without their hashes: a style that is new does not change every page.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    django.setup()
    from tournaments.models import AuditEntry, User

    call_command("migrate", verbosity=0)
    if not User.objects.exists():
        call_command("seed_demo", verbosity=0)
    moment = AuditEntry.objects.latest("pk").at + timedelta(minutes=1)
    timezone.now = lambda: moment
    time.time = moment.timestamp


def endpoints() -> Iterator[str]:
    """Yield the addresses of the API that are filled by an event and one thing of it."""
    from django.urls import URLPattern, get_resolver

    from tournaments.models import Entry, Table, Tournament

    def walk(resolver: Any, before: str) -> Iterator[str]:
        for each in resolver.url_patterns:
            text = before + str(each.pattern)
            yield from [text] if isinstance(each, URLPattern) else walk(each, text)

    for pattern in dict.fromkeys(walk(get_resolver(), "/")):
        parts = PARAMETER.split(pattern)
        if not pattern.startswith("/api/v1/") or len(parts) > 5:
            continue
        if len(parts) == 1:
            yield pattern
        if len(parts) < 3 or not parts[0].endswith("/events/"):
            continue
        for event in Tournament.objects.order_by("pk"):
            begin = f"{parts[0]}{event.slug}{parts[2]}"
            if len(parts) == 3:
                yield begin
                continue
            if parts[2].endswith("/tables/"):
                things = Table.objects.filter(tournament=event).order_by("number").values_list("number", flat=True)
            elif parts[2].endswith("/rounds/"):
                things = event.rounds.order_by("number").values_list("number", flat=True)
            elif parts[2].endswith("/entries/"):
                things = Entry.objects.filter(tournament=event).order_by("pk").values_list("pk", flat=True)
            else:
                continue
            yield from (f"{begin}{thing}{parts[4]}" for thing in things[:MOST])


def ask(client: Any, address: str) -> Any:
    """Return the answer to a GET whose effects are taken back."""
    from django.core.cache import cache
    from django.db import transaction

    cache.clear()
    with transaction.atomic():
        answer = client.get(address, headers={"Accept-Language": "it"})
        answer.body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        transaction.set_rollback(True)
    return answer


def kind_of(address: str) -> tuple[str, str]:
    """Return what an address shows, and of which event."""
    from django.urls import Resolver404, resolve

    try:
        match = resolve(address.partition("?")[0])
    except Resolver404:
        return "", address
    return f"{match.url_name} {'?' in address}", str(match.kwargs.get("slug") or match.kwargs.get("event") or "")


def answers(client: Any) -> Iterator[tuple[str, Any]]:
    """Yield all that one reader finds, with its address."""
    found, waiting, asked = {"/"}, deque(["/"]), Counter[tuple[str, str]]()
    while waiting:
        address = waiting.popleft()
        answer = ask(client, address)
        yield address, answer
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        for link in LINK.findall(answer.body.decode()):
            link = link.replace("&amp;", "&")
            kind = kind_of(link)
            if link in found or not kind[0] or kind[0].startswith("None") or asked[kind] >= MOST:
                continue
            found.add(link)
            asked[kind] += 1
            waiting.append(link)
    for address in endpoints():
        yield address, ask(client, address)


def main() -> None:
    parser = argparse.ArgumentParser(description="Print a hash of every page and every answer of the API.")
    parser.add_argument("folder", type=Path, help="the data; built where there is none")
    parser.add_argument("--bodies", type=Path, help="keep what was hashed in this folder")
    asked = parser.parse_args()
    set_up(asked.folder)
    from django.test import Client

    from tournaments.models import User

    for reader, email in READERS.items():
        client = Client()
        if email:
            client.force_login(User.objects.get(email=email))
        for address, answer in answers(client):
            if (
                address in LEFT_OUT
                or answer.status_code == 405
                or not answer.get("Content-Type", "text/").startswith(KINDS)
            ):
                continue
            body = BY_CHANCE.sub(r"\1", answer.body.decode()) + answer.get("Location", "")
            # A printed page says how to start the site for the phones in the hall.
            body = body.replace(str(asked.folder), "FOLDER")
            print(hashlib.sha256(body.encode()).hexdigest()[:16], answer.status_code, reader, address, flush=True)
            if asked.bodies:
                asked.bodies.mkdir(parents=True, exist_ok=True)
                (asked.bodies / f"{reader}{address.replace('/', '!')}"[:200]).write_text(body)


if __name__ == "__main__":
    main()
