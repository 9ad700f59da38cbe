"""What follows Danish rounds that follow others: nothing, a knockout with the best, or more Danish rounds."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.stages import MOST_GO_ON
from tournaments.competition.pairing.positions import FEWEST_ENTRANTS
from tournaments.competition.stages.standing_options import LEAST_ROUNDS, MOST_ROUNDS, NOT_IN_A_ROW, STANDING_KINDS
from tournaments.forms.widgets import NumberChoice, number_input
from tournaments.games.contract import Json

KNOCKOUT, DANISH = KnockoutFormat.kind, STANDING_KINDS[0]
ENDS = _("Nothing: the standings say who wins")
WITH_THE_BEST = _("A knockout with the best")
LAST = {"": ENDS, KNOCKOUT: WITH_THE_BEST, DANISH: _("More Danish rounds with everybody, and the results count on")}
BEST: Final = 8
MOST_OF_DANISH: Final = 8
OF_LAST: Final = ("last", "last_best", "last_third_place", "last_rounds", "last_groups")


def best_of_all(**marks: str) -> forms.IntegerField:
    """Return the field that asks how many of the standings go on to a knockout."""
    return forms.IntegerField(
        label=_("How many go on"), min_value=FEWEST_ENTRANTS, max_value=MOST_GO_ON, initial=BEST, required=False,
        widget=number_input(**marks), help_text=_("The first of the standings."),
    )  # fmt: skip


def third_place(**marks: str) -> forms.BooleanField:
    """Return the field that asks for a match for third place."""
    return forms.BooleanField(
        label=_("A match for third place"), initial=True, required=False, widget=forms.CheckboxInput(attrs=marks)
    )


def danish_rounds(label: Any, **marks: str) -> NumberChoice:
    """Return the field that asks how many Danish rounds are played."""
    return NumberChoice(
        {number: str(number) for number in range(LEAST_ROUNDS, MOST_ROUNDS + 1)}, otherwise=LEAST_ROUNDS,
        label=label, widget=forms.Select(attrs=marks),
    )  # fmt: skip


def danish_groups(label: Any, **marks: str) -> NumberChoice:
    """Return the field that asks by how many groups Danish rounds are played."""
    return NumberChoice(
        {1: _("Everybody together"), **{number: str(number) for number in range(2, MOST_OF_DANISH + 1)}}, otherwise=1,
        label=label, widget=forms.Select(attrs=marks),
        help_text=_("Cut from the top of the standings: each group is paired and placed on its own."),
    )  # fmt: skip


class LastFields(forms.Form):
    """The choice of a third stage. The inputs name in ``data-last`` the stage that they belong to."""

    last = forms.ChoiceField(
        label=_("And after the Danish rounds?"), choices=list(LAST.items()), initial="", required=False,
        widget=forms.RadioSelect(attrs={"data-then": DANISH}),
    )  # fmt: skip
    last_best = best_of_all(**{"data-then": DANISH, "data-last": KNOCKOUT})
    last_third_place = third_place(**{"data-then": DANISH, "data-last": KNOCKOUT})
    last_rounds = danish_rounds(_("How many more Danish rounds"), **{"data-then": DANISH, "data-last": DANISH})
    last_groups = danish_groups(_("Groups of these rounds"), **{"data-then": DANISH, "data-last": DANISH})

    def clean_last_best(self) -> int:
        return self.cleaned_data["last_best"] or BEST

    def after_danish(self, ranking: Mapping[str, Json]) -> list[Json]:
        """Return the chosen stage that follows Danish rounds with this ranking: none or one."""
        data = self.cleaned_data
        if data.get("last") == KNOCKOUT:
            coming_on = coming(0, data["last_best"])
            return [{"kind": KNOCKOUT, "third_place": data["last_third_place"], "from": coming_on}]
        if data.get("last") == DANISH:
            return [danish(data["last_rounds"], data["last_groups"], ranking)]
        return []


def danish(rounds: int, groups: int, ranking: Mapping[str, Json]) -> Json:
    """Return Danish rounds with everybody as a stage; ``ranking`` is empty where the usual one counts."""
    movement = {"kind": DANISH, "rounds": rounds, "rematches": NOT_IN_A_ROW, "groups": groups}
    return {**movement, **ranking, "from": coming(0, 0, carries=True)}


def coming(first: int, best: int, *, carries: bool = False) -> Json:
    """Return who comes to a stage, as an event keeps it."""
    return {"first": first, "best": best, "carries": carries}


def is_danish(stage: Mapping[str, Json]) -> bool:
    """Return whether a kept stage is one that the form calls Danish rounds with everybody."""
    has_carried = bool(stage["from"]["carries"])
    return stage["kind"] == DANISH and has_carried and stage.get("groups", 1) <= MOST_OF_DANISH


def last_of(stage: Mapping[str, Json]) -> dict[str, Any]:
    """Return a kept third stage as the form shows it; empty where the form has no such choice."""
    if is_danish(stage):
        return {"last": DANISH, "last_rounds": stage["rounds"], "last_groups": stage.get("groups", 1)}
    if stage["kind"] == KNOCKOUT and not stage["from"]["first"] and stage["from"]["best"]:
        return {"last": KNOCKOUT, "last_third_place": stage["third_place"], "last_best": stage["from"]["best"]}
    return {}
