"""Checks of the counts of sevens, sixes and so on, of lines and of players (R-SCO-58)."""

from typing import Final

from scopa.errors import RefusalError
from scopa.primiera import COUNTED, COUNTED_SIZES, Ranks, most_sevens
from scopa.rules import Rules
from scopa.sheet import CountsSheet, Sheet, Table, ranks_field

WORDS: Final = tuple(COUNTED)
COINS_OF_FOUR: Final = 4
"""Of four cards of a rank one is a coin, of the twelve figures three."""


def check_counted(rules: Rules, content: CountsSheet, field: str) -> bool:
    """Return whether the sheet counts nothing for the primiera; refuses counts that these rules do not use."""
    if content.best is not None and rules.counts_ranks:
        raise RefusalError("best_not_counted", field=field)
    if content.ranks is not None and not rules.counts_ranks:
        raise RefusalError("ranks_not_counted", field=field)
    return content.best is None and content.ranks is None


def check_ranks(rules: Rules, sheet: Sheet, content: CountsSheet) -> None:
    """Raise RefusalError when no deal can leave these counts of ranks beside the sheet's other values."""
    if content.ranks is None:
        return
    for word, size, counts in zip(WORDS, COUNTED_SIZES, zip(*content.ranks, strict=True), strict=False):
        for name, value in zip(sheet.names, counts, strict=True):
            if not 0 <= value <= size:
                field = ranks_field(name, sheet.table, word)
                raise RefusalError("out_of_range", field=field, about=word, value=str(value)[:40], highest=size)
        if sum(counts) > size or (sum(counts) < size and rules.all_taken):
            field = ranks_field(sheet.names[0], sheet.table, word)
            raise RefusalError("ranks_sum", field=field, about=word, total=sum(counts), whole=size)
    check_decided(content.ranks, sheet.names, sheet.table)
    rest = [cards - sum(own) for cards, own in zip(content.cards, content.ranks, strict=True)]
    uncounted = sum(COUNTED_SIZES[len(content.ranks[0]) :])
    for pile, own in enumerate(content.ranks):
        if rest[pile] < 0 or sum(rest) > uncounted:
            raise _refusal("ranks_cards", sheet, content, pile, own)
    for pile, own in enumerate(content.ranks):
        has_settebello = content.settebello == (pile,)
        if not int(has_settebello) <= own[0] <= COUNTED_SIZES[0] - (not has_settebello):
            raise _refusal("ranks_settebello", sheet, content, pile, own)
        # The fewest and the most coins among the pile's cards: four cards of a rank include its coin.
        low = high = int(has_settebello)
        for count, size in [*zip(own[1:], COUNTED_SIZES[1:], strict=False), (rest[pile], uncounted)]:
            coins = size // COINS_OF_FOUR
            low += max(0, count - (size - coins))
            high += min(count, coins)
        if not low <= content.coins[pile] <= high:
            raise _refusal("ranks_coins", sheet, content, pile, own, coins=content.coins[pile], low=low, high=high)


def check_decided(ranks: tuple[Ranks, ...], names: Table, table: Table) -> None:
    """Refuse counts that do not decide who is ahead, and name the rank to count next."""
    counted = len(ranks[0])
    if counted < len(WORDS) and len(most_sevens(ranks)[0]) > 1:
        word = WORDS[counted]
        raise RefusalError("ranks_undecided", field=ranks_field(names[0], table, word), about=word)


def _refusal(code: str, sheet: Sheet, content: CountsSheet, pile: int, own: Ranks, **values: int) -> RefusalError:
    """Return a refusal about one pile: the letter of a line, or of a player with the number, and the kind of card."""
    name = sheet.names[pile]
    said = {"counted": sum(own), "cards": content.cards[pile], "sevens": own[0], **values}
    return RefusalError(code, field=ranks_field(name, sheet.table), who=name.upper(), **said)
