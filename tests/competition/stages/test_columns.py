"""What the standings show, by the ranking; and why somebody meets an opponent, told after the round was paired."""

from dataclasses import replace

import pytest

from tests.competition.stages.standing_rounds import announced
from tournaments.competition.formats.rounds import StandingFormat
from tournaments.competition.stages.chain import CHAINS, Chain
from tournaments.competition.stages.facts import Facts, Result, Score
from tournaments.competition.stages.points import VALLIADI
from tournaments.competition.stages.ranking import Ranking
from tournaments.competition.stages.standing_options import StandingOptions

DANISH = StandingFormat(options=StandingOptions(kind="danish", rounds=3, rematches="not_in_a_row"))


@pytest.mark.parametrize(
    ("ranking", "columns"),
    [
        (Ranking(), ("played", "vp", "mp", "wins")),
        (Ranking(CHAINS["valliadi"], VALLIADI), ("played", "points", "record", "difference", "scored")),
        (Ranking(Chain(("wins", "lot"))), ("played", "record", "difference", "scored")),
    ],
)
def test_the_ranking_declares_the_columns(ranking: Ranking, columns: tuple[str, ...]) -> None:
    assert ranking.columns == columns


def played(facts: Facts, *, winner: int) -> Facts:
    """The first round with its results; one line of each table has won."""
    meetings = [meeting for meeting in facts.meetings if meeting.round == 1]
    scores = [
        tuple(Score(1 if line == winner else 2, vp=14 - 4 * (line != winner)) for line in (0, 1)) for _ in meetings
    ]
    results = tuple(Result(meeting, both) for meeting, both in zip(meetings, scores, strict=True))
    return replace(facts, results=results)


def test_the_reasons_of_the_last_round_are_told_from_the_facts_before_it() -> None:
    first = played(announced("1-2 3-4"), winner=0)
    paired = DANISH.pair(first)
    facts = replace(first, meetings=(*first.meetings, *paired.meetings))
    found = DANISH.reasons(facts)
    assert sorted(found) == [1, 2, 3, 4]
    assert [found[meeting.keys[0]] for meeting in paired.meetings] == list(paired.reasons)
    assert found[1] == found[paired.meetings[0].keys[1]]


def test_nothing_is_told_of_a_drawn_round_and_after_a_correction() -> None:
    assert DANISH.reasons(Facts(())) == {}
    first = played(announced("1-2 3-4"), winner=0)
    assert DANISH.reasons(first) == {}
    facts = replace(first, meetings=(*first.meetings, *DANISH.pair(first).meetings))
    assert DANISH.reasons(played(facts, winner=1)) == {}
