"""A site in a process of its own that is visited on demand: for each line of its input, one line of what came of it.

``visit``: a page, a wrong log-in, a wrong table code, and the page of somebody who is logged in. The answer is a list
of [address, status, seconds]. ``leave``: log out; the answer is whether the old cookie still opens anything.
"""

import json
import sys
import time

import django

django.setup()

from django.test import Client  # noqa: E402 - the settings must be there first

from tournaments.models import User  # noqa: E402


def visits(known: Client) -> list[tuple[str, int, float]]:
    stranger = Client()
    wrong = {"login": "nobody@example.org", "password": "not the password"}
    asked = [
        ("/", lambda: stranger.get("/")),
        ("/entra/", lambda: stranger.post("/entra/", wrong)),
        ("/codice/", lambda: stranger.post("/codice/", {"code": "1A-000000"})),
        ("/miei/", lambda: known.get("/miei/")),
    ]
    found = []
    for address, ask in asked:
        began = time.monotonic()
        status = ask().status_code
        found.append((address, status, time.monotonic() - began))
    return found


def leave(known: Client) -> bool:
    """Log out, and try the cookie from before again."""
    cookies = dict(known.cookies)
    known.post("/esci/")
    thief = Client()
    for name, morsel in cookies.items():
        thief.cookies[name] = morsel.value
    return bool(thief.get("/miei/").status_code == 200)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    user = User.objects.create_user(email="gino@example.org", password="a long enough password", name="Gino")
    known = Client()
    known.force_login(user)
    say("ready")
    for line in sys.stdin:
        answer = visits(known) if line.strip() == "visit" else leave(known)
        say(json.dumps(answer))


main()
