"""Exchanges that keep apart who should not meet, after a draw has placed everybody (R-HND-12).

The scripts in docs/ repeat it without this code: keep the steps few and their order fixed.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

from tournaments.competition.pairing.positions import Drawn, Moved, groups_by_level
from tournaments.competition.types import Entrant

Clash: TypeAlias = Callable[[int, int, int], bool]
"""Whether two positions meet by a round."""

MOST_ROUNDS: Final = 4
"""So many rounds of a bracket are looked at."""


def separate(
    drawn: Drawn,
    entrants: Sequence[Entrant],
    kinds: Sequence[int],
    clash: Clash,
    *,
    rounds: int = 1,
    club_rounds: int = 0,
) -> Drawn:
    """Return the draw after its exchanges; unchanged where nobody should be kept apart.

    Positions of one kind change places, those of kind 0 stay. By ``club_rounds`` nobody comes to meet more of their
    club or circle, unless fewer who should not meet can be had in no other way.
    """
    if not any(each.apart for each in entrants):
        return drawn
    field = _Field(drawn, entrants, kinds, clash, club_rounds)
    for round_ in range(1, rounds + 1):
        for careful in (True, False):
            while field.exchange_all(round_, careful=careful):
                pass
    return Drawn(tuple(field.places), (*drawn.moves, *field.moves))


class _Field:
    """Who stands where, and who should not meet."""

    def __init__(
        self, drawn: Drawn, entrants: Sequence[Entrant], kinds: Sequence[int], clash: Clash, club_rounds: int
    ) -> None:
        self.places = list(drawn.positions)
        self.where = {key: place for place, key in enumerate(self.places) if key is not None}
        self.kinds, self.clash, self.club_rounds = kinds, clash, club_rounds
        self.sets = {each.key: dict(each.apart) for each in entrants if each.apart}
        self.alike: list[dict[int, list[int]]] = []
        for of in groups_by_level(entrants) if club_rounds else ():
            members: dict[str, list[int]] = {}
            for key, name in of.items():
                members.setdefault(name, []).append(key)
            self.alike.append({key: members[name] for key, name in of.items() if name})
        self.moves: list[Moved] = []

    def foes(self, key: int, round_: int) -> list[int]:
        """Return the others that this one should not meet by a round."""
        own = self.sets.get(key, {})
        return [
            other
            for other, sets in self.sets.items()
            if other != key and any(number in sets and (not most or round_ <= most) for number, most in own.items())
        ]

    def exchange_all(self, round_: int, *, careful: bool) -> bool:
        """Let everybody who meets somebody by this round change places, from the top; return whether anybody did."""
        foes = {key: self.foes(key, round_) for key in self.sets}
        before = len(self.moves)
        for here, key in enumerate(self.places):
            if key not in foes or not self.kinds[here]:
                continue
            met = next((other for other in foes[key] if self.clash(self.where[other], here, round_)), None)
            if met is None:
                continue
            there = next(self._free(key, here, round_, careful=careful), None)
            if there is None:
                continue
            other = self.places[there]
            assert other is not None  # noqa: S101 - only somebody is changed with
            self.moves.append(Moved(key, here, there, "should_not_meet", met, round_))
            self.moves.append(Moved(other, there, here, "made_room", key, round_))
            self.places[here], self.places[there] = other, key
            self.where[key], self.where[other] = there, here
        return len(self.moves) > before

    def _free(self, key: int, here: int, round_: int, *, careful: bool) -> Iterator[int]:
        """Yield the positions after ``here``, wrapping around, whose exchange leaves fewer who should not meet."""
        for there in chain(range(here + 1, len(self.places)), range(here)):
            other = self.places[there]
            if other is None or self.kinds[there] != self.kinds[here]:
                continue
            changes = [
                self._meets(key, there, by, other)
                + self._meets(other, here, by, key)
                - self._meets(key, here, by, other)
                - self._meets(other, there, by, key)
                for by in range(1, round_ + 1)
            ]
            if changes[-1] >= 0 or any(change > 0 for change in changes):
                continue
            if careful and (self._mates_more(key, here, there, other) or self._mates_more(other, there, here, key)):
                continue
            yield there

    def _meets(self, key: int, place: int, round_: int, gone: int) -> int:
        """Return how many this one should not meet and would, in a place that ``gone`` has left."""
        if key not in self.sets:
            return 0
        return sum([self.clash(self.where[other], place, round_) for other in self.foes(key, round_) if other != gone])

    def _mates_more(self, key: int, here: int, there: int, gone: int) -> bool:
        """Return whether this one would meet more of their club or circle there than here."""
        for of in self.alike:
            mates = [self.where[other] for other in of.get(key, ()) if other not in (key, gone)]
            rounds = range(1, self.club_rounds + 1)
            now, then = (sum(self.clash(mate, at, by) for mate in mates for by in rounds) for at in (here, there))
            if then > now:
                return True
        return False
