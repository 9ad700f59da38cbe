"""One order of a stage's standing: its entries with their places, by the criteria of a chain (R-TIE-13)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from tournaments.competition.stages.chain import CLASSIFICA_AVULSA, GIVEN, HEAD_TO_HEAD, SUMS, Chain
from tournaments.competition.stages.facts import Decided
from tournaments.competition.stages.points import Number
from tournaments.competition.stages.tallies import Tally
from tournaments.competition.stages.tie_breaks import (
    average,
    buchholz,
    by_hand,
    classifica_avulsa,
    head_to_head,
    sonneborn_berger,
)
from tournaments.competition.standings.merits import LAST, merits_of
from tournaments.competition.standings.ranking import Merit


class Place(NamedTuple):
    """An entry with its place; ``shared`` when another entry has the same place.

    ``values`` are what was compared, in the order of the chain and as far as somebody was level: more is better in
    each, so what counts less is negative.
    """

    place: int
    key: int
    shared: bool
    values: Merit


Step: TypeAlias = Callable[[Sequence[Tally]], Sequence[Merit]]


def table(
    tallies: Mapping[int, Tally],
    chain: Chain,
    *,
    decided: Sequence[Decided] = (),
    keys: Iterable[int] | None = None,
) -> tuple[Place, ...]:
    """Order entries by the chain, best first; those who are level in all of it share the place (1, 1, 3).

    ``decided`` are the ties that were decided by hand, the newest first; ``keys`` are those of a group, None means
    everybody. Each criterion is worked out only for those who are level before it.
    """
    members = list(tallies.values()) if keys is None else [tallies[key] for key in keys]
    total = chain.total
    asks_opponents = not {"buchholz", "sonneborn_berger"}.isdisjoint(chain.criteria)
    totals: dict[int, Number] = {key: getattr(tallies[key], total) for key in tallies} if asks_opponents else {}
    # What each criterion counts; without a lot, behind those who have one.
    worth: dict[str, Callable[[Tally], Number]] = {
        **{name: attrgetter(name) for name in SUMS},
        "conceded": lambda tally: -tally.conceded,
        "penalties": lambda tally: -tally.scored,
        "least_byes": lambda tally: -tally.rests,
        "lot": lambda tally: LAST if tally.lot is None else -tally.lot,
        "average": lambda tally: average(tally, total),
        "buchholz": lambda tally: buchholz(tally, totals),
        "sonneborn_berger": lambda tally: sonneborn_berger(tally, totals),
    }
    steps = [_step(names, chain, worth, decided) for names in chain.steps]
    values: dict[int, Merit] = {tally.key: () for tally in members}
    places: list[Place] = []
    for level in _in_order(members, steps, values):
        place, shared = len(places) + 1, len(level) > 1
        places += [Place(place, tally.key, shared, values[tally.key]) for tally in level]
    return tuple(places)


def _in_order(level: list[Tally], steps: Sequence[Step], values: dict[int, Merit]) -> list[list[Tally]]:
    """Return entries that are level so far, best first, with those who stay level together; note what was compared."""
    if not steps:
        return [level]
    alike: dict[Merit, list[Tally]] = {}
    for tally, merit in zip(level, steps[0](level), strict=True):
        values[tally.key] += merit
        alike.setdefault(merit, []).append(tally)
    ordered: list[list[Tally]] = []
    for merit in sorted(alike, reverse=True):
        run = alike[merit]
        ordered += _in_order(run, steps[1:], values) if len(run) > 1 else [run]
    return ordered


def _step(
    names: tuple[str, ...],
    chain: Chain,
    worth: Mapping[str, Callable[[Tally], Number]],
    decided: Sequence[Decided],
) -> Step:
    total = chain.total
    if names == (HEAD_TO_HEAD,):
        return lambda run: head_to_head(run, total)
    if names == (CLASSIFICA_AVULSA,):
        return lambda run: classifica_avulsa(run, chain.among)
    if names[0] in GIVEN:
        orders = [each.keys for each in decided if each.by == names[0]]
        return lambda run: by_hand(run, orders)
    if len(names) == 1:
        only = worth[names[0]]
        return lambda run: [(only(tally),) for tally in run]
    merit = merits_of(names, worth, SUMS)
    return lambda run: [merit(tally) for tally in run]
