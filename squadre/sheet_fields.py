"""The forms of the game, described for programs: each field with its bounds."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from squadre.match import LETTERS
from squadre.phrases import label
from squadre.rules import MOST_MEMBERS, MOST_POINTS, Rules
from squadre.sheet import LOSERS, MOST_TIEBREAK

Json: TypeAlias = Any
Field: TypeAlias = dict[str, Json]


def of_sheet(rules: Rules, tiebreak: int) -> Sequence[Field]:
    """Return the fields of the boards of a match, or those of the decider (R-SQU-09)."""
    depth = "decider" if tiebreak else "boards"
    fields = [
        _field("depth", "choice", needed=True) | {"choices": [depth]},
        _field("tiebreak", "whole", needed=bool(tiebreak)) | {"least": 0, "most": MOST_TIEBREAK},
    ]
    if tiebreak:
        bounds = {"least": 0, "most": MOST_POINTS}
        return fields + [
            _field(f"points_{letter}", "whole", needed=True, depths=[depth]) | bounds for letter in LETTERS.lower()
        ]
    bounds = {"least": 0, "most": rules.board_most}
    for number in range(1, len(rules.boards) + 1):
        fields += [
            _field(f"points_{number}_{letter}", "whole", needed=False, depths=[depth]) | bounds
            for letter in LETTERS.lower()
        ]
        fields += [
            _field(f"who_{number}_{letter}_{place}", "whole", needed=False, depths=[depth])
            | {"least": 1, "most": MOST_MEMBERS}
            for letter in LETTERS.lower()
            for place in range(1, rules.people + 1)
        ]
        fields.append(_field(f"lost_{number}", "choice", needed=False, depths=[depth]) | {"choices": list(LOSERS)})
    return fields


def of_forfeit(rules: Rules) -> Sequence[Field]:
    """Return the fields of a match that ends by a fault."""
    if not rules.fault_causes:
        return ()
    return [
        _field("cause", "choice", needed=True) | {"choices": list(rules.fault_causes)},
        _field("offender", "choice", needed=True) | {"choices": list(LOSERS)},
        _field("tiebreak", "whole", needed=False) | {"least": 0, "most": MOST_TIEBREAK},
    ]


def _field(name: str, kind: str, *, needed: bool, depths: Sequence[str] = ()) -> Field:
    return {"name": name, "kind": kind, "label": label(name), "needed": needed, "depths": list(depths)}
