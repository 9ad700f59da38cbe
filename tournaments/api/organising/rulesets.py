"""The event's own copy of its ruleset, each part a whole document: fixed by the announced draw."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Shape
from tournaments.api.bounds import DocumentField, NamedDocumentField, RulesField
from tournaments.api.organising.base import Organising
from tournaments.api.organising.examples import answered, sent
from tournaments.api.organising.fields import SeenBody
from tournaments.api.organising.format_help import FORMAT_HELP
from tournaments.api.schema import documented
from tournaments.models import Tournament
from tournaments.policies import Door, Right
from tournaments.services.events import tournaments


class Kept(Shape):
    """What every part says beside itself."""

    is_fixed = serializers.BooleanField(help_text="This part cannot change any more.")
    version = serializers.IntegerField(help_text="To be stated as seen by the next write.")


class RulesShape(Kept):
    """Every parameter of the game's ruleset."""

    rules = RulesField()


class FormatShape(Kept):
    """How the event leads to its winner."""

    format = serializers.DictField()


class TermsShape(Kept):
    """What faults, absences and byes are worth; empty where the game has no VP."""

    terms = serializers.DictField()


class ScaleShape(Kept):
    """The VP scale with its rows; null where the game has no VP."""

    scale = serializers.CharField(allow_null=True)
    rows = serializers.ListField(child=serializers.DictField())


class DisciplineShape(Kept):
    """The ladder for who comes late."""

    discipline = serializers.DictField()


class RulesBody(SeenBody):
    """The parameters; one that is left out is as in the preset."""

    rules = RulesField()


class FormatBody(SeenBody):
    """The choices; one that is left out has its default."""

    format = DocumentField(help_text=FORMAT_HELP)


class TermsBody(SeenBody):
    """The terms; one that is left out has its default."""

    terms = DocumentField()


class ScaleBody(SeenBody):
    """The name of a published scale; empty for the one of the match's length."""

    scale = serializers.CharField(max_length=20, allow_blank=True)


class DisciplineBody(SeenBody):
    """The name of a usual ladder, or its steps."""

    discipline = NamedDocumentField()


KEPT = {"is_fixed": False, "version": 5}
RULES_EXAMPLE = {
    "rules": {
        "deck_style": "player_choice", "first_dealer": "random", "dealer_rotation": "to_right", "match_mode": "target",
        "target": 11, "deals": None, "draws_allowed": True, "time_limit_min": None, "time_expiry": "clock_fault",
    },
    **KEPT,
}  # fmt: skip
FORMAT_EXAMPLE = {
    "format": {
        "kind": "knockout", "byes": "seeds", "separate_by_group": False, "separate_rounds": 2, "third_place": True,
        "placement": False, "redraw": False, "second_chance": "none", "second_chance_rounds": 1,
        "best_of": {"final": 3},
    },
    **KEPT,
}  # fmt: skip
TERMS_EXAMPLE = {
    "terms": {
        "offender_vp": 0, "victim_vp_floor": 14, "victim_vp_value": "table_or_floor", "mp_source": "row_minimum",
        "missing_row_policy": "last_row", "double_forfeit": "both_lose", "no_show": "flat", "bye_vp": 12,
        "bye_mp": "row_minimum",
    },
    **KEPT,
}  # fmt: skip
SCALE_EXAMPLE = {
    "scale": "11pt",
    "rows": [
        {"winner_vp": 10, "loser_vp": 10, "from_mp": 0, "to_mp": 0},
        {"winner_vp": 11, "loser_vp": 9, "from_mp": 1, "to_mp": 1},
        {"winner_vp": 20, "loser_vp": 0, "from_mp": 14, "to_mp": None},
    ],
    **KEPT,
}  # fmt: skip
DISCIPLINE_EXAMPLE = {"discipline": {"ladder": [{"after": 15, "kind": "no_show", "value": 0}]}, **KEPT}


class Part(Organising):
    """One part of the ruleset: read by anybody who sees the event, written by its organisers."""

    door = Door(reads=Right.SEE, writes=Right.ORGANISE)
    part: ClassVar[str]
    fixed: ClassVar[tuple[str, ...]] = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)

    def told(self, event: Tournament) -> Response:
        kept = {"is_fixed": event.status in self.fixed, "version": event.version}
        return Response({**self.document(event), **kept})

    def document(self, event: Tournament) -> Mapping[str, Any]:
        return {self.part: getattr(event, self.part)}

    def read(self, slug: str) -> Response:
        event, _actor = self.event(slug)
        return self.told(event)

    def write(self, slug: str, body_class: type[SeenBody]) -> Response:
        event, actor, body = self.begun(slug, body_class)
        part: dict[str, Any] = {self.part: body[self.part]}
        return self.told(tournaments.change_rules(actor=actor, tournament_id=event.pk, **part))


