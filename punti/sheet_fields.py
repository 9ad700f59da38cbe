"""The forms of the game, described for programs: each field with its bounds."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from punti.forfeit import OFFENDERS
from punti.phrases import label
from punti.rules import FAULTS, FEWEST_LINES, MOST_LINES, Rules
from punti.sheet import FORM_LETTERS, MOST_TIEBREAK, field_of

Json: TypeAlias = Any
Field: TypeAlias = dict[str, Json]


def of_deal(rules: Rules, lines: int, tiebreak: int) -> Sequence[Field]:
    """Return the fields of one deal of a table of ``lines``, or of the cards drawn after tie-break deals (R-PTI-14)."""
    letters, by_card = [*FORM_LETTERS[:lines]], tiebreak > rules.tiebreak_deals
    fields = [
        _field("depth", "choice", needed=True) | {"choices": ["card"] if by_card else ["points", *["card"][:tiebreak]]},
        # What follows from the table.
        _field("tiebreak", "whole", needed=bool(tiebreak)) | {"least": 0, "most": MOST_TIEBREAK},
        _field("lines", "whole", needed=False) | {"least": FEWEST_LINES, "most": MOST_LINES},
    ]
    if not by_card:
        bounds = {"least": rules.deal_least, "most": rules.deal_most}
        fields += [
            _field(field_of("points", line), "whole", needed=not rules.is_for_several, depths=["points"]) | bounds
            for line in range(lines)
        ]
        if rules.is_for_several:
            causes = {"choices": list(FAULTS)}
            fields += [
                _field(field_of("left", line), "choice", needed=False, depths=["points"]) | causes
                for line in range(lines)
            ]
    if tiebreak:
        fields.append(_field("level", "text", needed=False, depths=["card"]) | {"most": MOST_LINES})
        fields += [
            _field(f"order_{place}", "choice", needed=place == 1, depths=["card"]) | {"choices": letters}
            for place in range(1, lines + 1)
        ]
    return fields


def of_forfeit(rules: Rules) -> Sequence[Field]:
    """Return the fields of a match that ends by a fault; none where several sit at a table."""
    if not rules.faults:
        return ()
    return [
        _field("cause", "choice", needed=True) | {"choices": list(rules.faults)},
        _field("offender", "choice", needed=True) | {"choices": list(OFFENDERS)},
        _field("tiebreak", "whole", needed=False) | {"least": 0, "most": MOST_TIEBREAK},
    ]


def _field(name: str, kind: str, *, needed: bool, depths: Sequence[str] = ()) -> Field:
    return {"name": name, "kind": kind, "label": label(name), "needed": needed, "depths": list(depths)}
