"""VP and MP of a fault, an absence or a bye: the parameters of a ruleset (R-VP-06 to R-VP-12)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType

from tournaments.competition.scoring.scales import Scale, winner_row
from tournaments.games.contract import Json, RefusedError

ROW_MINIMUM = "row_minimum"

CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "victim_vp_value": ("table_or_floor", "floor"),
        "mp_source": (ROW_MINIMUM, "difference"),
        "missing_row_policy": ("last_row", "extrapolate", "mirror_victim"),
        "double_forfeit": ("both_lose", "replay"),
        "no_show": ("flat", "as_forfeit"),
    }
)
NUMBERS = ("offender_vp", "victim_vp_floor", "bye_vp")
MOST_VP = 1_000


@dataclass(frozen=True, slots=True)
class ForfeitTerms:
    """The defaults are those of the online regulation and, for no-show and bye, of the clubs.

    - ``offender_vp``: VP of the line at fault. ``victim_vp_floor``: the least VP of the other line.
    - ``victim_vp_value``: ``table_or_floor`` is the better of the row and the floor, ``floor`` exactly the floor.
    - ``mp_source``: ``row_minimum`` of each line's own VP, or the actual ``difference``.
    - ``missing_row_policy``: the offender's MP when no row leaves his VP: ``last_row`` published, ``extrapolate``
      by one MP a row, ``mirror_victim``.
    - ``double_forfeit``: ``both_lose`` or ``replay``. ``no_show``: ``flat`` floor, or ``as_forfeit``.
    - ``bye_vp`` and ``bye_mp``: of a line without opponent; the MP are a number or ``row_minimum`` of the VP.
    """

    offender_vp: int = 0
    victim_vp_floor: int = 14
    victim_vp_value: str = "table_or_floor"
    mp_source: str = ROW_MINIMUM
    missing_row_policy: str = "last_row"
    double_forfeit: str = "both_lose"
    no_show: str = "flat"
    bye_vp: int = 14
    bye_mp: int | str = ROW_MINIMUM

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise RefusedError("unknown_choice", field=name, given=str(getattr(self, name)))
        for name in NUMBERS:
            _check_number(name, getattr(self, name))
        if self.bye_mp != ROW_MINIMUM:
            _check_number("bye_mp", self.bye_mp)


def _check_number(name: str, value: Json) -> None:
    if type(value) is not int or not 0 <= value <= MOST_VP:
        raise RefusedError("bad_value", field=name, name=name)


def check_terms(scale: Scale, terms: ForfeitTerms) -> None:
    """Refuse terms that need a row that this scale does not have, naming the field."""
    if terms.mp_source == ROW_MINIMUM and winner_row(scale, terms.victim_vp_floor) is None:
        raise RefusedError("no_row_for_vp", field="victim_vp_floor", vp=terms.victim_vp_floor, scale=scale.key)
    if terms.bye_mp == ROW_MINIMUM and winner_row(scale, terms.bye_vp) is None:
        raise RefusedError("no_row_for_vp", field="bye_vp", vp=terms.bye_vp, scale=scale.key)


def terms_to_json(terms: ForfeitTerms) -> Json:
    """Return the terms as JSON for an event; ``terms_from_json`` reads them back."""
    return asdict(terms)


def terms_from_json(data: Json) -> ForfeitTerms:
    """Read stored terms; missing ones have their default. Raises RefusedError naming the field."""
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="terms")
    known = asdict(ForfeitTerms())
    for name in data:
        if name not in known:
            raise RefusedError("unknown_field", field=str(name), name=str(name))
    return ForfeitTerms(**data)