class Rules(Part):
    """The parameters of the game."""

    part = "rules"

    @documented("rules_read", "Every parameter of the ruleset.", answers=RulesShape, examples=[answered(RULES_EXAMPLE)])
    def get(self, request: Request, slug: str) -> Response:
        return self.read(slug)

    @documented(
        "rules_write",
        "Write the ruleset anew.",
        takes=RulesBody,
        answers=RulesShape,
        examples=[sent({"rules": {"match_mode": "target", "target": 11}, "seen": 4}), answered(RULES_EXAMPLE)],
    )
    def put(self, request: Request, slug: str) -> Response:
        return self.write(slug, RulesBody)


class FormatPart(Part):
    """The format."""

    part = "format"

    @documented(
        "format_read", "How the event leads to its winner.", answers=FormatShape, examples=[answered(FORMAT_EXAMPLE)]
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.read(slug)

    @documented(
        "format_write",
        "Write the format anew.",
        takes=FormatBody,
        answers=FormatShape,
        examples=[
            sent({"format": {"kind": "knockout", "third_place": True, "best_of": {"final": 3}}}, "A knockout"),
            sent({"format": {"kind": "groups", "size": 4, "ranking": "two_points"}}, "Groups"),
            sent({"format": {"kind": "swiss", "rounds": 5}}, "A Swiss"),
            answered(FORMAT_EXAMPLE),
        ],
    )
    def put(self, request: Request, slug: str) -> Response:
        return self.write(slug, FormatBody)


class Terms(Part):
    """The terms of faults."""

    part = "terms"

    @documented(
        "terms_read",
        "What faults, absences and byes are worth.",
        answers=TermsShape,
        examples=[answered(TERMS_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.read(slug)

    @documented(
        "terms_write",
        "Write the terms anew.",
        takes=TermsBody,
        answers=TermsShape,
        examples=[sent({"terms": {"bye_vp": 12, "victim_vp_floor": 14}}), answered(TERMS_EXAMPLE)],
    )
    def put(self, request: Request, slug: str) -> Response:
        return self.write(slug, TermsBody)


class ScalePart(Part):
    """The VP scale."""

    part = "scale"

    def document(self, event: Tournament) -> Mapping[str, Any]:
        kept = event.vp_scale
        return {"scale": kept["key"], "rows": kept["rows"]} if kept is not None else {"scale": None, "rows": []}

    @documented("scale_read", "The VP scale with its rows.", answers=ScaleShape, examples=[answered(SCALE_EXAMPLE)])
    def get(self, request: Request, slug: str) -> Response:
        return self.read(slug)

    @documented(
        "scale_write",
        "Choose the VP scale.",
        takes=ScaleBody,
        answers=ScaleShape,
        examples=[sent({"scale": "11pt"}), answered(SCALE_EXAMPLE)],
    )
    def put(self, request: Request, slug: str) -> Response:
        return self.write(slug, ScaleBody)


class Discipline(Part):
    """The ladder of lateness: it may change while the event runs."""

    part = "discipline"
    fixed = (Tournament.Status.FINISHED,)

    @documented(
        "discipline_read",
        "The ladder for who comes late.",
        answers=DisciplineShape,
        examples=[answered(DISCIPLINE_EXAMPLE)],
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.read(slug)

    @documented(
        "discipline_write",
        "Agree on another ladder, also while the event runs.",
        takes=DisciplineBody,
        answers=DisciplineShape,
        examples=[
            sent({"discipline": "grace20"}, "A usual one"),
            sent({"discipline": {"ladder": [{"after": 15, "kind": "no_show", "value": 0}]}}, "Own steps"),
            answered(DISCIPLINE_EXAMPLE),
        ],
    )
    def put(self, request: Request, slug: str) -> Response:
        event, actor, body = self.begun(slug, DisciplineBody)
        return self.told(tournaments.set_discipline(actor=actor, tournament_id=event.pk, discipline=body["discipline"]))
