"""The order of entries that are level at the end of a stage: recorded as it came out in the hall, and taken back."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.competition.stages.level import MOST_LEVEL
from tournaments.frame.operations.inputs import MOST_ID, WHY, Choice, Input, Rows
from tournaments.frame.operations.operation import Operation, named_entries
from tournaments.frame.policies import Right
from tournaments.standings import writes as level

BY: Final = Choice(
    "by",
    _("By what"),
    (("highest_card", _("Highest card")), ("extra_deal", _("Extra deal"))),
    "highest_card",
    hint="One of the criteria that the ranking of the event has.",
)

RECORD: Final = Operation(
    name="order_record",
    address="level/",
    summary="Record the order of entries that are level at the end of a stage: by an extra deal or the highest card.",
    right=Right.DIRECT,
    service=named_entries(level.record_order),
    takes=Input(
        "LevelOrderBody",
        "All those who are level, in the order that was played or drawn.",
        (BY, Rows("entries", MOST_LEVEL, least=2, highest=MOST_ID, hint="The best first.")),
    ),
    example=("The second drew the higher card", {"by": "highest_card", "entries": [815, 812]}),
)
TAKE_BACK: Final = Operation(
    name="order_take_back",
    address="take-back/",
    summary="Take a recorded order back, until the next stage has begun: those entries are level again.",
    right=Right.DIRECT,
    service=level.take_order_back,
    takes=WHY,
    example=("With its reason", {"reason": "Le carte erano scambiate"}),
)
