"""A deal as it is typed, and the score so far of a match that was kept on paper."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from django.http import HttpRequest, QueryDict

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import Spot
from tournaments.errors import RefusedError
from tournaments.frame import phrases
from tournaments.frame.numbers import whole, wholes
from tournaments.frame.pages.steps import key_of, new_key
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.scoresheets import TypedDeal, content_in
from tournaments.tables.writes.table_sheets import Sheet


@dataclass(frozen=True, slots=True)
class FormFault:
    """An error of a form: its sentence and its field."""

    sentence: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Typed(TypedDeal):
    """A deal in a form, with the errors by field.

    ``seen`` is the version of the table that the page showed. ``key`` is the idempotency key: the same form sent twice
    is saved once.
    """

    seen: int
    key: str
    errors: Mapping[str, str] = field(default_factory=dict)
    faults: Sequence[FormFault] = ()


def fresh(sheet: Sheet, spot: Spot) -> Typed:
    """Return the form of a deal before it is sent: with the written values, or with what follows from the deal before.

    Once time has been called the next deal is marked as the last; the writer may change that.
    """
    written = sheet.deal_at(spot)
    game = registry.game(sheet.event.game)
    if written is not None:
        values = game.write_sheet(written.sheet)
    else:
        deals = [deal for one in sheet.games for deal in one.deals]
        values = game.next_form(deals[-1].sheet) if deals else {}
    running = sheet.games[spot.game] if spot.game < len(sheet.games) else None
    return Typed(
        spot=spot,
        values=values,
        time_called=bool(running and running.state.time_called) or (spot == sheet.next_spot and sheet.is_time_over),
        seen=sheet.table.version,
        base=sheet.base,
        key=new_key(),
    )


def posted_form(request: HttpRequest) -> Typed:
    """Return the form as it was sent."""
    data = request.POST
    game, deal, seen, base = wholes(data, "game", "deal", "seen", "base")
    # Who of a team sat where in the games before, by the number of the game.
    line_ups: dict[int, dict[str, str]] = {}
    for name in data:
        if read := LINE_UP.fullmatch(name):
            line_ups.setdefault(int(read[1]), {})[read[2]] = str(data[name])
    return Typed(
        spot=Spot(game, deal),
        values=plain(data),
        line_ups=line_ups,
        time_called=data.get("time_called") == "on",
        seen=seen,
        base=base,
        key=key_of(data) or "",
    )


def plain(data: QueryDict) -> dict[str, str]:
    """Return the last value of every field, without the CSRF token."""
    return {name: str(data[name]) for name in data if name != "csrfmiddlewaretoken"}


def refused_form(typed: Typed, refusal: RefusedError, game: str) -> Typed:
    """Return the same form with its errors; the fields of an earlier game have its number before their names."""
    faults = []
    for each in (refusal, *refusal.also):
        is_earlier = each.game is not None and each.game < typed.spot.game
        field_name = f"g{each.game}-{each.field}" if is_earlier and each.field else each.field
        faults.append(FormFault(phrases.sentence(each, game), field_name))
    errors = {fault.field: fault.sentence for fault in reversed(faults) if fault.field}
    return replace(typed, errors=errors, faults=faults)


def retype(typed: Typed, sheet: Sheet) -> Typed:
    """Return the typed values on a form for the table as it is now, after another writer was first."""
    return replace(typed, spot=sheet.next_spot, seen=sheet.table.version, base=sheet.base, key=new_key())


# A field of an earlier game: g0-who_2_b_1.
LINE_UP = re.compile(r"g([0-9]{1,2})-(who_[a-z0-9_]{1,20})", re.ASCII)
FIELDS = ("so_far_a", "so_far_b")
DEALS = "so_far_deals"
MOST_LETTERS = len(str(-contents.MOST_POINTS))
SCORE = re.compile(r"-?[0-9]{1,5}")


def takes_draft(sheet: Sheet) -> bool:
    """Return whether nothing is written of the game in progress, so that its score can be on paper only.

    Never where no totals stand for a match: what was played is then written before the ruling.
    """
    is_unwritten = not sheet.is_of_several and not sheet.next_spot.deal and not sheet.tiebreak_at(sheet.next_spot)
    return is_unwritten and registry.game(sheet.event.game).takes_totals


def what_is_asked(request: HttpRequest) -> dict[str, str]:
    """Return what an address fills in, as the page of results leads to the forms."""
    return {name: request.GET[name][:MOST_LETTERS] for name in FIELDS if request.GET.get(name)}


def is_said(sheet: Sheet, values: Mapping[str, str]) -> bool:
    return takes_draft(sheet) and any(values.get(name, "").strip() for name in FIELDS)


def with_it(content: Json, sheet: Sheet, values: Mapping[str, str]) -> Json:
    """Return the content with the score so far, if there is one; refused where the match is over with it."""
    if not is_said(sheet, values):
        return content
    said = [values.get(name, "").strip() for name in FIELDS]
    for name, value in zip(FIELDS, said, strict=True):
        if not SCORE.fullmatch(value):
            raise RefusedError("so_far_missing", field=name)
    deals = min(whole(values.get(DEALS), 0), contents.MOST_DEALS)
    at = sheet.next_spot.game
    setting = outcomes.circumstances_of(sheet.chairs, at, time_called=False)
    game, rules = registry.game(sheet.event.game), sheet.event.rules
    sheets = contents.sheets_so_far(game, rules, [int(each) for each in said], setting, deals)
    return contents.with_total(content, at, sheets, time_called=False)


def write(actor: Actor, sheet: Sheet, values: Mapping[str, str]) -> None:
    """Write the score so far; called together with the ruling that ends the match."""
    content = with_it(content_in(sheet.versions, sheet.base), sheet, values)
    scoresheets.enter_score(
        actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, content=content, seen=sheet.table.version
    )


def step(actor: Actor, sheet: Sheet, values: Mapping[str, str]) -> list[partial[None]]:
    """Return the step that writes it, none where nothing is said."""
    return [partial(write, actor, sheet, values)] if is_said(sheet, values) else []
