"""The steps at a table that are one word: confirm, dispute, undo, call the referee, who is missing."""

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.directing.answers import STATE, TableState
from tournaments.api.directing.base import GROUP, AtTable
from tournaments.api.directing.bodies import TableLineBody, TableMaybeReasonBody, TableSeenBody
from tournaments.api.schema import documented
from tournaments.policies import Actor, Door, Right
from tournaments.services import lateness, scoresheets
from tournaments.services.table_sheets import Sheet, require_undo

AS_READ = OpenApiExample("As it was read", {"seen": 5}, request_only=True)
WITH_REASON = OpenApiExample("With a reason", {"seen": 5, "reason": "Il secondo smazzo era 3 a 1"}, request_only=True)
LINE_B = OpenApiExample("Line B", {"line": 1}, request_only=True)


class Confirm(AtTable):
    """The other line, or an official, agrees."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_confirm", "Agree with the result that was sent: it counts.",
        takes=TableSeenBody, answers=TableState, group=GROUP, examples=[AS_READ, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        seen = self.seen_version(self.taken(TableSeenBody))

        def confirm(sheet: Sheet, actor: Actor) -> None:
            scoresheets.confirm_score(actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, seen=seen)

        return self.step(slug, number, confirm)


class Dispute(AtTable):
    """The other line does not agree."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_dispute", "Do not agree with the result that was sent: the referee is called.",
        takes=TableMaybeReasonBody, answers=TableState, group=GROUP, examples=[WITH_REASON, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.taken(TableMaybeReasonBody)
        seen = self.seen_version(body)

        def dispute(sheet: Sheet, actor: Actor) -> None:
            scoresheets.dispute_score(
                actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, seen=seen, reason=body["reason"]
            )

        return self.step(slug, number, dispute)


class Undo(AtTable):
    """The last step at a table is taken back."""

    door = Door(writes=Right.RUN_TABLE)

    @documented(
        "table_undo", "Take back the last version of the sheet, or a result that nobody has followed yet.",
        takes=TableMaybeReasonBody, answers=TableState, group=GROUP, examples=[WITH_REASON, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        body = self.taken(TableMaybeReasonBody)
        seen = self.seen_version(body)

        def undo(sheet: Sheet, actor: Actor) -> None:
            require_undo(actor, sheet)
            scoresheets.undo_result(
                actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, seen=seen, reason=body["reason"]
            )

        return self.step(slug, number, undo)


class CallReferee(AtTable):
    """Somebody at the table wants the referee."""

    door = Door(writes=Right.CALL_REFEREE)

    @documented(
        "table_call_referee", "Call the referee to the table.", answers=TableState, group=GROUP, examples=[STATE]
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.taken()

        def call(sheet: Sheet, actor: Actor) -> None:
            scoresheets.call_referee(actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk)

        return self.step(slug, number, call, seen=self.seen({}))


class RefereeSeen(AtTable):
    """An official has been at the table."""

    door = Door(writes=Right.RUN_TABLE)

    @documented(
        "table_referee_seen",
        "Note that the referee has been at the table.",
        answers=TableState,
        group=GROUP,
        examples=[STATE],
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.taken()

        def note(sheet: Sheet, actor: Actor) -> None:
            scoresheets.call_referee(actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, wanted=False)

        return self.step(slug, number, note, seen=self.seen({}))


class Missing(AtTable):
    """A line has not come to its table."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_missing", "Say that a line is not there: what the ladder says is proposed in time.",
        takes=TableLineBody, answers=TableState, group=GROUP, examples=[LINE_B, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        line = self.taken(TableLineBody)["line"]

        def report(sheet: Sheet, actor: Actor) -> None:
            lateness.report_missing(actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, line=line)

        return self.step(slug, number, report, seen=self.seen({}))


class Arrived(AtTable):
    """A line that was missing has come."""

    door = Door(writes=Right.ENTER_SCORE)

    @documented(
        "table_arrived", "Say that a line that was missing is there.",
        takes=TableLineBody, answers=TableState, group=GROUP, examples=[LINE_B, STATE],
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int) -> Response:
        line = self.taken(TableLineBody)["line"]

        def arrive(sheet: Sheet, actor: Actor) -> None:
            lateness.line_arrived(actor=actor, tournament_id=sheet.event.pk, table_id=sheet.table.pk, line=line)

        return self.step(slug, number, arrive, seen=self.seen({}))
