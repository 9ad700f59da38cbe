"""The draw as it is published, for anybody to compute again (R-DRW-05, R-DRW-06; the format is in docs/draw.md)."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.competition.draw.lots import DOMAIN, commitment, lots
from tournaments.competition.formats.contract import Format
from tournaments.competition.pairing.positions import Drawn, Positions, Swap, swap_positions
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json


def drawn_from_seed(reference: str, seed: str, entrants: Iterable[Entrant], event_format: Format) -> Drawn:
    """The first-round positions that a reference and a seed give, before any swap."""
    by_key = {entrant.key: entrant for entrant in entrants}
    order = lots(reference, seed, by_key)
    return event_format.draw([by_key[key] for key in order])


def announced(drawn: Drawn, swaps: Iterable[Swap]) -> Positions:
    """The positions after the organiser's swaps, one after the other."""
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
) -> Json:
    """Everything that the draw was made from, and the positions that were announced."""
    drawn = drawn_from_seed(reference, seed, entrants, event_format)
    return {
        "format": DOMAIN,
        "reference": reference,
        "commitment": commitment(reference, seed),
        "seed": seed,
        "options": event_format.document_options(),
        "entrants": [
            {"key": each.key, "name": names[each.key], "seed": each.seed, "groups": list(each.groups)}
            for each in entrants
        ],
        "swaps": [{"a": swap.a, "b": swap.b, "reason": swap.reason} for swap in swaps],
        "positions": list(announced(drawn, swaps)),
    }
