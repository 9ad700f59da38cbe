"""The forms of a deal and of totals, described for programs: each field with its bounds."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from scala40.phrases import label
from scala40.rules import Rules
from scala40.sheet import MOST_LINES, OF_DEAL, field
from scala40.sheet_checks import FEWEST_LINES, MOST_DEALS, MOST_TIEBREAK
from scala40.sheet_form import FORM_LETTERS, NOBODY

Json: TypeAlias = Any
Field: TypeAlias = dict[str, Json]

LONGEST_HAND: Final = 40
"""What the field of a hand takes: more cards than a hand can hold."""


def of_deal(rules: Rules, lines: int, tiebreak: int) -> Sequence[Field]:
    """Return the fields of one deal of a table of ``lines``, or of cards drawn after tie-break deals (R-S40-38)."""
    letters = [*FORM_LETTERS[:lines]]
    by_card = bool(tiebreak) and (rules.table_tiebreak != "extra_deal" or tiebreak > rules.tiebreak_deals)
    fields = [
        _choice("depth", ["card"] if by_card else OF_DEAL),
        # What follows from the table.
        _field("tiebreak", "whole", (), needed=bool(tiebreak)) | {"least": 0, "most": MOST_TIEBREAK},
        _field("lines", "whole", (), needed=False) | {"least": FEWEST_LINES, "most": MOST_LINES},
    ]
    if by_card:
        fields.append(_field("level", "text", (), needed=False) | {"most": MOST_LINES})
        fields += [_choice(f"order_{place}", letters, needed=place == 1) for place in range(1, lines + 1)]
        return fields
    fields.append(_choice("closer", [*letters, NOBODY], needed=False))
    fields.append(_field("in_hand", "flag", (), needed=False))
    for line in range(lines):
        fields.append(_field(field("points", line), "whole", ("points",), needed=False) | {"least": 0})
        fields.append(_field(field("cards", line), "text", ("cards",), needed=False) | {"most": LONGEST_HAND})
        if rules.hand_close_penalty == "flat_100_unopened":
            fields.append(_field(field("unopened", line), "flag", ("cards",), needed=False))
        fields.append(_choice(field("left", line), rules.leave_causes, needed=False))
    return fields


def of_totals(lines: int) -> Sequence[Field]:
    """Return the optional fields beside the totals of a table: the deal in which each line went out (R-S40-50)."""
    return [
        _field(field("exits", line), "whole", (), needed=False) | {"least": 1, "most": MOST_DEALS}
        for line in range(lines)
    ]


def _choice(name: str, choices: Sequence[str], *, needed: bool = True) -> Field:
    return _field(name, "choice", (), needed=needed) | {"choices": list(choices)}


def _field(name: str, kind: str, depths: Sequence[str], *, needed: bool) -> Field:
    return {"name": name, "kind": kind, "label": label(name), "needed": needed, "depths": list(depths)}
