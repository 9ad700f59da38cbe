"""What follows the rounds of an event: nothing, a knockout with the best, or Danish rounds with everybody."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.rounds import GroupsFormat, MitchellFormat
from tournaments.competition.formats.stages import MOST_GO_ON, STAGES
from tournaments.competition.pairing.positions import FEWEST_ENTRANTS
from tournaments.competition.stages.heats import HEATS
from tournaments.competition.stages.king import KING
from tournaments.competition.stages.standing_options import LEAST_ROUNDS, MOST_ROUNDS, NOT_IN_A_ROW, STANDING_KINDS
from tournaments.forms.widgets import NumberChoice, number_input
from tournaments.games.contract import Json

KNOCKOUT, GROUPS, DANISH = KnockoutFormat.kind, GroupsFormat.kind, STANDING_KINDS[0]
THEN = {
    "": _("Nothing: the standings say who wins"),
    KNOCKOUT: _("A knockout with the best"),
    DANISH: _("Danish rounds with everybody, and the results count on"),
}
MOST_OF_A_GROUP, MOST_OTHERS = 4, 64
FIRST, BEST = 2, 8
MOST_OF_DANISH: Final = 8
OF_GROUPS: Final = ("then", "then_first", "then_apart", "then_others", "then_third_place", "then_rounds", "then_groups")
OF_ONE_ORDER: Final = ("then", "then_best", "then_third_place", "then_rounds", "then_groups")
THEN_OF: Mapping[str, tuple[str, ...]] = {
    GROUPS: OF_GROUPS,
    **dict.fromkeys((*STANDING_KINDS, MitchellFormat.kind, KING), OF_ONE_ORDER),
    # Points for the places of a table do not count on where two sit at a table.
    HEATS: ("then", "then_first", "then_others", "then_best", "then_third_place"),
}
# In the order of the page.
OF_THEN: Final = tuple(dict.fromkeys(("then", "then_first", "then_apart", "then_others", *OF_ONE_ORDER)))
# The field of a refused format, and that of the form.
REFUSED_ON: Final = {"first": "then_first", "apart": "then_apart"}


class ThenFields(forms.Form):
    """The choice of a second stage. The inputs name in ``data-then`` the stage that they belong to."""

    then = forms.ChoiceField(
        label=_("And then?"), choices=list(THEN.items()), widget=forms.RadioSelect, initial="", required=False
    )
    then_first = NumberChoice(
        {number: str(number) for number in range(1, MOST_OF_A_GROUP + 1)}, otherwise=FIRST,
        label=_("How many of each group or heat go on"), widget=forms.RadioSelect(attrs={"data-then": KNOCKOUT}),
    )  # fmt: skip
    then_apart = forms.BooleanField(
        label=_("Finals of their own: the firsts among themselves, the seconds, the thirds ..."), required=False,
        widget=forms.CheckboxInput(attrs={"data-then": KNOCKOUT}),
        help_text=_("All firsts are placed before all seconds, and these before all thirds."),
    )  # fmt: skip
    then_others = forms.IntegerField(
        label=_("And the best of the others"), min_value=0, max_value=MOST_OTHERS, initial=0, required=False,
        widget=number_input(**{"data-then": KNOCKOUT}),
        help_text=_(
            "By what they won per match, whatever their group or heat. With 8, 16 or 32 in all nobody has a bye."
        ),
    )  # fmt: skip
    then_best = forms.IntegerField(
        label=_("How many go on"), min_value=FEWEST_ENTRANTS, max_value=MOST_GO_ON, initial=BEST, required=False,
        widget=number_input(**{"data-then": KNOCKOUT}), help_text=_("The first of the standings."),
    )  # fmt: skip
    then_third_place = forms.BooleanField(
        label=_("A match for third place"), initial=True, required=False,
        widget=forms.CheckboxInput(attrs={"data-then": KNOCKOUT}),
    )  # fmt: skip
    then_rounds = NumberChoice(
        {number: str(number) for number in range(LEAST_ROUNDS, MOST_ROUNDS + 1)}, otherwise=LEAST_ROUNDS,
        label=_("Number of Danish rounds"), widget=forms.Select(attrs={"data-then": DANISH}),
    )  # fmt: skip

    then_groups = NumberChoice(
        {1: _("Everybody together"), **{number: str(number) for number in range(2, MOST_OF_DANISH + 1)}}, otherwise=1,
        label=_("Groups of the Danish rounds"), widget=forms.Select(attrs={"data-then": DANISH}),
        help_text=_("Cut from the top of the standings: each group is paired and placed on its own."),
    )  # fmt: skip

    def clean_then_others(self) -> int:
        return self.cleaned_data["then_others"] or 0

    def clean_then_best(self) -> int:
        return self.cleaned_data["then_best"] or BEST

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("kind") == HEATS and data.get("then") == DANISH:
            self.add_error("then", _("After heats only a knockout can follow: points for places do not count on."))
        return data

    def following(self, first: Mapping[str, Json]) -> list[Json]:
        """Return the chosen stages that follow the ``first`` one: none or one."""
        data = self.cleaned_data
        chosen = data.get("then") if first["kind"] in THEN_OF else ""
        if chosen == KNOCKOUT:
            has_groups = _has_groups(first)
            coming = _coming(data["then_first"], data["then_others"]) if has_groups else _coming(0, data["then_best"])
            apart = {"apart": True} if first["kind"] == GROUPS and data["then_apart"] else {}
            return [{"kind": KNOCKOUT, "third_place": data["then_third_place"], "from": {**coming, **apart}}]
        if chosen == DANISH:
            # The table of clubs is declared once, in the first stage.
            kept = first.get("ranking")
            plain = {name: value for name, value in kept.items() if name != "clubs"} if isinstance(kept, dict) else kept
            ranking = {} if plain is None else {"ranking": plain}
            movement = {"rounds": data["then_rounds"], "rematches": NOT_IN_A_ROW, "groups": data["then_groups"]}
            danish = {"kind": DANISH, **movement, **ranking}
            return [{**danish, "from": _coming(0, 0, carries=True)}]
        return []


def _has_groups(first: Mapping[str, Json]) -> bool:
    """Return whether so many of each group go on from a stage, and not so many of all."""
    return first["kind"] == GROUPS or (first["kind"] == HEATS and bool(first.get("heat")))


def _coming(first: int, best: int, *, carries: bool = False) -> Json:
    return {"first": first, "best": best, "carries": carries}


def stages_in(kept: Mapping[str, Json]) -> list[Json]:
    """Return the stages of a kept format; any other format is the only one."""
    return kept["stages"] if kept.get("kind") == STAGES else [kept]


def stages_json(stages: list[Json]) -> dict[str, Json]:
    """Return stages as an event keeps them; a single one is the format itself."""
    if stages[1:]:
        return {"kind": STAGES, "stages": stages}
    return {name: value for name, value in stages[0].items() if name != "from"}


def then_of(first: Mapping[str, Json], then: Mapping[str, Json]) -> dict[str, Any]:
    """Return a kept second stage as the form shows it; empty where the form has no such choice."""
    kind, coming = first["kind"], then["from"]
    if kind not in THEN_OF:
        return {}
    groups = then.get("groups", 1)
    if then["kind"] == DANISH and coming["carries"] and kind != HEATS and groups <= MOST_OF_DANISH:
        return {"then": DANISH, "then_rounds": then["rounds"], "then_groups": groups}
    if then["kind"] != KNOCKOUT:
        return {}
    shown = {"then": KNOCKOUT, "then_third_place": then["third_place"]}
    if _has_groups(first) and 1 <= coming["first"] <= MOST_OF_A_GROUP and coming["best"] <= MOST_OTHERS:
        of_groups = {"then_first": coming["first"], "then_apart": coming.get("apart", False)}
        return {**shown, **of_groups, "then_others": coming["best"]}
    if not _has_groups(first) and not coming["first"] and coming["best"]:
        return {**shown, "then_best": coming["best"]}
    return {}
