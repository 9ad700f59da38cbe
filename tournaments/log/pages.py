"""The audit log: actor, action, time, reason and changes of each row, as a page and as CSV."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.words.by_format import number_in
from tournaments.frame.pages.steps import officials, organiser_of, show
from tournaments.frame.policies import Right
from tournaments.jobs.reads import spreadsheets
from tournaments.jobs.shown.tables import file_answer
from tournaments.log.reads import LogFilter, log, rows_of
from tournaments.log.words.log_sentences import group_by_hour, sentence, with_context
from tournaments.log.words.log_values import TARGET, changes, target
from tournaments.log.words.verbs import KINDS, SUBJECTS, VERBS, verb

LONGEST_WORDS = 100
SHORT_HASH = 10


@officials(reads=Right.ORGANISE)
def organise_audit(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = organiser_of(request, slug)
    typed = _filters(request.GET)
    page = log(event, _log_filter(typed), number=request.GET.get("page", "1"))
    rows = []
    for entry, told in with_context(event, page):
        # The sheet of the table that a row is about; none for any other row.
        match = TARGET.fullmatch(entry.target)
        table = told.tables.get(int(match[2])) if match is not None and match[1] == "T" else None
        sheet = ""
        if table is not None and table.has_sheet:
            sheet = reverse("table_sheet", args=[event.slug, table.number])
        row: dict[str, Any] = {
            "seq": entry.seq,
            "hash": entry.hash[:SHORT_HASH],
            "at": entry.at,
            "what": sentence(entry, told),
            "sheet": sheet,
            "raw": f"{verb(entry.verb)}: {target(entry.target, told)}",
            "why": entry.reason,
            "kind": KINDS.get(entry.verb, ""),
            "changes": changes(entry.before, entry.after, told),
        }
        rows.append((entry, told, row))
    context: dict[str, Any] = {
        "page": page,
        "hours": group_by_hour(rows),
        "subjects": [
            {
                "key": key,
                "label": label,
                "verbs": [{"key": each, "label": VERBS[each]} for each in verbs],
            }
            for key, (label, verbs) in SUBJECTS.items()
        ],
        "asked": typed,
        # The search form is open if the list is filtered.
        "is_narrowed": any(typed.values()),
        "query": urlencode({name: value for name, value in typed.items() if value}),
    }
    return show(request, "log/audit.html", event, "organise_audit", **context)


@officials(reads=Right.ORGANISE)
def organise_audit_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the filtered log, all pages of it, as CSV."""
    event, _actor = organiser_of(request, slug)
    rows = list(rows_of(event, _log_filter(_filters(request.GET))))
    about = pgettext("of a row of the log", "About")
    heading = (_("Row"), _("When"), _("Who"), _("What"), about, _("Before"), _("After"), _("Why"), _("Hash"))
    table: list[tuple[object, ...]] = [heading]
    for row, told in with_context(event, rows):
        said = changes(row.before, row.after, told)
        written = (
            row.seq,
            timezone.localtime(row.at),
            row.actor_label,
            verb(row.verb),
            target(row.target, told),
            _side_sentence(said, "before"),
            _side_sentence(said, "after"),
            row.reason,
            row.hash,
        )
        table.append(written)
    data = spreadsheets.to_csv(table)
    return file_answer(data, spreadsheets.CSV, f"{event.slug}-log.csv")


def _filters(query: QueryDict) -> dict[str, str]:
    """Return the filters as they were typed."""
    return {name: query.get(name, "")[:LONGEST_WORDS] for name in ("cosa", "q", "chi", "tavolo", "giorno")}


def _log_filter(typed: Mapping[str, str]) -> LogFilter:
    """Return the filters as values; a filter that cannot be read is ignored."""
    what = typed["cosa"]
    verbs = SUBJECTS[what][1] if what in SUBJECTS else (what,) if what in VERBS else ()
    try:
        day = parse_date(typed["giorno"])
    except ValueError:
        day = None
    return LogFilter(verbs=verbs, search=typed["q"], who=typed["chi"], table=number_in(typed["tavolo"]), day=day)


def _side_sentence(changed: Iterable[Mapping[str, str]], side: str) -> str:
    """Return one side of the changes as a sentence."""
    return ", ".join(f"{each['name']}: {each[side]}".removeprefix(": ") for each in changed if each[side])
