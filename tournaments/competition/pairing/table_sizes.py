"""The size of each table of a first round, so that all later ones have four (R-TAB-02 to 12); of groups and heats.

The first round has to take any number of players: after it each table sends its winners on, all tables of the next
rounds are full, and the last one is the final of four.
"""

from itertools import count

from tournaments.competition.pairing.options import MOST_ENTRANTS
from tournaments.competition.pairing.positions import bracket_size, rank_order
from tournaments.competition.pairing.table_options import FULL_TABLE, TablesOptions
from tournaments.games.contract import RefusedError

FEWEST_PLAYERS = 4
HEATS = tuple(1 << 2 * level for level in range(1, MOST_ENTRANTS.bit_length() // 2))
SMALLEST_TABLE = 3
"""Where it is played at all: of two, both have a bye."""


def sizes(players: int, options: TablesOptions) -> tuple[int, ...]:
    """Return the sizes of the first round's tables from the top; a table of two that sends two on is a pair of byes.

    Raises RefusedError where the policy cannot play this number.
    """
    check_players(players, options)
    if options.policy == "strict4":
        # The players above a perfect number play for half their chairs, and others wait (R-TAB-09).
        full = perfect(players)
        going = players - full
        played = [FULL_TABLE - 1] * (going % 2) + [FULL_TABLE] * (going // 2)
        by_rank = [2] * (full // 2 - len(played)) + played if going else even_sizes(players, full // FULL_TABLE)
    elif options.policy == "balanced":
        # The smallest power of two of tables that holds them; four players are the final itself (R-TAB-03).
        tables = 1 if players == FULL_TABLE else max(2, bracket_size(-(-players // options.max_table)))
        by_rank = even_sizes(players, tables)
    elif options.policy == "batterie":
        by_rank = even_sizes(players, _heats(players, options))
    else:
        by_rank = even_sizes(players, _full_tables(players))
    if options.byes == "lot":
        by_rank.reverse()
    return tuple(by_rank[rank] for rank in table_ranks(len(by_rank)))


def table_ranks(tables: int) -> list[int]:
    """Return the rank (from 0) of each table from the top; the best ranks are as far apart as possible (R-TAB-05).

    Tables with ranks in the better half never lead to the same next table.
    """
    return [rank for rank in rank_order(bracket_size(tables)) if rank < tables]


def places_for(players: int, options: TablesOptions) -> int:
    """Return how many may play, the first ones entered; with ``reject_last`` the others are refused (R-TAB-11)."""
    return perfect(players) if options.policy == "reject_last" and players >= FEWEST_PLAYERS else players


def perfect(players: int) -> int:
    """Return the largest number that fills tables of four in every round: 4, 8, 16, 32 ... (R-TAB-02)."""
    return 1 << (players.bit_length() - 1)


def check_players(players: int, options: TablesOptions) -> None:
    """Refuse a number of players that the policy cannot lead to a final of four, and name possible ones."""
    if players == FEWEST_PLAYERS - 1:
        raise RefusedError("three_have_no_final", field="entrants")
    if players < FEWEST_PLAYERS:
        raise RefusedError("too_few_for_tables", field="entrants", given=players, least=FEWEST_PLAYERS)
    if players > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="entrants", given=players, most=MOST_ENTRANTS)
    if is_playable(players, options):
        return
    # Both ends of the range, 4 and the most entrants, are playable with every policy.
    fewer = next(number for number in count(players, -1) if is_playable(number, options))
    more = next(number for number in count(players) if is_playable(number, options))
    if options.readmits:
        raise RefusedError("thirds_cannot_fill", field="entrants", given=players, fewer=fewer, more=more)
    if options.policy == "reject_last":
        raise RefusedError("only_full_tables", field="entrants", given=players, fewer=fewer, more=more)
    most = options.max_table
    raise RefusedError(
        "heats_cannot_fill", field="entrants", given=players, fewer=fewer, more=more, least=SMALLEST_TABLE, most=most
    )


def is_playable(players: int, options: TablesOptions) -> bool:
    """Return whether the policy leads this number of players, at least four, to a final of four."""
    if options.readmits:
        seats = second_round_seats(players)
        return FULL_TABLE * -(-seats // 3) <= players if players > FULL_TABLE else True
    if options.policy == "batterie":
        return players == FULL_TABLE or players // _heats(players, options) >= SMALLEST_TABLE
    return options.policy != "reject_last" or players == perfect(players)


def second_round_seats(players: int) -> int:
    """Return the seats of the second round with ``ripescaggio``: winners and re-admitted (R-TAB-10)."""
    return bracket_size(2 * _full_tables(players))


def even_sizes(players: int, tables: int) -> list[int]:
    """Return the sizes of so many tables, smallest first; they differ by one at most."""
    base, larger = divmod(players, tables)
    return [base] * (tables - larger) + [base + 1] * larger


def _full_tables(players: int) -> int:
    return -(-players // FULL_TABLE)


def _heats(players: int, options: TablesOptions) -> int:
    """Return the smallest power of four of heats that holds them (R-TAB-12)."""
    if players == FULL_TABLE:
        return 1
    return next(heats for heats in HEATS if heats * options.max_table >= players)
