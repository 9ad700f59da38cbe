"""Many entries at the desk in one step: here, left out of the draw, brought back."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.organising.base import Organising
from tournaments.api.organising.desk_shapes import LeftOutShape, TakenEntries, taken_entry
from tournaments.api.organising.entry_bodies import ManyBody, ManyOutBody, ManyTickBody
from tournaments.api.organising.examples import answered, sent
from tournaments.api.schema import documented
from tournaments.policies import Door, Right
from tournaments.services.entries import arriving

HERE_EXAMPLE = {"id": 812, "number": 1, "label": "Vana – Cargnino", "status": "confirmed"}
OUT_EXAMPLE = {**HERE_EXAMPLE, "status": "withdrawn"}
IN_EXAMPLE = {"id": 830, "number": 19, "label": "Perotti – Grosso", "status": "confirmed"}


class CheckedIn(Organising):
    """Whether many entries are here."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "entries_check_in",
        "Tick or untick that these entries are here; answered with those that were not so before.",
        takes=ManyTickBody,
        answers=TakenEntries,
        examples=[sent({"entries": [812, 813]}), answered({"entries": [HERE_EXAMPLE]})],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begun(slug, ManyTickBody)
        changed = arriving.check_in(actor=actor, tournament_id=event.pk, entry_ids=body["entries"], value=body["value"])
        return Response({"entries": [taken_entry(entry) for entry in changed]})


class LeaveOut(Organising):
    """Entries that have not come are left out of the draw."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "entries_leave_out",
        "Withdraw before the draw those of these that are not here; the waiting list stays and comes in.",
        takes=ManyOutBody,
        answers=LeftOutShape,
        examples=[sent({"entries": [812]}), answered({"entries": [OUT_EXAMPLE], "came_in": [IN_EXAMPLE]})],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begun(slug, ManyOutBody)
        done = arriving.leave_out(actor=actor, tournament_id=event.pk, entry_ids=body["entries"], reason=body["reason"])
        return Response({"entries": list(map(taken_entry, done.left)), "came_in": list(map(taken_entry, done.came_in))})


class BringBack(Organising):
    """Entries that were left out take part again."""

    door = Door(writes=Right.ORGANISE)

    @documented(
        "entries_bring_back",
        "Take back before the draw those of these entries that were left out: while there is room, else they wait.",
        takes=ManyBody,
        answers=TakenEntries,
        examples=[sent({"entries": [812]}), answered({"entries": [HERE_EXAMPLE]})],
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begun(slug, ManyBody)
        back = arriving.bring_back(actor=actor, tournament_id=event.pk, entry_ids=body["entries"])
        return Response({"entries": [taken_entry(entry) for entry in back]})
