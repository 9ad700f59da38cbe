"""Many entries at the desk in one step: here, left out of the draw, brought back."""

from collections.abc import Sequence
from typing import Any

from tournaments.entries import operations as of_entries
from tournaments.entries.api.desk_shapes import LeftOutShape, TakenEntries, TakenEntry
from tournaments.entries.writes.check_in import LeftOut
from tournaments.frame.api.organising import event_endpoint
from tournaments.models import Entry, Tournament

HERE_EXAMPLE = {"id": 812, "number": 1, "label": "Vana – Cargnino", "status": "confirmed"}
OUT_EXAMPLE = {**HERE_EXAMPLE, "status": "withdrawn"}
IN_EXAMPLE = {"id": 830, "number": 19, "label": "Perotti – Grosso", "status": "confirmed"}


def _entries(_event: Tournament, changed: Sequence[Entry]) -> dict[str, Any]:
    return {"entries": list(map(TakenEntry.of, changed))}


def _leave_out_answer(_event: Tournament, done: LeftOut) -> dict[str, Any]:
    return {"entries": list(map(TakenEntry.of, done.left)), "came_in": list(map(TakenEntry.of, done.came_in))}


HERE, OUT = {"entries": [HERE_EXAMPLE]}, {"entries": [OUT_EXAMPLE], "came_in": [IN_EXAMPLE]}
CHECK_IN = event_endpoint(of_entries.CHECK_IN_MANY, _entries, TakenEntries, HERE, "many")
LEAVE_OUT = event_endpoint(of_entries.LEAVE_OUT, _leave_out_answer, LeftOutShape, OUT, "many")
BRING_BACK = event_endpoint(of_entries.BRING_BACK, _entries, TakenEntries, HERE, "many")
QUALIFIED = event_endpoint(of_entries.QUALIFIED, _entries, TakenEntries, HERE, "entries", status=201)
