"""Each unsafe call is one transaction, and one with a key is done once, however often it is sent."""

import json
import re
from collections.abc import Callable, Sequence
from hashlib import sha256

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.frame.api.negotiation import JsonRenderer
from tournaments.frame.api.problems import problem
from tournaments.frame.writes import idempotency
from tournaments.frame.writes.idempotency import KeyedCall
from tournaments.frame.writes.transaction import alone
from tournaments.models import ApiAnswer

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
LONGEST_KEY = ApiAnswer._meta.get_field("key").max_length or 0
KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
# What is answered again; anything else may be different the next time, and had no effect.
KEPT = frozenset({400, 422})
KEPT_HEADERS = ("Location", "ETag")


class _Undone(Exception):  # noqa: N818 - it carries an answer
    """Undoes the transaction of a call whose answer is a refusal."""

    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.answer = answer


def wrong_key(request: Request) -> Response | None:
    """Return the refusal for a malformed idempotency key, or None."""
    key = request.headers.get(HEADER)
    is_wrong = key is not None and not KEY.fullmatch(key)
    return problem(400, "idempotency_key_invalid") if is_wrong else None


def once(
    request: Request, handle: Callable[[], Response], tell: Callable[[Exception], Response], withheld: Sequence[str]
) -> Response:
    """Return the answer of ``handle``, or the answer stored for the same idempotency key.

    The effect and its stored answer are committed together. ``tell`` turns an error into a problem; ``withheld`` are
    the fields of an answer that are shown once and never stored.
    """
    refusal = wrong_key(request)
    if refusal is not None:
        return refusal
    key = request.headers.get(HEADER)
    asked = KeyedCall(request.auth.key, key, fingerprint(request)) if key else None
    try:
        try:
            return _answer_once(asked, handle, withheld)
        except _Undone as undone:
            refused = undone.answer
        except Exception as error:  # noqa: BLE001 - as below
            refused = tell(error)
        if asked is None or refused.status_code not in KEPT:
            return refused
        return _answer_once(asked, lambda: refused, withheld, is_refused=True)
    except Exception as error:  # noqa: BLE001 - the commit itself may fail; what is no problem is raised by ``tell``
        return tell(error)


def _answer_once(
    asked: KeyedCall | None, answer_of: Callable[[], Response], withheld: Sequence[str], *, is_refused: bool = False
) -> Response:
    """Return the stored answer, or a new one that is stored with its effect.

    A refusal is raised, so that nothing of the call stays; what ``is_refused`` already is stored alone.
    """
    with alone():
        before = idempotency.kept_answer(asked) if asked is not None else None
        if before is not None:
            kind = "application/problem+json" if before.status >= 400 else None
            headers = {**before.headers, REPLAYED: "true"}
            return Response(json.loads(before.body or "null"), status=before.status, headers=headers, content_type=kind)
        answer = answer_of()
        if answer.status_code >= 400 and not is_refused:
            raise _Undone(answer)
        if asked is None:
            return answer
        headers = {name: answer[name] for name in KEPT_HEADERS if answer.has_header(name)}
        data = answer.data
        if withheld and isinstance(data, dict):
            data = {**data, **{name: None for name in withheld if name in data}}
        # Without what is shown only once; a text, for PostgreSQL keeps no fields in their order.
        idempotency.keep_answer(asked, answer.status_code, JsonRenderer().render(data).decode(), headers)
        return answer


def fingerprint(request: Request) -> str:
    """The hash of method, address, the version that was read, and body."""
    seen = request.headers.get("If-Match", "")
    named = f"{request.method} {request._request.get_full_path()}\n{seen}\n".encode()
    return sha256(named + request._request.body).hexdigest()
