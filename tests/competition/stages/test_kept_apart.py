"""Who the organiser keeps apart in rounds that are paired by the standing (R-HND-11)."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.competition.stages.every_pairing import pairings
from tests.competition.stages.standing_rounds import BY_SCORE, DANISH, MODIFIED, SWISS, announced, history, tables
from tests.searching import often, seeds
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stages import of_stage
from tournaments.competition.stages.by_standing import pair
from tournaments.competition.stages.facts import Apart, Facts, Reason
from tournaments.competition.stages.standing_options import StandingOptions


def kept(facts: Facts, *sets: Apart) -> Facts:
    return replace(facts, apart=sets)


@pytest.mark.parametrize("options", [DANISH, MODIFIED, SWISS, BY_SCORE], ids=["danish", "modified", "swiss", "score"])
def test_those_who_are_kept_apart_do_not_meet(options: StandingOptions) -> None:
    facts = kept(announced("1-4 2-3"), Apart((1, 2)))
    assert tables(pair([1, 2, 3, 4], facts, options)) == ["1-3", "2-4"]


def test_the_page_says_who_is_kept_apart_and_where_it_could_not_be_helped() -> None:
    facts = kept(announced("1-6 2-5 3-4"), Apart((1, 2)))
    found = pair([1, 2, 3, 4, 5, 6], facts, DANISH)
    assert found.reasons[0] == Reason("nearest_kept_apart", {"rank": 1, "other": 3, "nearest": 2})
    all_of_one = kept(announced("1-4 2-3"), Apart((1, 2, 3, 4)))
    assert pair([1, 2, 3, 4], all_of_one, DANISH).reasons == (
        Reason("apart_unavoidable", {"rank": 1, "other": 2}),
        Reason("apart_unavoidable", {"rank": 3, "other": 4}),
    )


def test_after_its_rounds_a_set_may_meet() -> None:
    facts = announced("1-4 2-3")
    assert tables(pair([1, 2, 3, 4], kept(facts, Apart((1, 2), until=2)), DANISH)) == ["1-3", "2-4"]
    assert tables(pair([1, 2, 3, 4], kept(facts, Apart((1, 2), until=1)), DANISH)) == ["1-2", "3-4"]


def test_somebody_of_them_rests_so_that_they_do_not_meet() -> None:
    facts = kept(announced("1-2 3"), Apart((1, 2)))
    assert tables(pair([3, 1, 2], facts, DANISH)) == ["1-3", "2"]
    all_but_one = kept(announced("1-2 3-4 5"), Apart((1, 2, 3, 4)))
    # One meeting is left of them, however the others rest.
    assert tables(pair([5, 1, 2, 3, 4], all_but_one, DANISH)) == ["1-5", "2-3", "4"]


def test_who_may_not_meet_again_does_not_do_it_for_a_set() -> None:
    facts = kept(announced("1-2 3-4", "1-3 2-4"), Apart((1, 4)))
    assert tables(pair([1, 2, 3, 4], facts, SWISS)) == ["1-4", "2-3"]
    again = kept(announced("1-2 3-4", "1-3 2-4", "1-4 2-3"), Apart((1, 2, 3, 4)))
    assert [each.code for each in pair([1, 2, 3, 4], again, SWISS).reasons] == ["rematch_unavoidable"] * 2


def test_a_small_field_is_kept_apart_in_the_rounds_to_come_too() -> None:
    """Of six the two brothers never meet in four rounds, which leaves them four opponents each."""
    facts = kept(Facts(announced("1-2 3-4 5-6").entrants), Apart((1, 2)))
    options = replace(BY_SCORE, rounds=4)
    dice = Random(4)
    order = [3, 1, 4, 2, 5, 6]
    for _round in range(4):
        found = pair(order, facts, options)
        assert {frozenset(each.keys) for each in found.meetings}.isdisjoint({frozenset((1, 2))})
        assert all(why.code != "rematch_unavoidable" for why in found.reasons)
        facts = replace(facts, meetings=(*facts.meetings, *found.meetings))
        dice.shuffle(order)


def test_where_the_rounds_to_come_need_it_only_this_round_keeps_them_apart() -> None:
    facts = kept(announced("1-3 2-4"), Apart((1, 2)))
    found = pair([1, 2, 3, 4], facts, replace(BY_SCORE, rounds=3))
    assert tables(found) == ["1-4", "2-3"]


@pytest.mark.parametrize("seed", seeds(20))
def test_no_pairing_has_fewer_of_them_meet(seed: int) -> None:
    chance = Random(seed)
    for turn in range(often(12)):
        count = chance.randint(2, 8)
        order = list(range(1, count + 1))
        chance.shuffle(order)
        sets = tuple(Apart(tuple(chance.sample(order, chance.randint(2, count)))) for _ in range(chance.randint(1, 3)))
        facts = kept(history(count, chance), *sets)
        facts = replace(facts, meetings=tuple(each._replace(round=min(each.round, 29)) for each in facts.meetings))
        options = (SWISS, BY_SCORE, MODIFIED, DANISH)[turn % 4]
        together = {frozenset(two) for each in sets for two in combinations(each.keys, 2)}
        found = pair(order, facts, options)
        again = sum(why.code == "rematch_unavoidable" for why in found.reasons)
        if again:
            continue
        barred = [each for each in facts.meetings if options.rematches != "allowed"]
        if options.rematches == "not_in_a_row":
            barred = [each for each in barred if each.round == facts.last_round]
        met = {frozenset(each.keys) for each in barred}
        rested = {key: sum(each.is_rest and each.keys[0] == key for each in facts.meetings) for key in order}
        least = min(
            sum(frozenset(two) in together for two in pairs)
            for rest in ([key for key in order if rested[key] == min(rested.values())] if count % 2 else [None])
            for pairs in pairings([key for key in order if key != rest])
            if all(frozenset(two) not in met for two in pairs)
        )
        assert sum(frozenset(each.keys) in together for each in found.meetings) == least


def test_in_a_later_stage_the_rounds_of_a_set_are_those_of_the_event() -> None:
    facts = kept(announced("1-2 3-4", "1-3 2-4", "1-4 2-3"), Apart((1, 2)), Apart((3, 4), 2), Apart((1, 4), 5))
    assert of_stage(facts, 3, range(3, 4)).apart == (Apart((1, 2)), Apart((1, 4), 3))


def test_in_groups_of_a_danish_they_are_kept_apart_too() -> None:
    found = format_of({"kind": "danish", "rounds": 3, "groups": 2, "rematches": "allowed"})
    facts = kept(Facts(announced("1-2 3-4 5-6 7-8").entrants), Apart((1, 2)), Apart((7, 8)))
    paired = found.first_round(range(1, 9), facts)  # type: ignore[union-attr]
    assert tables(paired) == ["1-3", "2-4", "5-7", "6-8"]
