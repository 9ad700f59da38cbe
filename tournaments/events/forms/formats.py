"""How an event leads to its winner, as an organiser sets it: by elimination, or in rounds that everybody plays."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.competition.formats.bracket import KnockoutFormat, TablesFormat
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import REFUSED, RESTS, GroupsFormat
from tournaments.competition.pairing.options import DOUBLE, EVERY, LENGTHS, ROUND_NAMES
from tournaments.competition.pairing.table_options import LARGEST_TABLES, TablesOptions
from tournaments.competition.stages.club_table import ClubOptions
from tournaments.competition.stages.group_options import FILLS, LARGEST_GROUP, SMALLEST_GROUP, GroupOptions
from tournaments.competition.stages.heats import HEATS, LARGEST_HEAT, SMALLEST_HEAT
from tournaments.competition.stages.king import KING
from tournaments.competition.stages.mitchell import MITCHELL, STEPS
from tournaments.competition.stages.mitchell import RANKINGS as LINE_RANKINGS
from tournaments.competition.stages.partners import PARTNERS
from tournaments.competition.stages.ranking import (
    BY_PLACES,
    RANKINGS,
    first_fitting,
    name_of,
    ranking_from_json,
    ranking_to_json,
)
from tournaments.competition.stages.standing_options import (
    ALLOWED,
    LEAST_ROUNDS,
    MOST_ROUNDS,
    NEVER_AGAIN,
    NOT_IN_A_ROW,
    STANDING_KINDS,
    StandingOptions,
)
from tournaments.errors import RefusedError
from tournaments.events.forms.next_stages import (
    AS_EVERY,
    OF_FOLLOWING,
    FollowingFields,
    every_length,
    following_of,
    lengths_json,
    own_length,
    stages_for_form,
    stages_in,
    stages_json,
)
from tournaments.events.writes.tournaments import fitting_format, what_ranks
from tournaments.frame import format_words
from tournaments.frame.forms.widgets import NumberChoice
from tournaments.frame.ranking_words import RANKING_NAMES, order
from tournaments.games.contract import Json, ScoredGame

KNOCKOUT, TABLES, GROUPS = KnockoutFormat.kind, TablesFormat.kind, GroupsFormat.kind
DANISH, SWISS = STANDING_KINDS
KINDS = {
    KNOCKOUT: _("Knockout: two at a table, one goes on"),
    TABLES: _("Tables of several: the best go on"),
    GROUPS: _("Groups: everybody meets everybody of the group"),
    DANISH: _("Danish: in each round the first meets the second, the third the fourth"),
    SWISS: _("Swiss: those of the same score meet, and nobody meets the same opponents twice"),
    MITCHELL: _("Mitchell: one side stays at its tables, the other moves on after each round"),
    PARTNERS: _("Rotating partners: everybody enters singly and has another partner in each round"),
    KING: _("King of the table: the winner moves up one table, the loser down"),
    HEATS: _("Heats: several at a table in every round, with points for each place"),
}
REMATCHES = {
    ALLOWED: _("Pure: neighbours in the standings meet, also again"),
    NOT_IN_A_ROW: _("Modified: nobody meets the same opponents twice running"),
    NEVER_AGAIN: _("Nobody meets the same opponents twice, as in a Swiss"),
}
RANKINGS_OF_LINES = {
    "one": _("One ranking for everybody"),
    "two_lines": _("One for each line: who stays at the tables, and who moves"),
}
ODD_NAMES = {RESTS: _("One rests in each round"), REFUSED: _("The last one entered goes on the waiting list")}
FILL_NAMES = {"snake": _("Seeds first, to and fro (serpentone)"), "lots": _("By lot alone")}
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
# The rounds that a form names one by one; every other round of the bracket is "earlier".
NAMED_ROUNDS = ("final", "third", "semifinal", "quarterfinal", "second")
EARLIER_ROUNDS = ROUND_NAMES - {*NAMED_ROUNDS}
MOST_OF_CLUB = 10
SHARED = ("byes", "separate_by_group")
OF_TABLES = ("policy", "max_table", "re_entry")
OF_KNOCKOUTS = (
    "redraw",
    "third_place",
    "placement",
    "second_chance",
    "second_chance_rounds",
    "second_final",
    "best_of_every",
    "best_of_final",
    "best_of_third",
    "best_of_semifinal",
    "best_of_quarterfinal",
    "best_of_earlier",
    "best_of_second",
)
OF_ROUNDS = ("rounds", "step", "rankings", "rematches", "size", "even", "fill", "double", "heat", "odd")
OF_RANKING = ("ranking", "clubs")
FIELDS_OF: Mapping[str, tuple[str, ...]] = {
    KNOCKOUT: (*SHARED, *OF_KNOCKOUTS),
    TABLES: (*SHARED, *OF_TABLES),
    GROUPS: ("size", "even", "fill", "double", "separate_by_group", "odd", *OF_RANKING),
    DANISH: ("rounds", "rematches", "odd", *OF_RANKING),
    SWISS: ("rounds", "odd", *OF_RANKING),
    MITCHELL: ("rounds", "step", "rankings", "odd", *OF_RANKING),
    KING: ("rounds", "odd", *OF_RANKING),
    PARTNERS: ("rounds", *OF_RANKING),
    HEATS: ("rounds", "max_table", "heat", "clubs"),
}
ALL_OF_CLUB = "all"
CLUBS = {
    "": _("No table of clubs"),
    ALL_OF_CLUB: pgettext_lazy("entries of a club", "All"),
    **{str(best): str(best) for best in range(1, MOST_OF_CLUB + 1)},
}
DEFAULT = TablesOptions()


def kinds_of(game: ScoredGame, rules: Json) -> list[str]:
    """The formats whose tables the game can fill, the one that fits it best first."""
    best = fitting_format(game, rules, {}).kind
    found = [best]
    for kind in KINDS:
        if kind != best:
            with suppress(RefusedError):
                fitting_format(game, rules, {"kind": kind})
                found.append(kind)
    return found


class FormatFields(FollowingFields):
    """The choices of every format; ``fit`` leaves those that the game can be played by.

    The inputs name in ``data-kinds`` the formats that they belong to: the style sheet shows those of the chosen one.
    """

    kind = forms.ChoiceField(label=_("Format"), choices=list(KINDS.items()), widget=forms.RadioSelect, required=False)
    rounds = NumberChoice(
        {number: str(number) for number in range(LEAST_ROUNDS, MOST_ROUNDS + 1)},
        otherwise=StandingOptions().rounds,
        label=_("Number of rounds"),
    )
    step = NumberChoice(
        {step: str(step) for step in STEPS},
        otherwise=STEPS[0],
        label=_("By how many tables a side moves on"),
        widget=forms.RadioSelect,
    )
    rankings = forms.ChoiceField(
        label=_("Who is compared"),
        choices=[(name, RANKINGS_OF_LINES[name]) for name in LINE_RANKINGS],
        widget=forms.RadioSelect,
        initial=LINE_RANKINGS[0],
        required=False,
    )
    rematches = forms.ChoiceField(
        label=_("Meeting again"),
        choices=list(REMATCHES.items()),
        widget=forms.RadioSelect,
        initial=NOT_IN_A_ROW,
        required=False,
    )
    size = NumberChoice(
        {size: str(size) for size in range(SMALLEST_GROUP, LARGEST_GROUP + 1)},
        otherwise=GroupOptions().size,
        label=_("How many in a group"),
        help_text=_("Where the number does not divide, groups differ by one."),
    )
    even = forms.BooleanField(
        label=_("As many matches for everybody: smaller groups play an extra one"),
        required=False,
        help_text=_("Against another of the smaller groups, or once more in their own. It counts like any other."),
    )
    fill = forms.ChoiceField(
        label=_("How the groups are filled"),
        choices=[(name, FILL_NAMES[name]) for name in FILLS],
        widget=forms.RadioSelect,
        initial=FILLS[0],
        required=False,
    )
    double = forms.BooleanField(label=_("Home and away: everybody meets twice"), required=False)
    odd = forms.ChoiceField(
        label=_("Where the number is odd"),
        choices=list(ODD_NAMES.items()),
        widget=forms.RadioSelect,
        initial=RESTS,
        required=False,
    )
    policy = forms.ChoiceField(
        label=_("The first round"),
        choices=list(POLICIES.items()),
        widget=forms.RadioSelect,
        required=False,
        initial=DEFAULT.policy,
        help_text=_("After it every table has four, up to the final of four."),
    )
    max_table = NumberChoice(
        {size: str(size) for size in LARGEST_TABLES},
        otherwise=DEFAULT.max_table,
        label=_("Players at a table at most"),
        widget=forms.RadioSelect,
    )
    heat = NumberChoice(
        {0: _("Everybody together"), **{size: str(size) for size in range(SMALLEST_HEAT, LARGEST_HEAT + 1)}},
        otherwise=0,
        label=_("How many in a heat"),
        help_text=_("Each heat has its own tables and its own standings. Sizes differ by one where they must."),
    )
    re_entry = forms.BooleanField(label=_("Who is out may enter another heat"), required=False)
    byes = forms.ChoiceField(
        label=_("Byes"),
        choices=[("seeds", _("To the seeds")), ("lot", _("By lot"))],
        widget=forms.RadioSelect,
        initial="seeds",
        required=False,
    )
    separate_by_group = forms.BooleanField(
        label=_("Keep players of the same club, valley or league apart in the first rounds, or in different groups"),
        required=False,
        initial=True,
    )
    ranking = forms.ChoiceField(
        label=_("Standings"), choices=list(RANKING_NAMES.items()), widget=forms.RadioSelect, required=False
    )
    clubs = forms.ChoiceField(
        label=_("Table of clubs: how many entries of each count"),
        choices=list(CLUBS.items()),
        required=False,
        initial="",
    )
    third_place = forms.BooleanField(label=_("A match for third place"), required=False, initial=True)
    placement = forms.BooleanField(label=_("Play every place out"), required=False)
    second_chance = forms.ChoiceField(
        label=_("Second chance"),
        choices=list(SECOND_CHANCES.items()),
        widget=forms.RadioSelect,
        initial="none",
        required=False,
    )
    second_chance_rounds = NumberChoice(
        SECOND_CHANCE_ROUNDS,
        otherwise=1,
        label=_("Who comes to the second bracket"),
        widget=forms.RadioSelect,
        help_text=_("With double elimination everybody who loses once does."),
    )
    second_final = forms.BooleanField(
        label=_("A second final"),
        required=False,
        help_text=_("With double elimination: who has not lost before the final has to be beaten twice there."),
    )
    redraw = forms.ChoiceField(
        label=_("Later rounds"),
        choices=[("", _("Fixed bracket")), ("redraw", _("Drawn again each round"))],
        widget=forms.RadioSelect,
        required=False,
        initial="",
    )
    best_of_every = every_length()
    best_of_final = own_length(_("Final"))
    best_of_third = own_length(_("Third place"))
    best_of_semifinal = own_length(_("Semifinals"))
    best_of_quarterfinal = own_length(_("Quarterfinals"))
    best_of_earlier = own_length(_("Earlier rounds"))
    best_of_second = own_length(_("Second bracket"))

    kinds: Sequence[str] = (KNOCKOUT,)

    def fit(self, game: ScoredGame, *rulesets: Json) -> None:
        """Leave the choices of the formats that this game can be played by, by one or another of these rules.

        Where each of them fits one format only, the rules choose it.
        """
        # Rules with the same tables have the same formats.
        rulesets = tuple(
            {
                (game.lines(rules), tuple(game.line_sizes(rules)), *what_ranks(game, rules).values()): rules
                for rules in rulesets
            }.values()
        )
        by_rules = [kinds_of(game, rules) for rules in rulesets]
        self.kinds = list(dict.fromkeys(kind for kinds in by_rules for kind in kinds))
        self.offer(pair for rules in rulesets for pair in following_of(game, rules, self.kinds))
        for name in dict.fromkeys(name for fields in FIELDS_OF.values() for name in fields):
            kinds = [kind for kind in self.kinds if name in FIELDS_OF[kind]]
            if kinds:
                self.fields[name].widget.attrs["data-kinds"] = " ".join(kinds)
            else:
                del self.fields[name]
        if all(len(kinds) == 1 for kinds in by_rules):
            del self.fields["kind"]
        else:
            self._leave("kind", {kind: KINDS[kind] for kind in KINDS if kind in self.kinds}, self.kinds[0])
        if "max_table" in self.fields:
            most = max(game.lines(rules)[1] for rules in rulesets)
            sizes: Any = self.fields["max_table"]
            sizes.choices = [(size, str(size)) for size in LARGEST_TABLES if size <= most]
            sizes.otherwise = sizes.initial = min(DEFAULT.max_table, most)
        if "ranking" in self.fields:
            fitting = {
                name: RANKING_NAMES[name]
                for name, ranking in RANKINGS.items()
                if any(ranking.suits(**what_ranks(game, rules)) for rules in rulesets)
            }
            if len({first_fitting(**what_ranks(game, rules)) for rules in rulesets}) > 1:
                # No ranking is usual for all: a proposed one that does not fit would be dropped without a word.
                fitting = {"": _("The usual one for the chosen rules"), **fitting}
            self._leave("ranking", fitting, next(iter(fitting)))

    def _leave(self, name: str, choices: Mapping[str, Any], initial: str) -> None:
        field: Any = self.fields[name]
        field.choices, field.initial = list(choices.items()), initial

    def clean_byes(self) -> str:
        return self.cleaned_data["byes"] or "seeds"

    def clean_rematches(self) -> str:
        return self.cleaned_data["rematches"] or NOT_IN_A_ROW

    def format_json(self, kinds: Sequence[str] = (), kept: Sequence[Json] = (), usual: str = "") -> dict[str, Json]:
        """The choices as an event keeps them; ``kinds`` are those that the chosen rules fit, the best first.

        ``usual`` is the ranking of a table of clubs where none is chosen.

        What the event has besides, in the stages that it has ``kept``, stays; another format begins afresh.
        """
        data, best = self.cleaned_data, (kinds or self.kinds)[0]
        kind = data.get("kind") or best
        # The proposed format gives way to the best one where the rules do not fit it.
        if kind == self.kinds[0] and kinds and kind not in kinds:
            kind = best
        chosen: dict[str, Json] = {"kind": kind}
        if kind not in (KNOCKOUT, TABLES):
            # What is not chosen is left to its default.
            asked = {name: data[name] for name in FIELDS_OF[kind] if name != "clubs"}
            chosen |= {name: value for name, value in asked.items() if value != ""}
        else:
            chosen |= {name: data[name] for name in SHARED}
        if kind == TABLES:
            policy = data["policy"] or DEFAULT.policy
            # Re-entry is asked on the same page whatever the policy is, and means something in heats only.
            re_entry = data["re_entry"] and policy == "batterie"
            chosen |= {"policy": policy, "max_table": data["max_table"], "re_entry": re_entry}
        elif kind == KNOCKOUT:
            lengths = {name: data[f"best_of_{name}"] for name in NAMED_ROUNDS}
            lengths |= dict.fromkeys(sorted(EARLIER_ROUNDS), data["best_of_earlier"])
            every = data["best_of_every"]
            if AS_EVERY not in lengths.values() and len({*lengths.values()}) == 1:
                every = lengths["final"]
            chosen |= {
                "third_place": data["third_place"],
                "placement": data["placement"],
                "second_chance": data["second_chance"] or "none",
                "second_chance_rounds": data["second_chance_rounds"],
                # Asked on the same page whatever is chosen, and means something in double elimination only.
                "second_final": data["second_final"] and data["second_chance"] == DOUBLE,
                "redraw": bool(data["redraw"]),
                "best_of": lengths_json(every, lengths),
            }

        own = kept[0] if kept and kept[0].get("kind", KNOCKOUT) == kind else {}
        following = self.following({**own, **chosen}, kept)
        # A first stage in rounds has the chosen table of clubs in its ranking, else in the one that it has, or will.
        clubs = data.get("clubs", "")
        if kind not in (KNOCKOUT, TABLES) and (clubs or "ranking" in own):
            ranking = chosen.get("ranking", own.get("ranking"))
            if ranking is None:
                ranking = ranking_to_json(BY_PLACES) if kind == HEATS else self.fields["ranking"].initial or usual
            count = None if not clubs else ClubOptions(0 if clubs == ALL_OF_CLUB else int(clubs))
            chosen = {**chosen, "ranking": ranking_to_json(replace(ranking_from_json(ranking), clubs=count))}
        return stages_json([{**own, **chosen}, *following])

    def check_stages(self, game: ScoredGame, rules: Json) -> None:
        """Put a refusal of a stage on its field, once everything else is right."""
        self.forget_hidden()
        if self.errors.keys() <= set(OF_FOLLOWING):
            with suppress(RefusedError):
                chosen = self.chosen_json(game, rules)
                self.forget_hidden(chosen)
                if not self.errors:
                    self.check_following(game, rules, chosen)

    def chosen_json(self, game: ScoredGame, rules: Json) -> dict[str, Json]:
        """Return the choices as an event with these rules keeps them."""
        return self.format_json(kinds_of(game, rules), usual=first_fitting(**what_ranks(game, rules)))


class FormatForm(FormatFields):
    """The format of an event that is there already."""

    field_order = ("kind", *OF_ROUNDS, *SHARED, *OF_RANKING, *OF_FOLLOWING)

    def __init__(self, game: ScoredGame, rules: Json, kept: Mapping[str, Json], data: Any = None) -> None:
        # The kept choices as the form shows them.
        first, *then = stages_in(kept)
        shown = stages_for_form(first, then)
        if first.get("kind", KNOCKOUT) not in FIELDS_OF or shown is None:
            initial = {"kind": kept["kind"]}
        elif first.get("kind") in (TABLES, HEATS):
            choices = {name: value for name, value in first.items() if name != "ranking"}
            initial = {**choices, "clubs": _clubs_in(first), **shown}
        elif "ranking" in first:
            ranking = name_of(ranking_from_json(first["ranking"]))
            initial = {**first, "ranking": ranking, "clubs": _clubs_in(first), **shown}
        else:
            lengths = first.get("best_of", {})
            later = ("second_chance", "second_chance_rounds", "second_final")
            initial = {
                "kind": KNOCKOUT,
                **{name: first[name] for name in ("byes", "separate_by_group", "third_place", "placement")},
                **{name: first[name] for name in later if name in first},
                "redraw": "redraw" if first["redraw"] else "",
                "best_of_every": lengths.get(EVERY, LENGTHS[0]),
                "best_of_earlier": next((lengths[name] for name in EARLIER_ROUNDS if name in lengths), AS_EVERY),
                **{f"best_of_{name}": lengths.get(name, AS_EVERY) for name in NAMED_ROUNDS},
                **shown,
            }
        super().__init__(data, initial=initial)
        self.fit(game, rules)
        self.game, self.rules, self.kept = game, rules, kept
        if self.is_unlisted:
            self._offer_kept("kind", kept["kind"], format_words.heading(format_of(kept)))
        if self.initial.get("ranking") == "":
            ranked = ranking_from_json(stages_in(kept)[0]["ranking"]).of_game(low_wins=game.low_wins(rules))
            self._offer_kept("ranking", "", order(ranked))
        clubs = self.initial.get("clubs") or ""
        if clubs not in CLUBS:
            self._offer_kept("clubs", clubs, clubs)

    @property
    def is_unlisted(self) -> bool:
        """Whether the event has a format that this form does not offer."""
        return self.initial.get("kind", KNOCKOUT) not in FIELDS_OF

    def _offer_kept(self, name: str, value: str, words: str) -> None:
        """Offer what the event has beside the usual choices."""
        field: Any = self.fields.get(name)
        if field is not None:
            field.choices = [(value, words), *field.choices]

    def leave_one(self) -> None:
        """Leave the choices of the format that the event has: once it is fixed the others say nothing."""
        first, *then = stages_in(self.kept)
        its_own = FIELDS_OF.get(self.initial.get("kind", KNOCKOUT), ())
        left = {"kind", *its_own, *(stages_for_form(first, then) or {})}
        self.fields = {name: field for name, field in self.fields.items() if name in left}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self._stays_unlisted():
            self.check_stages(self.game, self.rules)
        return data

    def _stays_unlisted(self) -> bool:
        return self.is_unlisted and self.cleaned_data.get("kind") in ("", None, self.kept["kind"])

    def chosen_json(self, game: ScoredGame, rules: Json) -> dict[str, Json]:
        if self._stays_unlisted():
            return dict(self.kept)
        return self.format_json(kept=[] if self.is_unlisted else stages_in(self.kept))

    def merged_json(self) -> dict[str, Json]:
        """Return the choices over what the event keeps besides."""
        return self.chosen_json(self.game, self.rules)


def _clubs_in(kept: Mapping[str, Json]) -> str:
    """Return the kept choice for clubs as the form shows it."""
    clubs = ranking_from_json(kept["ranking"]).clubs if "ranking" in kept else None
    return "" if clubs is None else str(clubs.best or ALL_OF_CLUB)


class PolicyForm(forms.Form):
    """One of the evenings of tables, as a button names it."""

    policy = forms.ChoiceField(label=_("The first round"), choices=list(POLICIES.items()))
    max_table = NumberChoice(
        {size: str(size) for size in LARGEST_TABLES}, otherwise=DEFAULT.max_table, label=_("Players at a table at most")
    )

    def format_json(self) -> dict[str, Json]:
        """Return the changes to the format; re-entry is set in heats only."""
        data = self.cleaned_data
        return {**data} if data["policy"] == "batterie" else {**data, "re_entry": False}
