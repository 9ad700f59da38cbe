"""King of the table: winners move up one table, losers down one; table 1 is the best (R-KNG-01 to R-KNG-06)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Final, TypeAlias

from tournaments.competition.pairing.options import check_kept
from tournaments.competition.stages.facts import Facts, Meeting, Reason, Result
from tournaments.competition.stages.length import require_rounds
from tournaments.games.contract import Json, RefusedError

KING: Final = "king"
Came: TypeAlias = tuple[int, bool]
"""The table at which one played the last round, and whether it won there."""

MOST_ROUNDS: Final = 30


@dataclass(frozen=True, slots=True)
class KingOptions:
    """The choice of a king of the table: how many rounds."""

    rounds: int = 5

    def __post_init__(self) -> None:
        require_rounds(self.rounds, most=MOST_ROUNDS)


KINDS: Mapping[str, type] = MappingProxyType({"rounds": int})


def king_to_json(options: KingOptions) -> Json:
    """Return the options as JSON for an event; ``king_from_json`` reads them back."""
    return {"kind": KING, "rounds": options.rounds}


def king_from_json(data: Json) -> KingOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"kind": str, **KINDS})
    return KingOptions(**{name: value for name, value in data.items() if name != "kind"})


def pair(facts: Facts) -> tuple[Meeting, ...]:
    """The next round, from the settled results of the last one: table 1 first, the higher side as line A.

    The first round takes neighbours of the draw. Those who have left give way to those behind them, those who came
    late begin at the bottom. Raises RefusedError while a table of the last round has no result.
    """
    round_, order = facts.last_round + 1, in_order(facts)
    resting = len(order)
    if len(order) % 2:
        # The lowest of those who have rested least.
        rests = Counter(meeting.keys[0] for meeting in facts.meetings if meeting.is_rest)
        resting = min(range(len(order)), key=lambda at: (rests[order[at]], -at))
    tables = [*order[:resting], *order[resting + 1 :]]
    meetings = [Meeting(round_, (a, b)) for a, b in zip(tables[::2], tables[1::2], strict=True)]
    if resting < len(order):
        # A rest is noted between the tables at the height where its line stands.
        meetings.insert((resting + 1) // 2, Meeting(round_, (order[resting],)))
    return tuple(meetings)


def reasons(facts: Facts, meetings: Sequence[Meeting]) -> tuple[Reason, ...]:
    """Say of each of these tables of the next round who won or lost where, and moves.

    Where somebody rested, came late, or moves otherwise because of such a one, only that they are neighbours.
    """
    settled = [result for result in facts.results if result.meeting.round == facts.last_round]
    tables = [_winner_and_loser(result) for result in settled if not result.meeting.is_rest]
    came = {key: (table, key == ended[0]) for table, ended in enumerate(tables, 1) for key in ended}
    found, table, last = [], 0, len(tables)
    for meeting in meetings:
        if meeting.is_rest:
            found.append(Reason("ladder_rests"))
            continue
        table += 1
        codes: dict[tuple[Came | None, Came | None], str] = {((table - 1, False), (table + 1, True)): "ladder_moves"}
        if table == 1:
            codes[(1, True), (2, True)] = "ladder_top"
        if table == last:
            codes[(last - 1, False), (last, False)] = "ladder_bottom"
        if last == 1:
            codes[(1, True), (1, False)] = "ladder_again"
        above, below = (came.get(key) for key in meeting.keys)
        code = codes.get((above, below))
        if code is None or above is None or below is None:
            found.append(Reason("ladder_meet"))
        else:
            found.append(Reason(code, {"first": above[0], "second": below[0]}))
    return tuple(found)


def in_order(facts: Facts) -> list[int]:
    """Return those who play the next round as they stand: the ladder, and behind it those who came late (R-KNG-05)."""
    playing = facts.playing(facts.last_round + 1)
    here = set(playing)
    order = dict.fromkeys(key for key in ladder(facts) if key in here)
    return [*order, *(key for key in playing if key not in order)]


def ladder(facts: Facts) -> list[int]:
    """Everybody of the last round in the order in which they stand after it; empty before the first.

    Winners of the first two tables come first, then the loser of table t and the winner of table t + 2, for each t.
    A line that rested, or missed the round, keeps its height.
    """
    last = [meeting for meeting in facts.meetings if meeting.round == facts.last_round]
    settled = {result.meeting: result for result in facts.results if result.meeting.round == facts.last_round}
    missing = sum(not meeting.is_rest and meeting not in settled for meeting in last)
    if missing:
        raise RefusedError("round_not_settled", field="results", round=facts.last_round, given=missing)
    ended = [_winner_and_loser(settled[meeting]) for meeting in last if not meeting.is_rest]
    order: list[int] = []
    for at, (winner, loser) in enumerate(ended):
        if at == 0:
            order.append(winner)
        if at + 1 < len(ended):
            order.append(ended[at + 1][0])
        order.append(loser)
    above = 0
    for meeting in last:
        if meeting.is_rest:
            order.insert(above, meeting.keys[0])
        above += len(meeting.keys)
    return order


def at_their_height(order: Sequence[int], meetings: Sequence[Meeting], alone: Sequence[Meeting]) -> list[Meeting]:
    """Return the tables of a round with those ``alone`` between them, each where it stands in the ``order`` (R-KNG-04).

    ``alone`` are those who are absent for the round; ``order`` is that of everybody.
    """
    height = {key: at for at, key in enumerate(order)}
    found = list(meetings)
    for each in sorted(alone, key=lambda one: height[one.keys[0]]):
        found.insert(sum(height[one.keys[0]] < height[each.keys[0]] for one in found), each)
    return found


def _winner_and_loser(result: Result) -> tuple[int, int]:
    """Return winner and loser; where neither or both have won line A, which came from above, counts as the winner."""
    a, b = result.meeting.keys
    places = [inf if score.place is None else score.place for score in result.scores]
    return (b, a) if places[1] < places[0] else (a, b)
