"""The rankings that an organiser chooses from, and how an event keeps its own."""

import json

import pytest

from tournaments.competition.formats.rounds import StandingFormat
from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.stages.points import TWO_ONE_NIL
from tournaments.competition.stages.ranking import (
    RANKINGS,
    Ranking,
    first_fitting,
    name_of,
    ranking_from_json,
    ranking_to_json,
)
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError


def said(ranking: Ranking) -> str:
    terms = ranking.points
    points = "" if terms is None else f"{terms.win}-{terms.draw}-{terms.loss} " if ranking.draws else f"{terms.win}-0 "
    return points + " ".join(ranking.chain.criteria)


# R-RNK-01
def test_the_named_rankings_are_those_of_their_sources() -> None:
    assert {name: said(ranking) for name, ranking in RANKINGS.items()} == {
        "vp": "vp mp head_to_head wins scored lot",
        "vp_buchholz": "vp mp buchholz head_to_head wins scored lot",
        "vp_direct": "vp head_to_head lot",
        "three_points": "3-1-0 points difference head_to_head wins lot",
        "valliadi": "3-0 points difference scored conceded highest_card",
        "two_points": "2-1-0 points head_to_head classifica_avulsa wins",
        "one_point": "1-0 points difference head_to_head wins lot",
    }


# R-RNK-02
def test_a_game_has_what_its_ranking_compares() -> None:
    def fitting(*, uses_vp: bool, low_wins: bool) -> list[str]:
        return [name for name, each in RANKINGS.items() if each.suits(uses_vp=uses_vp, low_wins=low_wins)]

    assert fitting(uses_vp=True, low_wins=False) == list(RANKINGS)
    assert fitting(uses_vp=False, low_wins=True) == ["three_points", "two_points", "one_point"]
    assert first_fitting(uses_vp=True, low_wins=False) == "vp"
    assert first_fitting(uses_vp=False, low_wins=True) == "three_points"
    # The table among those who are level adds up the points themselves: more of them are no better where fewer win.
    for name in ("scored", "conceded"):
        chosen = Ranking(Chain(("points", "classifica_avulsa"), among=("points", name)), TWO_ONE_NIL)
        assert chosen.suits(uses_vp=False, low_wins=False)
        assert not chosen.suits(uses_vp=False, low_wins=True)
    by_vp = Ranking(Chain(("points", "classifica_avulsa"), among=("vp",)), TWO_ONE_NIL)
    assert by_vp.suits(uses_vp=True, low_wins=True)
    assert not by_vp.suits(uses_vp=False, low_wins=False)


@pytest.mark.parametrize("name", RANKINGS)
def test_a_named_ranking_is_kept_whole_and_known_by_its_name(name: str) -> None:
    kept = json.loads(json.dumps(ranking_to_json(ranking_from_json(name))))
    assert ranking_from_json(kept) == RANKINGS[name]
    assert name_of(ranking_from_json(kept)) == name


def test_another_ranking_has_no_name() -> None:
    assert name_of(Ranking(Chain(("points", "lot")), TWO_ONE_NIL)) == ""


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param("football", "unknown_choice", "ranking", id="an unknown name"),
        pytest.param({"chain": {"criteria": ["points"]}}, "chain_needs_points", "ranking", id="points worth nothing"),
        pytest.param({"draws": 1}, "bad_value", "draws", id="a number"),
        pytest.param(3, "not_an_object", "options", id="neither a name nor an object"),
    ],
)
def test_a_wrong_ranking_is_refused_by_its_field(data: object, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        ranking_from_json(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-RNK-02
def test_where_fewer_points_win_the_difference_is_the_other_way_round() -> None:
    """A Danish is paired by it: who won by more penalty points of the other line is first."""
    played = (Meeting(1, (1, 2)), Meeting(1, (3, 4)))
    results = (
        Result(played[0], (Score(1, 20), Score(2, 40))),
        Result(played[1], (Score(1, 10), Score(2, 90))),
    )
    facts = Facts(tuple(map(Entrant, (1, 2, 3, 4))), played, results)
    danish = StandingFormat(options=StandingOptions("danish", "allowed", 3), ranking=RANKINGS["three_points"])
    assert danish.standing(facts, low_wins=True).order == (3, 1, 2, 4)
    assert danish.standing(facts).order == (1, 3, 4, 2)
    paired = danish.pair(facts, low_wins=True)
    assert {frozenset(meeting.keys) for meeting in paired.meetings} == {frozenset((3, 1)), frozenset((2, 4))}
