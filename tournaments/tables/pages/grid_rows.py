"""A row in the grid of results: the names, the fields of the total, and the message."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.words.sentences import LETTERS, joined
from tournaments.frame.pages.once import new_key
from tournaments.frame.policies import Actor
from tournaments.games.contract import DealScore, Json
from tournaments.guessing.names import unbroken
from tournaments.models import Scoresheet, Table, TableLine
from tournaments.tables.forms import TotalForm
from tournaments.tables.pages import so_far
from tournaments.tables.words import course, wording
from tournaments.tables.writes.table_sheets import Sheet, may_overrule, what_may

Status = Table.Status
SheetStatus = Scoresheet.Status


@dataclass(frozen=True, slots=True)
class Said:
    """The outcome of the last step in a row: saved, refused, or a conflict with another writer.

    ``form`` holds the typed total, ``tie`` the typed tie-break, ``sentences`` the reasons of a refusal. ``offers_time``
    says that the same points would be accepted if time had been called; ``asks`` is the field of a tie-break whose
    answer is missing, ``question`` what the game asks beside a total.
    """

    kind: str
    sentences: Sequence[str] = ()
    form: TotalForm | None = None
    tie: Json = None
    offers_time: bool = False
    instead: str = ""
    asks: str = ""
    question: dict[str, Any] | None = None


def row(sheet: Sheet, actor: Actor, said: Said | None = None) -> dict[str, Any]:
    """Return everything that a row shows; ``state`` selects its look."""
    allowed, table = what_may(actor, sheet), sheet.table
    state = _state(sheet, said)
    takes_total = allowed.total or may_overrule(actor, sheet, allowed)
    is_open = allowed.enter and (not sheet.is_over or table.status != Status.DONE)
    return {
        "table": table,
        "hall": table.hall_number or table.number,
        "state": state,
        "said": said,
        "words": _words(sheet, state),
        "fields": _fields(sheet, said, takes_total=takes_total),
        "more": _more(said),
        "gives_up": _gives_up(sheet, said) if allowed.forfeit else "",
        "ask": said.question if said is not None else None,
        "many": sheet.is_of_several,
        "is_open": is_open,
        "takes_total": takes_total,
        "may": allowed,
        "versions": _versions(sheet) if state == "disputed" and allowed.confirm else [],
        "tie": _tie(sheet, said) if allowed.enter and sheet.tie is not None else None,
        "game": sheet.written_game,
        "seen": table.version,
        "base": sheet.base,
        "key": new_key(),
    }


def _gives_up(sheet: Sheet, said: Said | None) -> str:
    """Return the score so far for the address of the ruling that ends a match given up at a refused total; or ""."""
    if said is None or said.kind != "refused" or said.form is None or not so_far.takes_it(sheet):
        return ""
    names = zip(so_far.FIELDS, said.form.points_fields, strict=True)
    return urlencode({name: field.value() or "" for name, field in names})


def _state(sheet: Sheet, said: Said | None) -> str:
    if said is not None and said.kind not in ("undone", "typed"):
        return "tie" if said.kind == "saved" and sheet.tie is not None else said.kind
    table = sheet.table
    if table.is_over:
        return "done"
    if sheet.tie is not None:
        return "tie"
    if table.status == Status.DISPUTED:
        return "disputed"
    return "phone" if table.status == Status.TO_CONFIRM else "open"


def _fields(sheet: Sheet, said: Said | None, *, takes_total: bool) -> list[dict[str, Any]]:
    """Return a field for each line: its value, and whether the line advances, is out or is level."""
    shown = _shown(sheet, said, takes_total=takes_total)
    return [
        {
            "name": f"points_{LETTERS[line.index].lower()}",
            "who": unbroken(wording.name(line)),
            "value": shown[line.index],
            "is_input": takes_total and line.index not in sheet.chairs.absent,
            "mark": _mark(sheet, line),
        }
        for line in sheet.lines
    ]


def _shown(sheet: Sheet, said: Said | None, *, takes_total: bool) -> list[Any]:
    """Return the values of the fields: the typed ones, else the result; empty while deals are still written."""
    if said is not None and said.form is not None:
        return [said.form.data.get(f"points_{LETTERS[line.index].lower()}", "") for line in sheet.lines]
    if sheet.table.status == Status.DISPUTED:
        return [""] * len(sheet.lines)
    if sheet.is_over and takes_total and len(sheet.games) > 1:
        # The fields are those of the last game, not of the match.
        return list(sheet.games[-1].state.totals)
    if sheet.table.is_over or sheet.is_over:
        return ["" if line.points is None else line.points for line in sheet.lines]
    if sheet.tie is not None:
        return list(sheet.games[-1].state.totals)
    return [""] * len(sheet.lines)


def _mark(sheet: Sheet, line: TableLine) -> dict[str, str] | None:
    """Return the mark of a line: through or out once the match is decided, level while it is tied."""
    if sheet.tie is not None:
        return {"kind": "level", "text": _("level")} if line.index in sheet.tie.lines else None
    if not sheet.table.is_over or line.place is None:
        return None
    if sheet.chairs.may_draw and all(each.place == line.place for each in sheet.lines):
        return {"kind": "level", "text": pgettext("of a match", "drawn")}
    if line.place <= sheet.chairs.through:
        return {"kind": "through", "text": _("through") if sheet.is_of_several else _("won")}
    return {"kind": "out", "text": _("out")} if sheet.is_of_several else None


def _more(said: Said | None) -> list[Any]:
    """Return the fields that the game asks for beside the points."""
    form = said.form if said is not None else None
    if form is None or (said is not None and said.question is not None):
        return []
    return [field for field in form.more_fields if field.errors or field.value()]


def _words(sheet: Sheet, state: str) -> str:
    """Return the text of the row when no step was just taken in it."""
    latest = sheet.latest
    if sheet.is_unreadable:
        return _("What is stored of this match cannot be read.")
    if state == "tie":
        return _("Level: the tie-break is written below.")
    if state == "done":
        return wording.ending(sheet.table, sheet.event.game, several=sheet.is_of_several) or _by(sheet, latest)
    if state == "disputed":
        return _("Disputed. What holds?")
    if state == "phone":
        missing = [wording.name(li) for li in sheet.lines if latest is None or li.index != latest.entered_by_line]
        return _("From the table. Not signed yet: %(names)s.") % {"names": joined(missing)}
    if latest is not None and sheet.outcome is not None and state == "open":
        deal = wording.deal_name(sheet.event.game, sheet.table.deals_played + 1, 0)
        return _("In play: %(score)s. %(deal)s") % {"score": wording.score_text(sheet.outcome.points), "deal": deal}
    return ""


def _by(sheet: Sheet, latest: Scoresheet | None) -> str:
    """Return the time and the author of the version in force."""
    if latest is None:
        return str(sheet.table.get_status_display())
    if latest.entered_by_line is not None:
        return _("Signed by the phones at the table")
    hour = localtime(latest.created_at).strftime("%H:%M")
    return _("%(hour)s, %(who)s") % {"hour": hour, "who": str(latest.entered_by or _("from the desk"))}


def _versions(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the two contradicting results, each with its writer."""
    found = [version for version in (sheet.replaced, sheet.latest) if version is not None]
    return [{"number": version.version, "who": _writer(sheet, version), "score": _points(version)} for version in found]


