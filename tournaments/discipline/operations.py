"""A penalty is given, after a look at what it changes; a proposal is followed or left; a penalty is taken back."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.competition.discipline import KINDS, MOST, WARNING
from tournaments.discipline.writes import penalties
from tournaments.discipline.writes.penalty_effects import effects_of
from tournaments.frame.operations.inputs import (
    MAYBE_WHY,
    MOST_ID,
    MOST_NUMBER,
    OFFICIAL_REASON,
    PUBLIC_REASON,
    WHY,
    Choice,
    Input,
    Number,
)
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.models import Ruling

PENALTY: Final = Input(
    "PenaltyBody",
    "A penalty as a referee gives it.",
    (
        Number("entry", _("Who"), 1, MOST_ID),
        Choice("kind", _("What"), tuple((kind, Ruling.Kind(kind).label) for kind in KINDS), WARNING),
        Number(
            "value",
            _("How many points, VP or MP"),
            1,
            MOST,
            required=False,
            nullable=True,
            help=_("For a penalty in points, VP or MP: what it takes away in the standings."),
            hint="For a penalty in points, VP or MP: what it takes away in the standings.",
        ),
        Number(
            "table",
            _("At which table"),
            0,
            MOST_NUMBER,
            required=False,
            nullable=True,
            help=_("A match is lost at a table; everything else may be given without one."),
            hint="The number of the table: a match is lost at one, everything else may be given without.",
        ),
        OFFICIAL_REASON,
        PUBLIC_REASON,
    ),
)
TWO_VP: Final = ("Two VP", {"entry": 812, "kind": "vp", "value": 2, "table": 7, "reason": "Telefono al tavolo"})
WITH_REASON: Final = ("With its reason", {"reason": "Il ritardo era del tavolo prima"})

GIVE: Final = Operation(
    name="penalty_give",
    address="penalties/",
    summary="Give a penalty: it takes its effect at once.",
    right=Right.DIRECT,
    service=penalties.give_penalty,
    takes=PENALTY,
    example=TWO_VP,
    keyed=True,
)
PREVIEW: Final = Operation(
    name="penalty_preview",
    address="penalties/preview/",
    summary="What a penalty would change in the standings and at its table; nothing is written.",
    right=Right.DIRECT,
    service=effects_of,
    takes=PENALTY,
    example=TWO_VP,
)
APPLY: Final = Operation(
    name="penalty_apply",
    address="apply/",
    summary="Follow a proposal: it is in force.",
    right=Right.DIRECT,
    service=penalties.apply_proposal,
    takes=MAYBE_WHY,
    example=WITH_REASON,
)
DISMISS: Final = Operation(
    name="penalty_dismiss",
    address="dismiss/",
    summary="Leave a proposal without effect, with the reason.",
    right=Right.DIRECT,
    service=penalties.dismiss_proposal,
    takes=WHY,
    example=WITH_REASON,
)
CANCEL: Final = Operation(
    name="penalty_cancel",
    address="cancel/",
    summary="Take a penalty in force back with its effect, with the reason.",
    right=Right.DIRECT,
    service=penalties.cancel_penalty,
    takes=WHY,
    example=WITH_REASON,
)

DECISIONS: Final = (APPLY, DISMISS, CANCEL)


def penalty_arguments(values: Mapping[str, Any], table_id: int | None) -> dict[str, Any]:
    """Return the arguments of ``give_penalty`` from the checked values and the key of the table."""
    return {
        "kind": values["kind"],
        "entry_id": values["entry"],
        "value": values.get("value"),
        "table_id": table_id,
        "reason": values["reason"],
        "public_reason": values.get("public_reason", ""),
    }
