"""The log: who did what, when and why, and what it changed, row by row of the chain; on a page and as a table."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.models import AuditEntry, Table, Tournament
from tournaments.policies import Right, door
from tournaments.selectors.log import Asked, hall_tables, log, rows_of
from tournaments.services.long_work import spreadsheets
from tournaments.serving.tables import file_answer
from tournaments.views.officials import officials_only
from tournaments.views.organiser.hall import number_in
from tournaments.views.organiser.page import organised, show
from tournaments.views.organiser.wording import KINDS, SUBJECTS, VERBS, changes, target, verb

LONGEST_WORDS = 100
SHORT_HASH = 10


@door(reads=Right.ORGANISE)
@officials_only
@require_safe
def organise_audit(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organised(request, slug)
    typed = _typed(request.GET)
    page = log(event, _asked(typed), number=request.GET.get("page", "1"))
    halls = _halls(event, page)
    context: dict[str, Any] = {
        "page": page,
        "entries": [_row(entry, halls, event.game) for entry in page],
        "subjects": [
            {
                "key": key,
                "label": label,
                "verbs": [{"key": each, "label": VERBS[each]} for each in verbs],
            }
            for key, (label, verbs) in SUBJECTS.items()
        ],
        "asked": typed,
        "query": urlencode({name: value for name, value in typed.items() if value}),
    }
    return show(request, "audit.html", event, "organise_audit", **context)


@door(reads=Right.ORGANISE)
@officials_only
@require_safe
def organise_audit_file(request: HttpRequest, slug: str) -> HttpResponse:
    """What the page shows, all pages of it, as CSV."""
    event, _actor = organised(request, slug)
    rows = list(rows_of(event, _asked(_typed(request.GET))))
    data = spreadsheets.to_csv(_table(rows, _halls(event, rows), event.game))
    return file_answer(data, spreadsheets.CSV, f"{event.slug}-log.csv")


def _typed(query: QueryDict) -> dict[str, str]:
    """What is looked for, as it was typed."""
    return {name: query.get(name, "")[:LONGEST_WORDS] for name in ("cosa", "q", "chi", "tavolo", "giorno")}


def _asked(typed: Mapping[str, str]) -> Asked:
    """What is looked for; what cannot be read narrows nothing."""
    what = typed["cosa"]
    verbs = SUBJECTS[what][1] if what in SUBJECTS else (what,) if what in VERBS else ()
    return Asked(
        verbs=verbs, search=typed["q"], who=typed["chi"], table=number_in(typed["tavolo"]), day=_day(typed["giorno"])
    )


def _day(typed: str) -> date | None:
    try:
        return parse_date(typed)
    except ValueError:
        return None


def _halls(event: Tournament, rows: Iterable[AuditEntry]) -> dict[int, str]:
    return {number: _hall(table) for number, table in hall_tables(event, rows).items()}


def _hall(table: Table) -> str:
    """A table as the hall knows it."""
    values = {"table": table.hall_number or "–", "round": table.round.number}
    return _("table %(table)s of round %(round)s") % values


def _row(entry: AuditEntry, halls: Mapping[int, str], game: str) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "hash": entry.hash[:SHORT_HASH],
        "at": entry.at,
        "what": f"{verb(entry.verb)}: {target(entry.target, halls)}",
        "who": entry.actor_label,
        "why": entry.reason,
        "kind": KINDS.get(entry.verb, ""),
        "changes": changes(entry.before, entry.after, game),
    }


def _table(rows: Iterable[AuditEntry], halls: Mapping[int, str], game: str) -> Iterable[tuple[object, ...]]:
    yield (
        _("Row"), _("When"), _("Who"), _("What"), pgettext("of a row of the log", "About"), _("Before"), _("After"),
        _("Why"), _("Hash"),
    )  # fmt: skip
    for row in rows:
        said = changes(row.before, row.after, game)
        yield (
            row.seq, timezone.localtime(row.at), row.actor_label, verb(row.verb), target(row.target, halls),
            _said(said, "before"), _said(said, "after"), row.reason, row.hash,
        )  # fmt: skip


def _said(changed: Iterable[Mapping[str, str]], side: str) -> str:
    """One side of what was changed, as a sentence."""
    return ", ".join(f"{each['name']}: {each[side]}".removeprefix(": ") for each in changed if each[side])