def _points(version: Scoresheet) -> str:
    return wording.score_text(version.outcome["points"])


def _writer(sheet: Sheet, version: Scoresheet) -> str:
    line = version.entered_by_line
    return str(version.entered_by or "") if line is None else wording.name(sheet.lines[line])


def _tie(sheet: Sheet, said: Said | None) -> dict[str, Any] | None:
    """Return the next tie-break for the game's own fields, or None."""
    tie = sheet.tie
    if tie is None:
        return None
    spot, typed = sheet.next_spot, said.tie if said is not None and said.tie else {}
    seats = [
        {"letter": letter, "name": unbroken(sheet.names[line]), "value": typed.get(f"points_{letter}", "")}
        for line, letter in ((line, LETTERS[line].lower()) for line in tie.lines)
    ]
    return {
        "game": spot.game,
        "deal": spot.deal,
        "number": tie.number,
        "kind": tie.kind,
        "name": wording.deal_name(sheet.event.game, 0, tie.number, tie.kind),
        "lines": len(sheet.lines),
        "level": "".join(LETTERS[line].lower() for line in tie.lines),
        "seats": seats,
        "unnamed": [seat for seat in seats if seat["letter"] not in typed.values()],
        "asks": said.asks if said is not None else "",
        "played": [
            {"name": course.deal_name(sheet.games[-1].told, deal.spot.deal), "score": _tie_score(sheet, deal.score)}
            for deal in sheet.games[-1].deals
            if deal.score.tiebreak
        ],
        "template": f"{sheet.event.game}/_tie_row.html",
        "values": typed,
        "time_called": sheet.games[-1].state.time_called,
        "rules": sheet.event.rules,
        "stakes": course.stakes(tie.places, sheet.chairs.through),
    }


def _tie_score(sheet: Sheet, score: DealScore) -> str:
    if not sheet.is_of_several:
        return wording.score_text(score.points)
    level = sheet.tie.lines if sheet.tie is not None else ()
    return " · ".join(f"{wording.letter(line)} {score.points[line]}" for line in level)
