"""Play an online match of Settebello by its API alone, anything legal at random (docs/api.md says how it goes).

``play_match.py https://example.org sb_... 41``: the site, a token with the scope ``play`` of the player, the match.
"""

import json
import random
import secrets
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

site, token, match = sys.argv[1:]
AGAIN = (429, 503)


def ask(end="", body=None, etag=""):
    """The status, the answer and its ETag; asked again until there is an answer: a command has a name of its own."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "If-None-Match": etag}
    sent = Request(f"{site}/api/v1/matches/{match}/{end}", body and json.dumps(body).encode(), headers)
    while True:
        try:
            with urlopen(sent, timeout=10) as answer:
                return answer.status, json.load(answer), answer.headers["ETag"]
        except HTTPError as refusal:
            if refusal.code not in AGAIN:
                return refusal.code, None if refusal.code == 304 else json.load(refusal), etag
            time.sleep(float(refusal.headers["Retry-After"]))
        except (URLError, OSError):
            time.sleep(0.5)


def command(kind, text, expected):
    """Ask for something once; what came too late, or not at all, is seen by the next look at the match."""
    body = {"client_id": secrets.token_hex(8), "kind": kind, "text": text, "expected": expected}
    status, told, _etag = ask("commands/", body)
    print(f"{told['sequence']:5} {kind} {text}" if status == 200 else f"      {told['code']}: {told['detail']}")


def act(view):
    """Do what is mine to do now; whether there was anything."""
    you, deal, clock = view["you"], view["deal"], view["clock"]
    if view["is_paused"]:
        return False
    if deal["is_waiting"] and you in deal["seats"] and you not in deal["ready"]:
        command("ready", secrets.token_hex(16), view["sequence"])
    elif not deal["is_waiting"] and clock["turn"] == you:
        command("play", random.choice(view["cards"]["actions"]), view["sequence"])
    else:
        return False
    return True


known = ""
while True:
    status, found, known = ask(etag=known)
    if status == 200 and found["view"]["is_over"]:
        break
    if status not in (200, 304):
        sys.exit(f"{found['code']}: {found['detail']}")
    if status == 304 or not act(found["view"]):
        time.sleep(0.2)
print("points:", *(game["totals"] for game in found["view"]["score"]))
