"""The score so far of a match that was kept on paper, for the ruling that ends it."""

from collections.abc import Mapping
from functools import partial

from django.http import HttpRequest

from tournaments.competition.match import contents, outcomes
from tournaments.errors import RefusedError
from tournaments.frame.numbers import whole
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.tables.writes import scoresheets
from tournaments.tables.writes.table_sheets import Sheet, content_in

FIELDS = ("so_far_a", "so_far_b")
DEALS = "so_far_deals"
MOST_DIGITS = 3


def takes_it(sheet: Sheet) -> bool:
    """Return whether nothing is written of the game in progress, so that its score can be on paper only."""
    return not sheet.is_of_several and not sheet.next_spot.deal and not sheet.tiebreak_at(sheet.next_spot)


def asked(request: HttpRequest) -> dict[str, str]:
    """Return what an address fills in, as the page of results leads to the forms."""
    return {name: request.GET[name][:MOST_DIGITS] for name in FIELDS if request.GET.get(name)}


def is_said(sheet: Sheet, values: Mapping[str, str]) -> bool:
    return takes_it(sheet) and any(values.get(name, "").strip() for name in FIELDS)


def with_it(content: Json, sheet: Sheet, values: Mapping[str, str]) -> Json:
    """Return the content with the score so far, if there is one; refused where the match is over with it."""
    if not is_said(sheet, values):
        return content
    said = [values.get(name, "").strip() for name in FIELDS]
    for name, value in zip(FIELDS, said, strict=True):
        if not value.isdecimal() or len(value) > MOST_DIGITS:
            raise RefusedError("so_far_missing", field=name)
    deals = min(whole(values.get(DEALS), 0), contents.MOST_DEALS)
    at = sheet.next_spot.game
    setting = outcomes.circumstances_of(sheet.chairs.of_game(at), time_called=False)
    game, rules = registry.game(sheet.event.game), sheet.event.rules
    sheets = contents.sheets_so_far(game, rules, [int(each) for each in said], setting, deals)
    return contents.with_total(content, at, sheets, time_called=False)


def write(actor: Actor, sheet: Sheet, values: Mapping[str, str]) -> None:
    """Write the score so far; called together with the ruling that ends the match."""
    scoresheets.enter_built(
        actor=actor,
        tournament_id=sheet.event.pk,
        table_id=sheet.table.pk,
        seen=sheet.table.version,
        key=None,
        build=lambda at: with_it(content_in(at.versions, sheet.base), sheet, values),
    )


def step(actor: Actor, sheet: Sheet, values: Mapping[str, str]) -> list[partial[None]]:
    """Return the step that writes it, none where nothing is said."""
    return [partial(write, actor, sheet, values)] if is_said(sheet, values) else []
