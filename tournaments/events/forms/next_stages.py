"""What follows a stage: nothing, a knockout, groups, Danish or Swiss rounds, heats; asked again after each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.registry import format_of_stage
from tournaments.competition.formats.rounds import GroupsFormat, InRounds
from tournaments.competition.formats.stages import MOST_GO_ON, MOST_STAGES, STAGES
from tournaments.competition.handing_on import LEGS
from tournaments.competition.pairing.options import EVERY, LENGTHS
from tournaments.competition.pairing.positions import FEWEST_ENTRANTS
from tournaments.competition.stages.crossing import BY_RANK, ENDS, LONGEST
from tournaments.competition.stages.group_options import LARGEST_GROUP, SMALLEST_GROUP, GroupOptions
from tournaments.competition.stages.heats import HEATS, LARGEST_HEAT, SMALLEST_HEAT
from tournaments.competition.stages.ranking import ranking_from_json, ranking_to_json
from tournaments.competition.stages.standing_options import LEAST_ROUNDS, MOST_ROUNDS, NOT_IN_A_ROW, STANDING_KINDS
from tournaments.errors import RefusedError
from tournaments.events.writes.tournaments import fitting_format
from tournaments.frame.forms.widgets import CountField, NumberChoice, field_of_refusal, number_input
from tournaments.frame.phrases import sentence
from tournaments.games.contract import Json, ScoredGame

KNOCKOUT, GROUPS = KnockoutFormat.kind, GroupsFormat.kind
DANISH, SWISS = STANDING_KINDS
NOTHING = _("Nothing: the standings say who wins")
WORDS: Final = {
    KNOCKOUT: _("A knockout with the best"),
    GROUPS: _("Groups with the best"),
    DANISH: _("Danish rounds"),
    SWISS: _("Swiss rounds"),
    HEATS: _("Heats with the best"),
}
OF_BRACKET = ("apart", "crossing", "pairs")
OF_GROUPS, OF_ALL = ("first", *OF_BRACKET, "others"), ("best",)
"""Who goes on from a stage with groups or heats of their own, and from one that everybody plays together."""
WHO, EVERYBODY, THE_BEST = "who", 1, 0
"""Who plays Danish or Swiss rounds that follow: with everybody nobody is cut, and the results count on."""
AS_EVERY: Final = 0
BEST_OF: Final = {1: _("Single match"), LEGS: _("Two legs, the sum decides"), 3: _("Best of 3"), 5: _("Best of 5")}
LENGTHS_ASKED: Final = ("semifinal", "final")
"""The rounds of a knockout that follows whose length is asked one by one."""
OF_LENGTH: Final = tuple(f"best_of_{name}" for name in (EVERY, *LENGTHS_ASKED))
ASKED: Final = {
    KNOCKOUT: ("first", *OF_BRACKET, "others", "best", "third_place", *OF_LENGTH),
    GROUPS: ("first", "others", "best", "size"),
    **dict.fromkeys(STANDING_KINDS, (WHO, "first", "others", "best", "rounds", "groups")),
    HEATS: ("first", "others", "best", "rounds", "heat"),
}
TYPED: Final = "typed"
CROSSINGS: Final = {
    BY_RANK: _("As their places say"),
    ENDS: _("The firsts against the last"),
    TYPED: _("As I write it"),
}
NUMBERS: Final = range(2, MOST_STAGES + 1)
FIRST, BEST = 2, 8
MOST_OF_A_GROUP, MOST_OTHERS, MOST_IN_TURN = 16, 64, 8


def every_length() -> NumberChoice:
    """Return the question how many matches decide a table of every round."""
    return NumberChoice(BEST_OF, otherwise=LENGTHS[0], label=_("Every round"))


def own_length(name: Any) -> NumberChoice:
    """Return the question whether a round has a length of its own."""
    return NumberChoice({AS_EVERY: _("As every round"), **BEST_OF}, otherwise=AS_EVERY, label=name)


def lengths_json(every: int, own: Mapping[str, int]) -> dict[str, int]:
    """Return how long tables play as an event keeps it: what holds for ``every`` round, and each that differs.

    So an event that is copied for more entries has no round that nobody chose (R-KO-10).
    """
    for_all = {} if every == LENGTHS[0] else {EVERY: every}
    return {**for_all, **{name: length for name, length in own.items() if length not in (AS_EVERY, every)}}


class KindRadioSelect(forms.RadioSelect):
    """The choice of what follows; each names in ``data-after`` the formats that it may follow."""

    after: Mapping[str, Sequence[str]] = {}

    def create_option(self, *args: Any, **options: Any) -> dict[str, Any]:
        option = super().create_option(*args, **options)
        if option["value"]:
            option["attrs"]["data-after"] = " ".join(self.after.get(option["value"], ()))
        return option


def field_name(number: int, name: str) -> str:
    """Return the name of a field of stage ``number``."""
    return f"stage{number}_{name}"


def _numbers(least: int, most: int) -> dict[int, str]:
    return {number: str(number) for number in range(least, most + 1)}


def stage_fields(number: int) -> dict[str, forms.Field]:
    """Return what is asked of stage ``number``, in the order of the page."""
    question = gettext("And then?") if number == NUMBERS[0] else gettext("And after stage %(number)s?")
    fields = {
        "kind": forms.ChoiceField(
            label=question % {"number": number - 1},
            choices=[("", NOTHING), *WORDS.items()],
            widget=KindRadioSelect,
            initial="",
            required=False,
        ),
        WHO: NumberChoice(
            {EVERYBODY: _("Everybody: results count on"), THE_BEST: _("Only the best, from zero")},
            otherwise=EVERYBODY,
            label=_("Who plays these rounds"),
        ),
        "first": NumberChoice(
            {0: _("None: only the best of all"), **_numbers(1, MOST_OF_A_GROUP)},
            otherwise=FIRST,
            label=_("How many of each group or heat go on"),
        ),
        "apart": forms.BooleanField(
            label=_("Separate finals: the firsts among themselves, the seconds, the thirds ..."),
            required=False,
            initial=False,
            help_text=_("All firsts are placed before all seconds, and these before all thirds."),
        ),
        "crossing": forms.ChoiceField(
            label=_("Which places meet at first"),
            choices=list(CROSSINGS.items()),
            initial=BY_RANK,
            required=False,
            help_text=_(
                "As their places say, those of one group meet as late as can be. With the firsts against the last who "
                "go on, those in the middle meet among themselves."
            ),
        ),
        "pairs": forms.CharField(
            label=_("Place against place"),
            max_length=LONGEST,
            required=False,
            initial="",
            help_text=_(
                "With a space between them: 1-3 2-2 is the firsts against the thirds, the seconds among themselves. "
                "A place that is not there has a bye."
            ),
        ),
        "others": CountField(
            label=_("And the best of the others"),
            min_value=0,
            max_value=MOST_OTHERS,
            otherwise=0,
            widget=number_input(),
            help_text=_(
                "By what they won per match, whatever their group or heat. "
                "In a knockout of 8, 16 or 32 nobody has a bye."
            ),
        ),
        "best": CountField(
            label=_("How many go on"),
            min_value=FEWEST_ENTRANTS,
            max_value=MOST_GO_ON,
            otherwise=BEST,
            widget=number_input(),
            help_text=_("The first of the standings."),
        ),
        "third_place": forms.BooleanField(label=_("A match for third place"), initial=True, required=False),
        "best_of_every": every_length(),
        "best_of_semifinal": own_length(_("Semifinals")),
        "best_of_final": own_length(_("Final")),
        "rounds": CountField(
            label=_("Number of rounds"),
            min_value=LEAST_ROUNDS,
            max_value=MOST_ROUNDS,
            otherwise=LEAST_ROUNDS,
            widget=number_input(),
        ),
        "groups": NumberChoice(
            {1: _("One: all together"), **_numbers(2, MOST_IN_TURN)},
            otherwise=1,
            label=_("In how many groups"),
            help_text=_("Cut from the top of the standings: each group is paired and placed on its own."),
        ),
        "heat": NumberChoice(
            {0: _("Everybody together"), **_numbers(SMALLEST_HEAT, LARGEST_HEAT)},
            otherwise=0,
            label=_("How many in a heat"),
        ),
        "size": NumberChoice(
            _numbers(SMALLEST_GROUP, LARGEST_GROUP),
            otherwise=GroupOptions().size,
            label=_("How many in a group"),
        ),
    }
    fields["kind"].is_answered = True  # type: ignore[attr-defined]
    for name, field in fields.items():
        if name != "kind":
            field.widget.attrs["data-then"] = " ".join(kind for kind, asked in ASKED.items() if name in asked)
        if name in (*OF_GROUPS, *OF_ALL):
            field.widget.attrs["data-cut"] = "all" if name in OF_ALL else "groups"
    return fields


ASKED_AT_ALL: Final = tuple(stage_fields(NUMBERS[0]))
OF_FOLLOWING: Final = tuple(field_name(number, name) for number in NUMBERS for name in ASKED_AT_ALL)


class FollowingFields(forms.Form):
    """The choice of what follows each stage. The inputs name in ``data-then`` the choices that they belong to."""

    after: Mapping[str, Sequence[str]] = {}
    """Each stage that may follow, with the formats that it may follow."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for number in NUMBERS:
            self.fields |= {field_name(number, name): field for name, field in stage_fields(number).items()}

    @property
    def leading(self) -> list[str]:
        """The formats that another stage may follow."""
        return list(dict.fromkeys(kind for kinds in self.after.values() for kind in kinds))

    def offer(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Offer only the stages of ``pairs``: each is a stage and a format that it may follow."""
        after: dict[str, list[str]] = {}
        for kind, before in dict.fromkeys(pairs):
            after.setdefault(kind, []).append(before)
        self.after = after
        left = {"kind", *(name for kind in after for name in ASKED[kind])} if after else set()
        for number in NUMBERS:
            for name in ASKED_AT_ALL:
                if name not in left:
                    del self.fields[field_name(number, name)]
            if after:
                field: Any = self.fields[field_name(number, "kind")]
                field.widget.after = after
                field.choices = [(kind, words) for kind, words in field.choices if not kind or kind in after]

    def of_first_stage(self) -> list[forms.BoundField]:
        """Return the fields of the event itself and of its first stage."""
        return [self[name] for name in self.fields if name not in OF_FOLLOWING]

    def stage_blocks(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """Yield the number of each stage that may follow, with its fields."""
        for number in NUMBERS:
            names = [field_name(number, name) for name in ASKED_AT_ALL]
            if asked := [self[name] for name in names if name in self.fields]:
                yield number, asked

    def following(self, first: Mapping[str, Json], kept: Sequence[Json] = ()) -> list[Json]:
        """Return the chosen stages that follow the ``first`` one, over those that are ``kept``, the first included."""
        found: list[Json] = []
        before = first
        for number in NUMBERS:
            kind = self.cleaned_data.get(field_name(number, "kind"))
            if not kind or before["kind"] not in self.leading:
                break
            names = {name: field_name(number, name) for name in ASKED[kind]}
            values = {name: self.cleaned_data.get(key, self.fields[key].initial) for name, key in names.items()}
            own = kept[number - 1] if number <= len(kept) and kept[number - 1]["kind"] == kind else {}
            usual = {"rematches": NOT_IN_A_ROW} if kind == DANISH else {}
            # Choices for the first stage that count in this one too: the ranking, the size of tables. A kept stage has
            # its own as long as the first one keeps its choice.
            shared: dict[str, Json] = {}
            if kind != KNOCKOUT and (kind == HEATS) == (first["kind"] == HEATS):
                former = _for_all(kept[0]) if own else {}
                for_all = _for_all(first).items()
                shared = {name: value for name, value in for_all if not own or former.get(name) != value}
            movement = {
                name: value for name, value in values.items() if name not in (WHO, *OF_GROUPS, *OF_ALL, *OF_LENGTH)
            }
            if kind == KNOCKOUT:
                # A kept stage has lengths of other rounds by the API only: they stay.
                had = {
                    name: length
                    for name, length in own.get("best_of", {}).items()
                    if name not in (EVERY, *LENGTHS_ASKED)
                }
                chosen = lengths_json(
                    values["best_of_every"], {name: values[f"best_of_{name}"] for name in LENGTHS_ASKED} | had
                )
                if chosen or "best_of" in own:
                    movement["best_of"] = chosen
            before = {
                **usual,
                **own,
                **shared,
                "kind": kind,
                **movement,
                "from": _who(values, _cut(before, number)),
            }
            found.append(before)
        return found

    def forget_hidden(self, chosen: Mapping[str, Json] | None = None) -> None:
        """Drop the errors of questions that the page hides.

        Which questions say who goes on is known where the ``chosen`` stages are; without them none of these is dropped
        but where everybody does.
        """
        stages = stages_in(chosen) if chosen else []
        first = stages[0]["kind"] if stages else self.cleaned_data.get("kind")
        is_asked = first in self.leading if first else bool(self.leading)
        asked: set[str] = set()
        for number in NUMBERS:
            if not is_asked:
                break
            kind = self.cleaned_data.get(field_name(number, "kind")) or ""
            cut = _cut(stages[number - 2], number) if kind and stages else (*OF_GROUPS, *OF_ALL)
            names = _questions_of(kind, cut, self.cleaned_data.get(field_name(number, WHO)))
            asked |= {field_name(number, name) for name in ("kind", *names)}
            is_asked = kind in self.leading
        for name in self.errors.keys() & set(OF_FOLLOWING) - asked:
            del self.errors[name]

    def check_following(self, game: ScoredGame, rules: Json, chosen: Mapping[str, Json]) -> None:
        """Put the refusal of a stage on its field. Raises RefusedError where the first stage is refused."""
        first, *following = stages_in(chosen)
        fitting_format(game, rules, stages_json([first]))
        for number, stage in enumerate(following, NUMBERS[0]):
            who = stage["from"]
            if not _are_enough(who):
                self.add_error(field_name(number, "others" if who["best"] else "first"), _("At least two must go on."))
                return
            about_groups = ""
            try:
                fitting_format(game, rules, stages_json([first, *following[: number - 1]]))
                if stage["kind"] in STANDING_KINDS and who["best"] and not who["first"]:
                    # So few of all may go on to Danish or Swiss rounds that they never fill their groups.
                    about_groups = "groups"
                    format_of_stage(stage).check_entrants(who["best"])
            except RefusedError as refusal:
                about_crossing = "pairs" if refusal.code == "bad_crossing" else ""
                asked = field_name(number, about_groups or about_crossing or refusal.field)
                about = field_of_refusal(self, asked) or field_name(number, "kind")
                self.add_error(about, sentence(refusal, game.key))
                return


def following_of(game: ScoredGame, rules: Json, kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each stage that may follow a format of ``kinds`` in this game, with that format."""
    for kind in WORDS:
        coming = {"carries": True} if WHO in ASKED[kind] else {"best": BEST}
        for before in kinds:
            try:
                fitting_format(game, rules, stages_json([{"kind": before}, {"kind": kind, "from": coming}]))
            except RefusedError:
                continue
            yield kind, before


def _for_all(first: Mapping[str, Json]) -> dict[str, Json]:
    """Return what a first stage says for all; its table of clubs is declared once."""
    found = {"max_table": first["max_table"]} if first["kind"] == HEATS and "max_table" in first else {}
    if "ranking" in first:
        found["ranking"] = ranking_to_json(replace(ranking_from_json(first["ranking"]), clubs=None))
    return found


def _cut(before: Mapping[str, Json], number: int) -> tuple[str, ...]:
    """Return the questions that say who goes on to stage ``number`` from the one before, as the page shows them.

    Groups that come in turn have no finals of their own. A first stage has them by the API only: all go on together.
    """
    found = format_of_stage(before)
    if isinstance(found, InRounds) and found.largest_group > 0:
        return OF_GROUPS
    if isinstance(found, InRounds) and found.groups_come_in_turn and number > NUMBERS[0]:
        return tuple(name for name in OF_GROUPS if name not in OF_BRACKET)
    return OF_ALL


def _who(values: Mapping[str, Any], cut: Sequence[str]) -> Json:
    """Return who comes to a stage, as an event keeps it."""
    if values.get(WHO) == EVERYBODY:
        return {"first": 0, "best": 0, "carries": True}
    if cut == OF_ALL:
        return {"first": 0, "best": values["best"], "carries": False}
    found = {"first": values["first"], "best": values["others"], "carries": False}
    chosen = values.get("crossing") or BY_RANK
    if "apart" in cut and values.get("apart"):
        found["apart"] = True
    elif "crossing" in cut and chosen != BY_RANK:
        found["crossing"] = " ".join((values.get("pairs") or "").split()) if chosen == TYPED else chosen
    return found


def _are_enough(who: Json) -> bool:
    """Return whether two at least come to a stage, as far as its numbers say."""
    return bool(who["carries"] or who["first"]) or who["best"] >= FEWEST_ENTRANTS


def _questions_of(kind: str, cut: Sequence[str], who: int | None) -> Sequence[str]:
    """Return what is asked of such a stage where ``cut`` says which of the best go on to it, if not everybody does."""
    asked = ASKED.get(kind, ())
    cut = () if WHO in asked and who != THE_BEST else cut
    return [name for name in asked if name in cut or name not in (*OF_GROUPS, *OF_ALL)]


def stages_in(kept: Mapping[str, Json]) -> list[Json]:
    """Return the stages of a kept format; any other format is the only one."""
    return kept["stages"] if kept.get("kind") == STAGES else [kept]


def stages_json(stages: Sequence[Json]) -> dict[str, Json]:
    """Return stages as an event keeps them; a single one is the format itself."""
    if stages[1:]:
        return {"kind": STAGES, "stages": list(stages)}
    return {name: value for name, value in stages[0].items() if name != "from"}


def stages_for_form(first: Mapping[str, Json], following: Sequence[Json]) -> dict[str, Any] | None:
    """Return the kept stages that follow the first as the form shows them; None where it has no such choice."""
    shown: dict[str, Any] = {}
    before = first
    for number, stage in enumerate(following, NUMBERS[0]):
        kind, who, cut = stage["kind"], stage["from"], _cut(before, number)
        if kind not in WORDS or not _are_enough(who):
            return None
        playing = EVERYBODY if who["carries"] else THE_BEST
        asked, fields = _questions_of(kind, cut, playing), stage_fields(NUMBERS[0])
        crossing = who.get("crossing", BY_RANK)
        kept = {**stage, **who, "others": who["best"], WHO: playing}
        lengths = stage.get("best_of", {})
        kept |= {"best_of_every": lengths.get(EVERY, LENGTHS[0])}
        kept |= {f"best_of_{name}": lengths.get(name, AS_EVERY) for name in LENGTHS_ASKED}
        if crossing not in CROSSINGS:
            kept |= {"crossing": TYPED, "pairs": crossing}
        values = {name: kept.get(name, field.initial) for name, field in fields.items() if name in asked}
        try:
            cleaned = {name: fields[name].clean(value) for name, value in values.items()}
        except forms.ValidationError:
            return None
        if _who(cleaned, cut) != who:
            return None
        shown |= {field_name(number, name): value for name, value in {"kind": kind, **values}.items()}
        before = stage
    return shown
