"""Places that fell free before their table was called: given, looked at before, and taken back."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.draw.writes.effects import effects_of
from tournaments.frame.operations.inputs import MOST_ID, REASON, WHY, Input, Number
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.models import Ruling
from tournaments.tables.writes import replacing

PLACE: Final = Number("place", "", 1, MOST_ID, hint="The id of the free place")
ENTRY: Final = Number("entry", _("Who takes the place"), 1, MOST_ID, hint="One of its candidates")


def _fill(*, place: int, entry: int, **given: Any) -> Ruling:
    return replacing.fill_place(line_id=place, entry_id=entry, **given)


def _effects(*, tournament_id: int, **given: Any) -> Any:
    step = {"tournament_id": tournament_id, "reason": "-", **given}
    return effects_of(tournament_id=tournament_id, step=lambda: _fill(**step))


FILL: Final = Operation(
    name="place_fill",
    address="places/",
    summary="Give a free place to somebody who was beaten.",
    right=Right.DIRECT,
    service=_fill,
    takes=Input("PlaceBody", "Who takes a free place, and why.", (PLACE, ENTRY, REASON)),
    example=("The next in order", {"place": 4410, "entry": 828, "reason": "Ritiro prima della chiamata"}),
)
PREVIEW: Final = Operation(
    name="place_preview",
    address="places/preview/",
    summary="Which tables giving a free place would change; refused as giving it is.",
    right=Right.DIRECT,
    service=_effects,
    takes=Input("PlaceChoiceBody", "Who takes a free place.", (PLACE, ENTRY)),
    example=("The next in order", {"place": 4410, "entry": 828}),
)
EMPTY: Final = Operation(
    name="place_empty",
    address="empty/",
    summary="Take a place back while its table has not been called.",
    right=Right.DIRECT,
    service=replacing.empty_place,
    takes=WHY,
    example=("With its reason", {"reason": "È arrivato"}),
)
