"""How an event leads to its winner, as an organiser sets it: the knockout of two lines, or tables of several."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.tables import TablesFormat
from tournaments.competition.pairing.options import LENGTHS, ROUND_NAMES
from tournaments.competition.pairing.table_options import LARGEST_TABLES, TablesOptions
from tournaments.errors import RefusedError
from tournaments.forms.widgets import NumberChoice
from tournaments.games.contract import Json, ScoredGame
from tournaments.services.events.tournaments import fitting_format

KNOCKOUT, TABLES = KnockoutFormat.kind, TablesFormat.kind
KINDS = {KNOCKOUT: _("Knockout: two at a table, one goes on"), TABLES: _("Tables of several: the best go on")}
POLICIES = {
    "balanced": _("Balanced tables: any number, the sizes differ by one at most"),
    "strict4": _("Tables of four only: some play a first round, the others wait"),
    "ripescaggio": _("Tables of four, and the best thirds come back"),
    "reject_last": _("Full tables only: the last ones entered are left out"),
    "batterie": _("Heats with one winner each, up to a final of four"),
}
SECOND_CHANCES = {
    "none": _("No: who loses is out"),
    "repechage": _("A second bracket for those beaten early"),
    "double": _("Double elimination: out at the second defeat"),
}
SECOND_CHANCE_ROUNDS = {1: _("Who loses in the first round"), 2: _("Who loses in the first two rounds")}
BEST_OF = {1: _("Single match"), 3: _("Best of 3"), 5: _("Best of 5")}
# The rounds that a form names one by one; every other round of the bracket is "earlier".
NAMED_ROUNDS = ("final", "third", "semifinal", "quarterfinal", "second")
EARLIER_ROUNDS = ROUND_NAMES - {*NAMED_ROUNDS}
SHARED = ("byes", "separate_by_group")
OF_TABLES = ("policy", "max_table", "re_entry")
OF_KNOCKOUTS = (
    "redraw", "third_place", "placement", "second_chance", "second_chance_rounds", "best_of_final",
    "best_of_third", "best_of_semifinal", "best_of_quarterfinal", "best_of_earlier", "best_of_second",
)  # fmt: skip
DEFAULT = TablesOptions()


def kinds_of(game: ScoredGame, rules: Json) -> list[str]:
    """The formats whose tables the game can fill, the one that fits it best first."""
    best = fitting_format(game, rules, {}).kind
    return [best, *(kind for kind in KINDS if kind != best and _fits(game, rules, {"kind": kind}))]


def _fits(game: ScoredGame, rules: Json, wanted: Mapping[str, Json]) -> bool:
    try:
        fitting_format(game, rules, wanted)
    except RefusedError:
        return False
    return True


class FormatFields(forms.Form):
    """The choices of both formats; ``fit`` leaves those that the game can be played by."""

    kind = forms.ChoiceField(label=_("Format"), choices=list(KINDS.items()), widget=forms.RadioSelect, required=False)
    policy = forms.ChoiceField(
        label=_("The first round"), choices=list(POLICIES.items()), widget=forms.RadioSelect, required=False,
        initial=DEFAULT.policy,
        help_text=_("After it every table has four, up to the final of four."),
    )  # fmt: skip
    max_table = NumberChoice(
        {size: str(size) for size in LARGEST_TABLES}, otherwise=DEFAULT.max_table,
        label=_("Players at a table at most"), widget=forms.RadioSelect,
    )  # fmt: skip
    re_entry = forms.BooleanField(label=_("Who is out may enter another heat"), required=False)
    byes = forms.ChoiceField(
        label=_("Byes"), choices=[("seeds", _("To the seeds")), ("lot", _("By lot"))], widget=forms.RadioSelect,
        initial="seeds", required=False,
    )  # fmt: skip
    separate_by_group = forms.BooleanField(
        label=_("Keep players of the same club, valley or league apart in the first rounds"),
        required=False,
        initial=True,
    )
    third_place = forms.BooleanField(label=_("A match for third place"), required=False, initial=True)
    placement = forms.BooleanField(label=_("Play every place out"), required=False)
    second_chance = forms.ChoiceField(
        label=_("Second chance"), choices=list(SECOND_CHANCES.items()), widget=forms.RadioSelect, initial="none",
        required=False,
    )  # fmt: skip
    second_chance_rounds = NumberChoice(
        SECOND_CHANCE_ROUNDS, otherwise=1, label=_("Who comes to the second bracket"), widget=forms.RadioSelect,
        help_text=_("With double elimination everybody who loses once does."),
    )  # fmt: skip
    redraw = forms.ChoiceField(
        label=_("Later rounds"), choices=[("", _("Fixed bracket")), ("redraw", _("Drawn again each round"))],
        widget=forms.RadioSelect, required=False, initial="",
    )  # fmt: skip
    best_of_final = NumberChoice(BEST_OF, otherwise=1, label=_("Final"))
    best_of_third = NumberChoice(BEST_OF, otherwise=1, label=_("Third place"))
    best_of_semifinal = NumberChoice(BEST_OF, otherwise=1, label=_("Semifinals"))
    best_of_quarterfinal = NumberChoice(BEST_OF, otherwise=1, label=_("Quarterfinals"))
    best_of_earlier = NumberChoice(BEST_OF, otherwise=1, label=_("Earlier rounds"))
    best_of_second = NumberChoice(BEST_OF, otherwise=1, label=_("Second bracket"))

    kinds: Sequence[str] = (KNOCKOUT,)

    def fit(self, game: ScoredGame, *rulesets: Json) -> None:
        """Leave the choices of the formats that this game can be played by, by one or another of these rules.

        Where each of them fits one format only, the rules choose it.
        """
        by_rules = [kinds_of(game, rules) for rules in rulesets]
        self.kinds = list(dict.fromkeys(kind for kinds in by_rules for kind in kinds))
        gone = ["kind"] if all(len(kinds) == 1 for kinds in by_rules) else []
        gone += [] if TABLES in self.kinds else OF_TABLES
        gone += [] if KNOCKOUT in self.kinds else OF_KNOCKOUTS
        for name in gone:
            del self.fields[name]
        if "kind" in self.fields:
            self.fields["kind"].initial = self.kinds[0]
        if "max_table" in self.fields:
            self._offer_sizes(max(game.lines(rules)[1] for rules in rulesets))

    def _offer_sizes(self, most: int) -> None:
        field: Any = self.fields["max_table"]
        field.choices = [(size, str(size)) for size in LARGEST_TABLES if size <= most]
        field.otherwise = field.initial = min(DEFAULT.max_table, most)

    def clean_byes(self) -> str:
        return self.cleaned_data["byes"] or "seeds"

    def format_json(self, kinds: Sequence[str] = ()) -> dict[str, Json]:
        """The choices as an event keeps them; ``kinds`` are those that the chosen rules fit, the best first."""
        kind = self.cleaned_data.get("kind") or (kinds or self.kinds)[0]
        shared = {name: self.cleaned_data[name] for name in SHARED}
        return {"kind": kind, **shared, **(self._tables() if kind == TABLES else self._knockout())}

    def _tables(self) -> dict[str, Json]:
        data = self.cleaned_data
        policy = data["policy"] or DEFAULT.policy
        # Re-entry is asked on the same page whatever the policy is, and means something in heats only.
        return {
            "policy": policy,
            "max_table": data["max_table"],
            "re_entry": data["re_entry"] and policy == "batterie",
        }

    def _knockout(self) -> dict[str, Json]:
        data = self.cleaned_data
        return {
            "third_place": data["third_place"],
            "placement": data["placement"],
            "second_chance": data["second_chance"] or "none",
            "second_chance_rounds": data["second_chance_rounds"],
            "redraw": bool(data["redraw"]),
            "best_of": {name: length for name, length in self._lengths() if length != LENGTHS[0]},
        }

    def _lengths(self) -> Iterator[tuple[str, int]]:
        for name in NAMED_ROUNDS:
            yield name, self.cleaned_data[f"best_of_{name}"]
        for name in sorted(EARLIER_ROUNDS):
            yield name, self.cleaned_data["best_of_earlier"]


class FormatForm(FormatFields):
    """The format of an event that is there already."""

    def __init__(self, game: ScoredGame, rules: Json, kept: Mapping[str, Json], data: Any = None) -> None:
        super().__init__(data, initial=_initial(kept))
        self.fit(game, rules)
        self.kept = kept

    def leave_one(self) -> None:
        """Leave the choices of the format that the event has: once it is fixed the others say nothing."""
        for name in OF_KNOCKOUTS if self.kept.get("kind", KNOCKOUT) == TABLES else OF_TABLES:
            self.fields.pop(name, None)

    def merged_json(self) -> dict[str, Json]:
        """The choices over what the event keeps besides; another format begins afresh."""
        chosen = self.format_json()
        same = self.kept.get("kind", KNOCKOUT) == chosen["kind"]
        return {**self.kept, **chosen} if same else chosen


def _initial(kept: Mapping[str, Json]) -> dict[str, Any]:
    """The kept choices as the form shows them."""
    if kept.get("kind") == TABLES:
        return dict(kept)
    lengths = kept.get("best_of", {})
    earlier = next((lengths[name] for name in EARLIER_ROUNDS if name in lengths), 1)
    return {
        "kind": KNOCKOUT,
        **{name: kept[name] for name in ("byes", "separate_by_group", "third_place", "placement")},
        **{name: kept[name] for name in ("second_chance", "second_chance_rounds") if name in kept},
        "redraw": "redraw" if kept["redraw"] else "",
        "best_of_earlier": earlier,
        **{f"best_of_{name}": lengths.get(name, 1) for name in NAMED_ROUNDS},
    }


class PolicyForm(forms.Form):
    """One of the evenings of tables, as a button names it."""

    policy = forms.ChoiceField(label=_("The first round"), choices=list(POLICIES.items()))
    max_table = NumberChoice(
        {size: str(size) for size in LARGEST_TABLES}, otherwise=DEFAULT.max_table, label=_("Players at a table at most")
    )

    def format_json(self) -> dict[str, Json]:
        """What it changes in the format; re-entry means something in heats only."""
        data = self.cleaned_data
        return {**data} if data["policy"] == "batterie" else {**data, "re_entry": False}
