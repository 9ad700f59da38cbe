"""What is decided about a penalty of the register: a proposal is followed or left, a penalty in force is taken back."""

from typing import Final

from tournaments.operations.inputs import MAYBE_WHY, WHY
from tournaments.operations.operation import Operation
from tournaments.policies import Right
from tournaments.services.discipline import penalties

WITH_REASON: Final = ("With its reason", {"reason": "Il ritardo era del tavolo prima"})

APPLY: Final = Operation(
    name="penalty_apply", address="apply/", summary="Follow a proposal: it is in force.",
    right=Right.DIRECT, service=penalties.apply_proposal, takes=MAYBE_WHY, example=WITH_REASON,
)  # fmt: skip
DISMISS: Final = Operation(
    name="penalty_dismiss", address="dismiss/", summary="Leave a proposal without effect, with the reason.",
    right=Right.DIRECT, service=penalties.dismiss_proposal, takes=WHY, example=WITH_REASON,
)  # fmt: skip
CANCEL: Final = Operation(
    name="penalty_cancel", address="cancel/",
    summary="Take a penalty in force back with its effect, with the reason.",
    right=Right.DIRECT, service=penalties.cancel_penalty, takes=WHY, example=WITH_REASON,
)  # fmt: skip

DECISIONS: Final = (APPLY, DISMISS, CANCEL)
