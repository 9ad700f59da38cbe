"""Regulations of real evenings and the events that play them, for docs/regulations.md and the tests that play them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tournaments.games.contract import Json

Options: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Evening:
    """An event as ``create_tournament`` takes it, and how many enter."""

    entries: int
    format: Options
    game: str = "scopa"
    preset: str = "valliadi_2022"
    entry_size: int = 2
    rules: Options = field(default_factory=dict)
    minutes: int | None = None

    @property
    def settings(self) -> dict[str, Json]:
        """What ``create_tournament``, or the API, is given besides a name and a date."""
        given = {
            "game": self.game,
            "preset": self.preset,
            "entry_size": self.entry_size,
            "rules": self.rules,
            "format": self.format,
            "round_minutes": self.minutes,
        }
        return {name: value for name, value in given.items() if value}


@dataclass(frozen=True, slots=True)
class Regulation:
    """What is played and where that is written, the events that play it, and what these leave out."""

    key: str
    source: str
    says: str
    evenings: tuple[Evening, ...] = ()
    missing: str = ""


def scala40(
    entries: int,
    format: Options,  # noqa: A002 - the field's own name
    *,
    preset: str = "torneo_003",
    minutes: int | None = None,
    **rules: Json,
) -> Evening:
    """Return an event of single players of Scala 40."""
    return Evening(entries, format, "scala40", preset, 1, rules, minutes)


def on_paper(
    entries: int,
    format: Options,  # noqa: A002 - the field's own name
    preset: str,
    *,
    minutes: int | None = None,
    **rules: Json,
) -> Evening:
    """Return an event of pairs of a game that is written on paper."""
    return Evening(entries, format, PAPER, preset, 2, rules, minutes)


def stages(*parts: Options) -> Options:
    return {"kind": "stages", "stages": list(parts)}


def coming(part: Options, *, first: int = 0, best: int = 0, carries: bool = False, **more: Json) -> Options:
    """Return a stage with who comes to it from the one before."""
    return {**part, "from": {"first": first, "best": best, "carries": carries, **more}}


def danish(rounds: int, rematches: str = "not_in_a_row", **more: int) -> Options:
    return coming({"kind": "danish", "rounds": rounds, "rematches": rematches, **more}, carries=True)


PAPER: Final = "punti"
HEAT: Final = {
    "kind": "heats",
    "rounds": 1,
    "max_table": 4,
    "heat": 8,
    "ranking": {"chain": {"criteria": ["penalties", "lot"]}},
}
HOME_AND_AWAY: Final = {"every": 2}

REGULATIONS: Final = (
    Regulation(
        "lonate",
        "Scala 40, Lonate Pozzolo (varesenews.it, 2020)",
        "Heats of eight on two tables of four, 60 minutes, to 201; the two worst of the eight are out.",
        (
            scala40(
                24,
                stages(HEAT, *[coming(HEAT, first=first) for first in (6, 4, 4, 6, 4)]),
                preset="batteria_60",
                minutes=60,
                out_at=201,
            ),
        ),
    ),
    Regulation(
        "fisca",
        "Scala 40, code of the federation (fisca.it)",
        "Direct elimination, round robin or Danish; in pairs a hand won is a victory point, and three win a match, or "
        "who has more of them at time.",
        (
            scala40(8, {"kind": "knockout"}, preset="federazione"),
            scala40(8, {"kind": "groups", "size": 8}, preset="federazione"),
            scala40(8, {"kind": "danish", "rounds": 3, "rematches": "not_in_a_row"}, preset="federazione"),
            on_paper(8, {"kind": "knockout"}, "scala40_hands"),
        ),
    ),
    Regulation(
        "portomatto",
        "Scopa, Porto Matto (portomattoshanghai.com, 2015)",
        "Entries single or in pairs, singles are put together at the door, an odd last one is refused; "
        "groups and one Danish round.",
        (
            Evening(
                8,
                stages({"kind": "groups", "size": 4, "odd": "refused"}, danish(1, "allowed")),
                preset="online_002",
            ),
        ),
    ),
    Regulation(
        "alia",
        "Scopone, Alia (assarca.com, 2011)",
        "Nine cards each; four groups of four; the first three of each go on to a knockout, the firsts against the "
        "thirds and the seconds against each other; semifinals and finals best of 3 or 5.",
        (
            Evening(
                16,
                stages(
                    {"kind": "groups", "size": 4, "ranking": "one_point"},
                    coming({"kind": "knockout", "best_of": {"semifinal": 3, "final": 5}}, first=3, crossing="ends"),
                ),
                preset="scopone_classico",
            ),
        ),
    ),
    Regulation(
        "valliadi",
        "Pinnacola, Valliadi (valliadi.it)",
        "Four groups of three, to 1500 in 1h15; 3 points a win, no draws; then difference, points, fewer conceded, the "
        "highest card drawn. Firsts, seconds and thirds play semifinals and finals of their own, in 1h30.",
        (
            on_paper(
                12,
                stages(
                    {"kind": "groups", "size": 3, "ranking": "valliadi"},
                    coming({"kind": "knockout", "third_place": True}, first=3, apart=True),
                ),
                "pinnacola",
                minutes=75,
            ),
        ),
    ),
    Regulation(
        "alpini",
        "Briscola, Alpini (doczz.it)",
        "Direct elimination; pairs of one club do not meet in their first match; heats over several evenings: events "
        "of a circuit, and the first of each are the entries of the final one.",
        (
            on_paper(16, {"kind": "knockout", "separate_by_group": True, "separate_rounds": 1}, "briscola"),
            on_paper(8, {"kind": "knockout"}, "briscola"),
        ),
    ),
    Regulation(
        "mcl",
        "Briscola, MCL (doczz.it)",
        "Direct elimination, three games of five win a match; who is absent after 10 minutes is out.",
        (on_paper(8, {"kind": "knockout"}, "briscola"),),
    ),
    Regulation(
        "turin",
        "Scala 40 in pairs, Turin",
        "Two groups of four pairs, to 101, 30 minutes.",
        (on_paper(8, {"kind": "groups", "size": 4, "ranking": "three_points"}, "scala40_pairs", minutes=30),),
    ),
    Regulation(
        "burraco",
        "Burraco, nine evenings",
        "The best 7 results of nine count, two evenings count double, then lots.",
        (on_paper(8, stages({"kind": "mitchell", "rounds": 3}, danish(1)), "burraco_3"),),
    ),
    Regulation(
        "cruise",
        "Burraco, a cruise",
        "Each evening two Mitchell rounds and two Danish rounds; one ranking over five evenings, by VP: the table of a "
        "circuit of five events.",
        (on_paper(12, stages({"kind": "mitchell", "rounds": 2}, danish(2)), "burraco_3"),),
    ),
    Regulation(
        "ticino",
        "Scopa, Master Ticino (laregione.ch, 2024)",
        "34 pairs; three matches each in groups, to 18; the best 16 pairs play a knockout, third place shared.",
        (
            Evening(
                34,
                stages(
                    {"kind": "groups", "size": 4, "even": True, "ranking": "three_points"},
                    coming({"kind": "knockout"}, best=16),
                ),
                rules={"target": 18},
            ),
        ),
    ),
    Regulation(
        "bisenzio",
        "Scopa, briscola and 21, TC Bisenzio (tcbisenzio, 2017)",
        "Three clubs meet as teams; a match has a table of each game.",
        (
            Evening(
                3,
                {"kind": "groups", "size": 3, "ranking": "three_points"},
                "squadre",
                "scopa_briscola_21",
                entry_size=3,
            ),
        ),
    ),
    Regulation(
        "uici",
        "Scopone, finals of the blind union (giornale.uici.it, 2019)",
        "Ten cards each; one group of up to sixteen pairs, once each; 3 points a win, 1 a draw.",
        (
            Evening(
                15,
                {"kind": "groups", "size": 16, "ranking": "three_points"},
                preset="scopone_scientifico",
                rules={"tie_at_end_nonko": "draw", "draws_allowed": True},
            ),
        ),
    ),
    Regulation(
        "salon",
        "Scopa, QC Salon (qcsalon.net)",
        "Four groups of six, home and away, to 15, by the points scored; the first four of each play a knockout, "
        "home and away too.",
        (
            Evening(
                24,
                stages(
                    {
                        "kind": "groups",
                        "size": 6,
                        "double": True,
                        "ranking": {"chain": {"criteria": ["scored", "lot"]}, "draws": False},
                    },
                    coming({"kind": "knockout", "best_of": HOME_AND_AWAY}, first=4),
                ),
                entry_size=1,
                rules={"sides": "singles", "target": 15},
            ),
        ),
    ),
    Regulation(
        "fibur",
        "Burraco, exam of the referees (FIBUR)",
        "50 tables, 11 rounds: 6 Mitchell, 2 Danish in one group, 3 Danish in groups. VP by the table on the score "
        "sheets of the federation (art. 17 of its code, published without its figures): the organiser types it, here "
        "with those that clubs publish for three deals.",
        (
            on_paper(
                100,
                stages({"kind": "mitchell", "rounds": 6}, danish(2), danish(3, groups=5)),
                "burraco_3",
                vp="typed",
                vp_steps=[55, 155, 255, 355, 505, 655, 805, 1005, 1255, 1505],
            ),
        ),
    ),
)

BY_KEY: Final[Mapping[str, Regulation]] = {each.key: each for each in REGULATIONS}
