"""A bell at a table: rung so many times, with a word that may be said."""

from typing import Final

from tournaments.frame.operations.inputs import Input, Number, Text
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Actor, Right

RUNG: list[tuple[int, int, str]] = []


def ring(*, actor: Actor, tournament_id: int, table_id: int, times: int, word: str) -> int:
    RUNG.append((table_id, times, word))
    return times


BELL: Final = Operation(
    name="table_bell",
    address="bell/",
    summary="Ring the bell of the table.",
    right=Right.RUN_TABLE,
    service=ring,
    takes=Input(
        "BellBody",
        "How often, and a word.",
        (Number("times", "Times", 1, 3), Text("word", "Word", 10, required=False)),
    ),
    example=("Twice", {"times": 2}),
)
