"""What is still open for every entry of a stage: its places, and whether it goes on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product

import pytest

from tests.competition.stages.played_stages import stages
from tests.searching import dice, seeds
from tournaments.competition.formats.rounds import PairedFormat
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.scoring import PUBLISHED, ForfeitTerms
from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.facts import Decided, Facts, Meeting, Result, Score
from tournaments.competition.stages.level import open_levels
from tournaments.competition.stages.outlook import OPEN, OUT, THROUGH, Cut, Outlook, Outlooks, final_outlook
from tournaments.competition.stages.points import VALLIADI
from tournaments.competition.stages.possible import Gains, gains_in_vp, gains_of
from tournaments.competition.stages.ranking import RANKINGS, Ranking
from tournaments.competition.stages.standing import NO_GROUPS, Groups, standing
from tournaments.competition.types import Entrant

POINTS = RANKINGS["three_points"]


def facts_of(entrants: int, over: str, ahead: str = "", left: Sequence[int] = (), group: int = 0) -> Facts:
    """Tables of round 1 as "1-2", of which the first one won, and those that are still to be played in round 2."""
    done = [Meeting(1, tuple(map(int, pair.split("-"))), group) for pair in over.split()]
    still = [Meeting(2, tuple(map(int, pair.split("-"))), group) for pair in ahead.split()]
    results = [Result(each, (Score(1, 21), Score(2, 7))[: len(each.keys)]) for each in done]
    return Facts(
        tuple(map(Entrant, range(1, entrants + 1))), (*done, *still), tuple(results), left=dict.fromkeys(left, 1)
    )


def told(facts: Facts, cut: Cut | None, unpaired: int = 0, groups: Groups = NO_GROUPS) -> str:
    """Each entry by its key as "1: 1-2 through"."""
    ranked = standing(facts, POINTS, groups=groups)
    outlooks = Outlooks(ranked, facts, gains_of(VALLIADI), unpaired=unpaired, cut=cut)
    found = [(key, outlooks.of(key) or Outlook(0, 0)) for key in sorted(ranked.order)]
    return ", ".join(f"{key}: {each.best}-{each.worst} {each.fate}".strip() for key, each in found)


# R-TIE-16
@pytest.mark.parametrize(
    ("ahead", "cut", "said"),
    [
        pytest.param("2-4", Cut(2, 0), "1: 1-3 open, 2: 1-4 open, 3: 1-3 open, 4: 1-4 open", id="two of four"),
        pytest.param("1-2", Cut(2, 0), "1: 1-3 open, 2: 1-4 open, 3: 1-3 open, 4: 3-4 out", id="one has played"),
        pytest.param("1-2", Cut(2, 1), "1: 1-3 through, 2: 1-4 open, 3: 1-3 through, 4: 3-4 open", id="best of all"),
        pytest.param("1-2", None, "1: 1-3, 2: 1-4, 3: 1-3, 4: 3-4", id="nobody is cut"),
    ],
)
def test_who_goes_on_for_certain_and_who_cannot_any_more(ahead: str, cut: Cut | None, said: str) -> None:
    assert told(facts_of(4, "1-2 3-4", ahead), cut) == said


# R-TIE-16
def test_the_best_of_several_groups_are_not_known_before_the_end() -> None:
    """Group 1 is over: its first is through, its second may be the best of the others, its third cannot."""
    one, other = facts_of(6, "1-2 1-3 2-3", group=1), facts_of(6, "", "4-5 4-6 5-6", group=2)
    facts = Facts(one.entrants, (*one.meetings, *other.meetings), one.results)
    said = told(facts, Cut(1, 1), groups={1: (1, 2, 3), 2: (4, 5, 6)})
    assert said == "1: 1-1 through, 2: 2-2 open, 3: 3-3 out, 4: 1-3 open, 5: 1-3 open, 6: 1-3 open"


# R-TIE-16
def test_who_has_left_is_out_and_keeps_nobody_from_going_on() -> None:
    assert (
        told(facts_of(4, "1-2 3-4", "1-2", left=[1, 4]), Cut(2, 0))
        == "1: 1-3 out, 2: 1-4 through, 3: 1-3 through, 4: 3-4 out"
    )


# R-GRP-16, R-TIE-16
@pytest.mark.parametrize(
    ("first", "left", "said"),
    [
        pytest.param(2, [], "1: 1-1 through in 1, 2: 2-3 open, 3: 2-3 open", id="the third is out"),
        pytest.param(3, [], "1: 1-1 in 1, 2: 2-3, 3: 2-3", id="nobody is cut"),
        pytest.param(2, [1], "1: 1-1, 2: 2-3, 3: 2-3", id="all who are left go on"),
    ],
)
def test_with_finals_by_place_the_bracket_is_told_as_soon_as_it_is_sure(first: int, left: list[int], said: str) -> None:
    """1 has won both; 2 and 3 have still to meet."""
    facts = facts_of(3, "1-2 1-3", "2-3", left=left)
    outlooks = Outlooks(standing(facts, POINTS), facts, gains_of(VALLIADI), cut=Cut(first, 0, apart=True))
    found = [(key, each) for key in (1, 2, 3) if (each := outlooks.of(key))]
    assert said == ", ".join(
        " ".join(filter(None, [f"{key}: {each.best}-{each.worst}", each.fate, each.bracket and f"in {each.bracket}"]))
        for key, each in found
    )


# R-TIE-15
def test_rounds_that_are_not_paired_keep_places_open() -> None:
    assert told(facts_of(3, "1-2 3"), Cut(1, 0), unpaired=1) == "1: 1-3 open, 2: 1-3 open, 3: 1-3 open"


def test_all_places_of_the_group_are_said_to_be_open() -> None:
    facts = facts_of(4, "1-2 3-4", "1-2")
    outlooks = Outlooks(standing(facts, POINTS), facts, gains_of(VALLIADI))
    found = [outlooks.of(key) for key in (1, 2, 3, 4)]
    assert [each.is_of_all for each in found if each] == [False, True, False, False]


def test_nothing_is_said_where_the_total_does_not_come_first() -> None:
    facts = facts_of(2, "1-2")
    ranking = Ranking(Chain(("wins", "points")), VALLIADI)
    assert Outlooks(standing(facts, ranking), facts, gains_of(VALLIADI)).of(1) is None


# R-TIE-16
def test_once_all_tables_are_over_those_who_go_on_are_through() -> None:
    found = final_outlook(standing(facts_of(2, "1-2"), POINTS), Cut(1, 0), lambda _found: {1: 0})
    assert [(each.best, each.worst, each.fate) for each in found.values()] == [(1, 1, "through"), (2, 2, "out")]


def test_once_all_tables_are_over_nobody_is_out_where_nobody_is_cut() -> None:
    over = standing(facts_of(2, "1-2"), POINTS)
    assert final_outlook(over, None, lambda _found: {}) == {1: Outlook(1, 1), 2: Outlook(2, 2)}
    by_place = final_outlook(over, Cut(2, 0, apart=True), lambda _found: {1: 1, 2: 2})
    assert by_place == {1: Outlook(1, 1, bracket=1), 2: Outlook(2, 2, bracket=2)}


CARD = {"kind": "groups", "size": 3, "ranking": "valliadi"}
EVENINGS = {
    "the first of each group": (stages(CARD, {"kind": "knockout", "from": {"first": 1}}), 6),
    "two of each group": (stages(CARD, {"kind": "knockout", "from": {"first": 2}}), 6),
    "the first, and the best of the others": (stages(CARD, {"kind": "knockout", "from": {"first": 1, "best": 1}}), 6),
    "finals by place": (stages(CARD, {"kind": "knockout", "from": {"first": 2, "apart": True}}), 6),
    "one group of four": (stages({**CARD, "size": 4}, {"kind": "knockout", "from": {"first": 2}}), 4),
    "the best of a Danish": (
        stages(
            {"kind": "danish", "rounds": 2, "rematches": "allowed", "ranking": "valliadi"},
            {"kind": "knockout", "from": {"best": 2}},
        ),
        4,
    ),
}


def with_result(facts: Facts, winner: int) -> Facts:
    """The first table without a result is won by this line, always by as much: so many are level."""
    meeting = facts.meetings[len(facts.results)]
    scores = [Score(1, 21) if line == winner else Score(2, 7) for line in range(len(meeting.keys))]
    return replace(facts, results=(*facts.results, Result(meeting, tuple(scores), is_played=not meeting.is_rest)))


def with_tables(event: StagesFormat, facts: Facts) -> Facts:
    """The next round is paired where it is by the standings, and everything before it is over."""
    now = event.opening
    if isinstance(now, PairedFormat) and facts.last_round < now.planned_rounds and not ahead_in(facts):
        return replace(facts, meetings=(*facts.meetings, *now.pair(facts).meetings))
    return facts


def ahead_in(facts: Facts) -> int:
    return len(facts.meetings) - len(facts.results)


def at_the_draw(event: StagesFormat, entrants: int) -> Facts:
    drawn = tuple(map(Entrant, range(1, entrants + 1)))
    return Facts(drawn, event.opening.schedule(event.draw(drawn).positions))


def ends(event: StagesFormat, facts: Facts) -> Iterator[Mapping[int, int]]:
    """Who goes on, for every way in which the rest can be played and the level be parted by hand."""
    facts = with_tables(event, facts)
    if ahead_in(facts):
        for winner in range(len(facts.meetings[len(facts.results)].keys)):
            yield from ends(event, with_result(facts, winner))
        return
    levels = open_levels(event.standing(facts, [1], 1))
    for orders in product(*(permutations(each.keys) for each in levels)):
        by_card = tuple([Decided("highest_card", order, facts.last_round) for order in orders])
        yield event.going_on(1, event.standing(replace(facts, decided=by_card), [1], 1), ())


def unpaired_in(event: StagesFormat, facts: Facts) -> int:
    """The rounds that are still to be paired; of groups all are known from the draw."""
    return max(0, event.opening.planned_rounds - facts.last_round)


def fates_of(event: StagesFormat, facts: Facts) -> dict[int, Outlook]:
    """What is said of everybody now."""
    ranked, cut = event.standing(facts, [1], 1), event.cut(1)
    unpaired = unpaired_in(event, facts)
    if not ahead_in(facts) and not unpaired:
        return final_outlook(ranked, cut, lambda found: event.going_on(1, found, ()))
    outlooks = Outlooks(ranked, facts, gains_of(VALLIADI), unpaired=unpaired, cut=cut)
    return {key: each for key in ranked.order if (each := outlooks.of(key))}


# R-TIE-16
@pytest.mark.without_coverage
@pytest.mark.parametrize("seed", seeds(6))
@pytest.mark.parametrize("name", EVENINGS)
def test_who_is_through_or_out_is_so_however_the_rest_is_played_drawn_or_decided(name: str, seed: int) -> None:
    event, entrants = EVENINGS[name]
    throw = dice(f"fates {name} {seed}")
    facts = at_the_draw(event, entrants)
    for _table in range(throw.randint(max(0, ahead_in(facts) - 3), 2 * ahead_in(facts))):
        facts = with_tables(event, facts)
        if ahead_in(facts):
            facts = with_result(facts, throw.randrange(len(facts.meetings[len(facts.results)].keys)))
    said, found = fates_of(event, facts), list(ends(event, facts))
    assert said
    for key, each in said.items():
        goes = {key in end for end in found}
        assert each.fate not in (THROUGH, OUT) or goes == {each.fate == THROUGH}, key
        assert not each.bracket or {end.get(key) for end in found} == {each.bracket}
        if not ahead_in(facts) and not unpaired_in(event, facts):
            assert each.fate == (OPEN if len(goes) > 1 else THROUGH if goes == {True} else OUT)


# R-TIE-16
def test_of_those_who_wait_for_a_card_nobody_is_through_and_nobody_out() -> None:
    """All three of each group have beaten one other by as much: one of them goes on, and the best second of both."""
    event, entrants = EVENINGS["the first, and the best of the others"]
    facts = at_the_draw(event, entrants)
    groups = event.opening.groups(facts)
    while ahead_in(facts):
        meeting = facts.meetings[len(facts.results)]
        at = [groups[meeting.group].index(key) for key in meeting.keys]
        facts = with_result(facts, int((at[-1] - at[0]) % 3 == 2))
    found = fates_of(event, facts)
    assert {(each.best, each.worst, each.fate) for each in found.values()} == {(1, 3, OPEN)}


# R-TIE-16
def test_of_more_orders_than_are_gone_through_nothing_is_sure() -> None:
    """Two groups of five who are all level: 14,400 orders."""
    facts = facts_of(10, "")
    groups = {1: (1, 2, 3, 4, 5), 2: (6, 7, 8, 9, 10)}
    met = [Meeting(1, (one,), group) for group, keys in groups.items() for one in keys]
    facts = replace(facts, meetings=tuple(met), results=tuple(Result(each, (Score(1, 21),)) for each in met))
    ranked = standing(facts, RANKINGS["valliadi"], groups=groups)
    assert len(open_levels(ranked)) == 2
    found = final_outlook(ranked, Cut(1, 1), lambda _each: pytest.fail("an order is gone through"), left=[3])
    assert {key for key, each in found.items() if each.fate == OUT} == {3}
    assert {each.fate for key, each in found.items() if key != 3} == {OPEN}


# R-TIE-15
def test_a_table_gives_the_vp_of_its_scale_and_of_a_fault() -> None:
    assert gains_in_vp(PUBLISHED["21pt"], ForfeitTerms()) == Gains(least=0, most=20, pair=20, rest=14)
    assert gains_in_vp(PUBLISHED["7pt"], ForfeitTerms(offender_vp=3)) == Gains(least=2, most=18, pair=21, rest=14)
