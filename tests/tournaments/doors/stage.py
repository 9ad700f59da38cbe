"""The stage of the door tests: two clubs that know nothing of each other, an evening of each, and who is who.

The home event is in play and public. The other club's evening holds the same things and is hidden: nobody but its own
officials may find out that it is there. Every text in it carries ``CANARY``.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from django.db import transaction
from django.http import HttpResponse
from django.template import Template
from django.utils.safestring import SafeString

from tests.tournaments import factories as make
from tests.tournaments.doors.cast import PASSWORD, Somebody, people, things_of
from tests.tournaments.doors.evening import HIDDEN, HOME, Evening, evening
from tournaments.models import AuditEntry

__all__ = [
    "CANARY", "HIDDEN", "HOME", "PASSWORD", "Somebody", "Stage", "build", "is_told_of_others", "taken_back",
    "without_text",
]  # fmt: skip

CANARY = "Kanarienvogel"


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that the cases are made of; ``written`` is the last row of the log before the first case."""

    evenings: Mapping[str, Evening]
    people: Mapping[str, Somebody]
    # The own things of an account at home, for anybody who has no account, and of one that nobody here knows.
    accounts: Mapping[str, Mapping[str, Any]]
    written: int


def read(answer: Any) -> Any:
    """An answer with a file behind it is read to its end, so that the file is closed."""
    if answer.streaming:
        answer.streaming_content = [b"".join(answer.streaming_content)]
    return answer


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written within is taken back; as in Django's own tests, an outermost transaction may begin in it."""
    around = transaction.atomic()
    around._from_testcase = True  # type: ignore[attr-defined]
    with around:
        yield
        transaction.set_rollback(True)


@contextmanager
def without_text() -> Iterator[None]:
    """Within, pages are empty: to write what stands on them is most of the work of an answer of which only its kind is
    looked at."""
    with patch.object(Template, "_render", lambda _template, _context: SafeString("")):
        yield


def build() -> Stage:
    """Two evenings and everybody; run once, inside a transaction that is rolled back."""
    home, hidden = evening(HOME, ""), evening(HIDDEN, CANARY)
    accounts = {HOME: things_of(make.user(name="Ugo")), HIDDEN: things_of(make.user(name=CANARY), CANARY)}
    cast = people(home, hidden)
    return Stage({HOME: home, HIDDEN: hidden}, cast, accounts, AuditEntry.objects.latest("pk").pk)


def is_told_of_others(answer: HttpResponse, somebody: Somebody) -> bool:
    """Whether anything of the hidden evening is in an answer to somebody who has no part in it."""
    body = b"".join(answer) if answer.streaming else answer.content
    told = body + repr(sorted(answer.headers.items())).encode() + str(answer.cookies).encode()
    return HIDDEN not in somebody.roles and CANARY.lower().encode() in told.lower()
