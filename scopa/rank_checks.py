"""What counts of sevens, sixes and so on cannot say, of two lines or of four players alike (R-SCO-58)."""

from typing import Final

from scopa.errors import RefusalError
from scopa.primiera import COUNTED, COUNTED_SIZES, Ranks, most_sevens
from scopa.rules import Rules
from scopa.sheet import LINES, PLAYERS, CountsSheet, PlayerCountsSheet

WORDS: Final = tuple(COUNTED)
COINS_OF_FOUR: Final = 4
"""Of four cards of a rank one is a coin, of the twelve figures three."""


def check_counted(rules: Rules, sheet: CountsSheet | PlayerCountsSheet, field: str) -> bool:
    """Whether the sheet counts nothing for the primiera; refused where it counts what these rules do not look at."""
    if sheet.best is not None and rules.counts_ranks:
        raise RefusalError("best_not_counted", field=field)
    if sheet.ranks is not None and not rules.counts_ranks:
        raise RefusalError("ranks_not_counted", field=field)
    return sheet.best is None and sheet.ranks is None


def check_ranks(rules: Rules, sheet: CountsSheet | PlayerCountsSheet) -> None:
    """Raise RefusalError when no deal could have left these counts of ranks beside the others of the sheet."""
    if sheet.ranks is None:
        return
    for place, counts in enumerate(zip(*sheet.ranks, strict=True)):
        _check_rank(rules, place, counts)
    check_decided(sheet.ranks)
    rest = [cards - sum(own) for cards, own in zip(sheet.cards, sheet.ranks, strict=True)]
    uncounted = sum(COUNTED_SIZES[len(sheet.ranks[0]) :])
    for pile, own in enumerate(sheet.ranks):
        if rest[pile] < 0 or sum(rest) > uncounted:
            raise RefusalError("ranks_cards", field=field_of(0, pile, len(rest)), **_said(sheet, pile, own))
    for pile, own in enumerate(sheet.ranks):
        _check_coins(sheet, pile, own, rest[pile])


def field_of(place: int, pile: int, piles: int) -> str:
    """The field in which a line says one of its counts, or a player all of them."""
    return f"{WORDS[place]}_{LINES[pile]}" if piles == len(LINES) else f"ranks_{PLAYERS[pile]}"


def check_decided(ranks: tuple[Ranks, ...]) -> None:
    """Refuse counts that leave it open who is ahead, and say what to count next."""
    counted = len(ranks[0])
    if counted < len(WORDS) and len(most_sevens(ranks)[0]) > 1:
        raise RefusalError("ranks_undecided", field=field_of(counted, 0, len(ranks)), about=WORDS[counted])


def _check_rank(rules: Rules, place: int, counts: tuple[int, ...]) -> None:
    size, word = COUNTED_SIZES[place], WORDS[place]
    for pile, value in enumerate(counts):
        if not 0 <= value <= size:
            typed = str(value)[:40]
            field = field_of(place, pile, len(counts))
            raise RefusalError("out_of_range", field=field, about=word, value=typed, highest=size)
    if sum(counts) > size or (sum(counts) < size and rules.all_taken):
        field = field_of(place, 0, len(counts))
        raise RefusalError("ranks_sum", field=field, about=word, total=sum(counts), whole=size)


def _check_coins(sheet: CountsSheet | PlayerCountsSheet, pile: int, own: Ranks, rest: int) -> None:
    """Of each rank a pile has the coin for certain when it has all, and has no more coins than there are."""
    has_settebello = sheet.settebello in (pile, (pile,))
    field = field_of(0, pile, len(sheet.cards))
    if not int(has_settebello) <= own[0] <= COUNTED_SIZES[0] - (not has_settebello):
        raise RefusalError("ranks_settebello", field=field, **_said(sheet, pile, own))
    left = sum(COUNTED_SIZES[len(own) :])
    groups = [*zip(own[1:], COUNTED_SIZES[1:], strict=False), (rest, left)]
    bounds = [_coins(count, size // COINS_OF_FOUR, size) for count, size in groups]
    low, high = (has_settebello + sum(each) for each in zip(*bounds, strict=True))
    if not low <= sheet.coins[pile] <= high:
        said = _said(sheet, pile, own) | {"coins": sheet.coins[pile], "low": low, "high": high}
        raise RefusalError("ranks_coins", field=field, **said)


def _coins(count: int, coins: int, size: int) -> tuple[int, int]:
    """Fewest and most coins among so many cards of a group with so many coins."""
    return max(0, count - (size - coins)), min(count, coins)


def _said(sheet: CountsSheet | PlayerCountsSheet, pile: int, own: Ranks) -> dict[str, str | int]:
    """Who it is about: the letter of a line, or of a player with the number."""
    names = LINES if len(sheet.cards) == len(LINES) else PLAYERS
    return {"who": names[pile].upper(), "counted": sum(own), "cards": sheet.cards[pile], "sevens": own[0]}
