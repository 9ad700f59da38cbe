"""What is made up at random meets things that exist: most addresses name some, and so do many bodies.

What is chosen follows from the case itself, so that a case is the same whenever it is tried again.
"""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from schemathesis.core.parameters import ParameterLocation

from tests.fuzz.stage import Known, Stage

# Of ten cases so many are about things that exist.
MET = 8
PARAMETER = re.compile(r"(\w+)/\{(\w+)\}")
OF_BODIES = {
    "entry": "entries",
    "a": "entries",
    "b": "entries",
    "first": "entries",
    "second": "entries",
    "table": "tables",
    "place": "lines",
    "kept": "people",
    "merged": "people",
    "game": "games",
    "preset": "preset",
    "event": "events",
}
LISTS = {"entries": "entries", "tables": "tables"}


def acquainted(case: Any, stage: Stage) -> None:
    """Put keys of the stage into an address and a body that are well formed."""
    dice = Random(repr((case.method, case.path, case.path_parameters, case.body, case.query)))
    meta = case.meta
    known = _walk(case, stage, dice, meta)
    is_bad = meta is not None and meta.is_negative_at(ParameterLocation.HEADER)
    if case.headers and not is_bad and not _kept("seen", dice):
        case.headers.pop("If-Match", None)
    if isinstance(case.body, dict) and meta is not None and not meta.is_negative_at(ParameterLocation.BODY):
        case.body = {
            name: _met(name, value, known, stage, dice) for name, value in case.body.items() if _kept(name, dice)
        }


def _walk(case: Any, stage: Stage, dice: Random, meta: Any) -> Known:
    """The address goes to something that exists, unless it is bad on purpose; what the last thing in it holds."""
    known: Known = stage.others
    is_bad = meta is not None and meta.is_negative_at(ParameterLocation.PATH)
    given = dict(case.path_parameters or {})
    for word, name in PARAMETER.findall(case.path):
        homes = {"events": stage.events, "clubs": stage.clubs, "circuits": stage.circuits}.get(word)
        home = homes if known is stage.others else None
        choices: Sequence[Any] = list(home) if home else known.get(word, ())
        if not choices:
            continue
        chosen = dice.choice(choices)
        if dice.randrange(10) < MET:
            given[name] = chosen
        known = home[chosen] if home else known
    if not is_bad:
        case.path_parameters = given
    return known


def _kept(name: str, dice: Random) -> bool:
    """A version that is made up is nobody's; most bodies go without."""
    return name != "seen" or dice.randrange(10) >= MET


def _met(name: str, value: Any, known: Known, stage: Stage, dice: Random) -> Any:
    if name in LISTS and isinstance(value, list) and all(isinstance(one, int) for one in value):
        choices = known.get(LISTS[name], ())
        return dice.sample(list(choices), min(len(value), len(choices))) if choices else value
    choices = known.get(OF_BODIES.get(name, ""), ()) or stage.others.get(OF_BODIES.get(name, ""), ())
    of_one_kind = [one for one in choices if type(one) is type(value)]
    return dice.choice(of_one_kind) if of_one_kind and dice.randrange(10) < MET else value
