"""How many rounds a stage may have: the bound that every format in rounds checks alike."""

from tournaments.games.contract import RefusedError


def require_rounds(rounds: int, *, most: int, least: int = 1) -> None:
    """Raise RefusedError for a number of rounds that is no whole number from ``least`` to ``most``."""
    if type(rounds) is not int or not least <= rounds <= most:
        raise RefusedError("rounds_out_of_range", field="rounds", given=str(rounds), least=least, most=most)
