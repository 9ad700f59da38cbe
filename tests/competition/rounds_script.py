"""docs/verify_rounds.py, run in the process of the test."""

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from tournaments.games.contract import Json

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_rounds.py"
CODE = compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec")
EMPTY = ("standings", "tables", "rounds", "pairings")
NAMES: dict[str, Any] = {}


def verdict(state: Json) -> str:
    """Run the script as everybody does, but in this process."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr(sys, "stdin", io.StringIO(json.dumps(state)))
        try:
            exec(CODE, {})
        except SystemExit as ended:
            return said.getvalue() + str(ended.code)
    return said.getvalue()


def names_of_script() -> dict[str, Any]:
    """What the script defines, for an event in which there is nothing to check."""
    if not NAMES:
        plain = {"options": {"kind": "groups"}, "ranking": None, "low_wins": False, "recorded": []}
        state = {"stage": None, "stages": [{**plain, "number": 1, "first_round": 0, "standings": []}]}
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()):
            patch.setattr(sys, "stdin", io.StringIO(json.dumps({**state, **{name: [] for name in EMPTY}})))
            exec(CODE, NAMES)
    return NAMES
