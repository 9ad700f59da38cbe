"""A draw from its seed, and its public document, by which anybody repeats it (R-DRW-05, R-DRW-06; docs/draw.md)."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.competition.draw.lots import (
    DOMAIN,
    HALL_DOMAIN,
    LISTED_DOMAIN,
    LISTED_HALL_DOMAIN,
    commitment,
    list_digest,
    lots,
)
from tournaments.competition.formats.contract import Format
from tournaments.competition.pairing.positions import Drawn, Positions, Swap, swap_positions
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json


def draw_from_seed(
    reference: str,
    seed: str,
    entrants: Iterable[Entrant],
    event_format: Format,
    hall: str | None = None,
    domain: str = "",
) -> Drawn:
    """Return the first-round positions from a reference, a seed and the hall's number, before any swap."""
    by_key = {entrant.key: entrant for entrant in entrants}
    order = lots(reference, seed, by_key, hall, domain)
    return event_format.draw([by_key[key] for key in order])


def positions_after_swaps(drawn: Drawn, swaps: Iterable[Swap]) -> Positions:
    """Return the positions after the organiser's swaps, one after the other."""
    positions = drawn.positions
    for swap in swaps:
        positions = swap_positions(positions, swap)
    return positions


def draw_document(
    *,
    reference: str,
    seed: str,
    event_format: Format,
    entrants: Sequence[Entrant],
    names: Mapping[int, str],
    swaps: Sequence[Swap] = (),
    hall: str | None = None,
    numbers: Mapping[int, int] | None = None,
) -> Json:
    """Return everything that the draw was made from, and the announced positions.

    With the ``numbers`` of the entrants it has the format whose seal covers the list.
    """
    without, with_hall = (DOMAIN, HALL_DOMAIN) if numbers is None else (LISTED_DOMAIN, LISTED_HALL_DOMAIN)
    domain = without if hall is None else with_hall
    drawn = draw_from_seed(reference, seed, entrants, event_format, hall, domain)
    options = event_format.document_options()
    listed = [
        {
            "key": each.key,
            **({} if numbers is None else {"number": numbers[each.key]}),
            "name": names[each.key],
            "seed": each.seed,
            "groups": list(each.groups),
            **({"apart": [list(one) for one in each.apart]} if each.apart else {}),
        }
        for each in entrants
    ]
    digest = "" if numbers is None else list_digest(options, listed)
    return {
        "format": domain,
        "reference": reference,
        "commitment": commitment(reference, seed, domain, digest),
        "seed": seed,
        **({"list": digest} if digest else {}),
        **({} if hall is None else {"hall": hall}),
        "options": options,
        "entrants": listed,
        "swaps": [{"a": swap.a, "b": swap.b, "reason": swap.reason} for swap in swaps],
        "positions": list(positions_after_swaps(drawn, swaps)),
    }
