"""What follows the rounds of an event: nothing, a knockout with the best, or Danish rounds with everybody."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.formats.rounds import GroupsFormat, MitchellFormat
from tournaments.competition.formats.stages import STAGES
from tournaments.competition.stages.heats import HEATS
from tournaments.competition.stages.king import KING
from tournaments.competition.stages.standing_options import STANDING_KINDS
from tournaments.forms.last import (
    BEST,
    DANISH,
    ENDS,
    KNOCKOUT,
    OF_LAST,
    WITH_THE_BEST,
    LastFields,
    best_of_all,
    coming,
    danish,
    danish_groups,
    danish_rounds,
    is_danish,
    last_of,
    third_place,
)
from tournaments.forms.widgets import NumberChoice, number_input
from tournaments.games.contract import Json

GROUPS = GroupsFormat.kind
THEN = {
    "": ENDS,
    KNOCKOUT: WITH_THE_BEST,
    DANISH: _("Danish rounds with everybody, and the results count on"),
}
MOST_OF_A_GROUP, MOST_OTHERS = 4, 64
FIRST = 2
OF_DANISH: Final = ("then_rounds", "then_groups", *OF_LAST)
OF_GROUPS: Final = ("then", "then_first", "then_apart", "then_others", "then_third_place", *OF_DANISH)
OF_ONE_ORDER: Final = ("then", "then_best", "then_third_place", *OF_DANISH)
THEN_OF: Mapping[str, tuple[str, ...]] = {
    GROUPS: OF_GROUPS,
    **dict.fromkeys((*STANDING_KINDS, MitchellFormat.kind, KING), OF_ONE_ORDER),
    # Points for the places of a table do not count on where two sit at a table.
    HEATS: ("then", "then_first", "then_apart", "then_others", "then_best", "then_third_place"),
}
# In the order of the page.
OF_THEN: Final = tuple(dict.fromkeys(("then", "then_first", "then_apart", "then_others", *OF_ONE_ORDER)))
# The field of a refused format, and that of the form.
REFUSED_ON: Final = {"first": "then_first", "apart": "then_apart"}


class ThenFields(LastFields):
    """The choice of a second stage. The inputs name in ``data-then`` the stage that they belong to."""

    then = forms.ChoiceField(
        label=_("And then?"), choices=list(THEN.items()), widget=forms.RadioSelect, initial="", required=False
    )
    then_first = NumberChoice(
        {number: str(number) for number in range(1, MOST_OF_A_GROUP + 1)}, otherwise=FIRST,
        label=_("How many of each group or heat go on"), widget=forms.RadioSelect(attrs={"data-then": KNOCKOUT}),
    )  # fmt: skip
    then_apart = forms.BooleanField(
        label=_("Separate finals: the firsts among themselves, the seconds, the thirds ..."), required=False,
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
    then_best = best_of_all(**{"data-then": KNOCKOUT})
    then_third_place = third_place(**{"data-then": KNOCKOUT})
    then_rounds = danish_rounds(_("Number of Danish rounds"), **{"data-then": DANISH})
    then_groups = danish_groups(_("Groups of the Danish rounds"), **{"data-then": DANISH})

    def clean_then_others(self) -> int:
        return self.cleaned_data["then_others"] or 0

    def clean_then_best(self) -> int:
        return self.cleaned_data["then_best"] or BEST

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("kind") == HEATS and data.get("then") == DANISH:
            self.add_error("then", _("After heats only a knockout can follow: points for places do not count on."))
        if data.get("then") == DANISH and data.get("last") == KNOCKOUT and data.get("then_groups", 1) > 1:
            self.add_error("last", _("A knockout can follow Danish rounds that everybody plays together."))
        return data

    def following(self, first: Mapping[str, Json]) -> list[Json]:
        """Return the chosen stages that follow the ``first`` one: none, one or two."""
        data = self.cleaned_data
        chosen = data.get("then") if first["kind"] in THEN_OF else ""
        if chosen == KNOCKOUT:
            has_groups = _has_groups(first)
            counts = (data["then_first"], data["then_others"]) if has_groups else (0, data["then_best"])
            apart = {"apart": True} if has_groups and data["then_apart"] else {}
            return [{"kind": KNOCKOUT, "third_place": data["then_third_place"], "from": {**coming(*counts), **apart}}]
        if chosen == DANISH:
            # The table of clubs is declared once, in the first stage.
            kept = first.get("ranking")
            plain = {name: value for name, value in kept.items() if name != "clubs"} if isinstance(kept, dict) else kept
            ranking = {} if plain is None else {"ranking": plain}
            return [danish(data["then_rounds"], data["then_groups"], ranking), *self.after_danish(ranking)]
        return []


def _has_groups(first: Mapping[str, Json]) -> bool:
    """Return whether so many of each group go on from a stage, and not so many of all."""
    return first["kind"] == GROUPS or (first["kind"] == HEATS and bool(first.get("heat")))


def stages_in(kept: Mapping[str, Json]) -> list[Json]:
    """Return the stages of a kept format; any other format is the only one."""
    return kept["stages"] if kept.get("kind") == STAGES else [kept]


def stages_json(stages: list[Json]) -> dict[str, Json]:
    """Return stages as an event keeps them; a single one is the format itself."""
    if stages[1:]:
        return {"kind": STAGES, "stages": stages}
    return {name: value for name, value in stages[0].items() if name != "from"}


def shown_of(first: Mapping[str, Json], following: list[Json]) -> dict[str, Any] | None:
    """Return the kept stages that follow the first as the form shows them; None where it has no such choice."""
    if not following:
        return {}
    then, *after = following
    shown = _then_of(first, then)
    if not shown or after[1:] or (after and shown["then"] != DANISH):
        return None
    last = last_of(after[0]) if after else {}
    return {**shown, **last} if last or not after else None


def _then_of(first: Mapping[str, Json], then: Mapping[str, Json]) -> dict[str, Any]:
    """Return a kept second stage as the form shows it; empty where the form has no such choice."""
    kind, who = first["kind"], then["from"]
    if kind not in THEN_OF:
        return {}
    if is_danish(then) and kind != HEATS:
        return {"then": DANISH, "then_rounds": then["rounds"], "then_groups": then.get("groups", 1)}
    if then["kind"] != KNOCKOUT:
        return {}
    shown = {"then": KNOCKOUT, "then_third_place": then["third_place"]}
    if _has_groups(first) and 1 <= who["first"] <= MOST_OF_A_GROUP and who["best"] <= MOST_OTHERS:
        of_groups = {"then_first": who["first"], "then_apart": who.get("apart", False)}
        return {**shown, **of_groups, "then_others": who["best"]}
    if not _has_groups(first) and not who["first"] and who["best"]:
        return {**shown, "then_best": who["best"]}
    return {}
