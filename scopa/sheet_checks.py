"""What a scoresheet cannot say: every check is a fact about 40 cards, named with the field that breaks it."""

from collections.abc import Mapping, Sequence
from typing import Final

from scopa.cards import CARD_OF_NAME, NAMES, RANKS, SETTEBELLO, SUITS, Card
from scopa.dealing import SEATS
from scopa.errors import Faults, RefusalError, brief
from scopa.player_checks import check_player_awards, check_player_counts
from scopa.primiera import Best, worth
from scopa.rank_checks import check_counted, check_ranks
from scopa.rules import Rules
from scopa.scoring import CATEGORIES, category_points
from scopa.sheet import (
    AWARDED,
    LINES,
    AwardsSheet,
    Content,
    CountsSheet,
    Owner,
    Pair,
    PlayerAwardsSheet,
    PlayerCountsSheet,
    PointsSheet,
    Sheet,
)
from scopa.state import PLAYS_IN_DEAL

CARDS: Final = 40
COINS: Final = 10
SUIT_SIZE: Final = 10
WHOLES: Final[Mapping[str, int]] = {"cards": CARDS, "coins": COINS}
"""How many there are of what is counted."""
# Ten coins cannot be level among four.
LEVEL_PLAYERS: Final = {"cards": 4, "coins": 3, "settebello": 1, "primiera": 4}


def check(rules: Rules, sheet: Sheet) -> None:
    """Raise RefusalError when no deal under these rules could have left this sheet."""
    if not 0 <= sheet.tiebreak <= rules.ko_tiebreak_deals:
        bound = rules.ko_tiebreak_deals
        raise RefusalError("tiebreak_bound", field="tiebreak", typed=brief(sheet.tiebreak), bound=bound)
    content = sheet.content
    check_depth(rules, content)
    if isinstance(content, PointsSheet):
        _check_points(rules, content.points)
    elif isinstance(content, PlayerAwardsSheet):
        check_player_awards(rules, content)
    elif isinstance(content, PlayerCountsSheet):
        check_player_counts(rules, content, sheet.last_capture)
    elif isinstance(content, AwardsSheet):
        _check_awards(rules, content)
    else:
        _check_counts(rules, content)
        _check_last_capture(content, sheet.last_capture)


def check_depth(rules: Rules, content: Content) -> None:
    """Players are counted one by one exactly where four of them score piles of their own (R-SCO-57)."""
    of_players = isinstance(content, PlayerAwardsSheet | PlayerCountsSheet)
    if of_players and not rules.scores_players:
        raise RefusalError("depth_of_lines", field="depth")
    if rules.scores_players and rules.sides == "pairs" and not (of_players or isinstance(content, PointsSheet)):
        raise RefusalError("depth_of_players", field="depth")


def most_sweeps(rules: Rules) -> int:
    """The most sweeps a deal can hold: after one the next play cannot capture, so every other play at best."""
    excluded = {"none": 0, "last_play": 1, "last_cycle": 3 * min(SEATS[rules.sides])}[rules.sweep_exclusion]
    return (PLAYS_IN_DEAL - excluded + 1) // 2


def most_points(rules: Rules) -> int:
    """The most points that both lines together can make in one deal."""
    shares = LEVEL_PLAYERS if rules.scores_players else dict.fromkeys(CATEGORIES, 2)
    fixed = sum(
        category_points(rules, category) * (shares[category] if _may_tie(rules, category) else 1)
        for category in CATEGORIES
    )
    return fixed + most_sweeps(rules) * rules.sweep_points


def _may_tie(rules: Rules, category: str) -> bool:
    """Whether a level count gives the point to each line."""
    ties = {"cards": rules.cards_tie, "coins": rules.coins_tie, "primiera": rules.primiera_tie}
    return ties.get(category) == "each"


def _check_points(rules: Rules, points: Pair) -> None:
    _check_range("points", points, None)
    if sum(points) > most_points(rules):
        raise RefusalError("points_bound", field="points_a", total=sum(points), bound=most_points(rules))


def _check_range(name: str, values: Sequence[int], highest: int | None) -> None:
    for line, value in zip(LINES, values, strict=True):
        if value < 0 or (highest is not None and value > highest):
            code = "negative" if highest is None else "out_of_range"
            raise RefusalError(code, field=f"{name}_{line}", line=line.upper(), value=value, highest=highest)


def _check_awards(rules: Rules, sheet: AwardsSheet) -> None:
    faults = Faults()
    for category in AWARDED:
        owner: Owner = getattr(sheet, category)
        with faults.noting():
            _check_owner(rules, category, owner)
    with faults.noting():
        if sheet.settebello is None and rules.all_taken:
            raise RefusalError("settebello_missing", field="settebello")
    with faults.noting():
        _check_sweeps(rules, sheet.sweeps)
    faults.refuse()


def _check_owner(rules: Rules, category: str, owner: Owner) -> None:
    """``each`` needs the rule for it; with that rule a level count is never nobody's."""
    if owner == "each" and not _may_tie(rules, category):
        raise RefusalError("each_not_allowed", field=category)
    may_be_nobody = category == "primiera" and rules.primiera_both_incomplete == "none"
    if owner is None and _may_tie(rules, category) and not may_be_nobody:
        raise RefusalError("each_not_nobody", field=category)


def _check_sweeps(rules: Rules, sweeps: Pair) -> None:
    _check_range("sweeps", sweeps, None)
    if sum(sweeps) > most_sweeps(rules):
        raise RefusalError("sweeps_bound", field="sweeps_a", sweeps=sum(sweeps), bound=most_sweeps(rules))


def _check_counts(rules: Rules, sheet: CountsSheet) -> None:
    """First what is wrong by itself, all of it; then what does not fit together."""
    faults = Faults()
    for name, values in (("cards", sheet.cards), ("coins", sheet.coins)):
        with faults.noting():
            check_sum(rules, name, values, WHOLES[name])
    with faults.noting():
        _check_settebello(rules, sheet)
    with faults.noting():
        _check_sweeps(rules, sheet.sweeps)
    with faults.noting():
        if check_counted(rules, sheet, "primiera"):
            _check_owner(rules, "primiera", sheet.primiera)
    faults.refuse()
    _check_coins_in_cards(sheet)
    for line, (cards, sweeps) in enumerate(zip(sheet.cards, sheet.sweeps, strict=True)):
        if cards < 2 * sweeps:
            raise RefusalError("sweeps_cards", field=_field("sweeps", line), **_line(line), sweeps=sweeps, cards=cards)
    if sheet.best is not None:
        _check_best(rules, sheet, sheet.best)
    check_ranks(rules, sheet)


def _field(name: str, line: int) -> str:
    return f"{name}_{LINES[line]}"


def _line(line: int) -> dict[str, str]:
    return {"line": LINES[line].upper()}


def check_sum(rules: Rules, name: str, values: Sequence[int], whole: int) -> None:
    """Together the lines take everything; where leftovers are nobody's, no more than everything."""
    _check_range(name, values, whole)
    if sum(values) != whole and (rules.all_taken or sum(values) > whole):
        raise RefusalError(f"{name}_sum", field=f"{name}_a", a=values[0], b=values[1], whole=whole)


def _check_coins_in_cards(sheet: CountsSheet) -> None:
    for line, (cards, coins) in enumerate(zip(sheet.cards, sheet.coins, strict=True)):
        if coins > cards:
            raise RefusalError(
                "coins_above_cards", field=_field("coins", line), **_line(line), coins=coins, cards=cards
            )
    others = sum(sheet.cards) - sum(sheet.coins)
    if others > CARDS - COINS:
        raise RefusalError("other_suits_sum", field="coins_a", others=others, whole=CARDS - COINS)


def _check_settebello(rules: Rules, sheet: CountsSheet) -> None:
    _check_owner(rules, "settebello", sheet.settebello)
    if sheet.settebello is None:
        if rules.all_taken or sum(sheet.coins) == COINS:
            raise RefusalError("settebello_missing", field="settebello")
    elif sheet.coins[int(sheet.settebello)] == 0:
        raise RefusalError("settebello_no_coins", field="settebello", **_line(int(sheet.settebello)))


def _check_last_capture(sheet: CountsSheet, line: int | None) -> None:
    if line is not None and sheet.cards[line] < 2:
        cards = sheet.cards[line]
        raise RefusalError("last_capture_no_cards", field="last_capture", **_line(line), cards=cards)


def _check_best(rules: Rules, sheet: CountsSheet, best: tuple[Best, ...]) -> None:
    for suit, pair in enumerate(zip(*best, strict=True)):
        _check_best_of_suit(rules, suit, pair)
    for line, own in enumerate(best):
        if (own[0] == SETTEBELLO) != (sheet.settebello == line):
            raise RefusalError("settebello_best", field=f"best_{LINES[line]}_d", **_line(line))
    for line in range(2):
        _check_best_in_counts(rules, sheet, best[line], best[1 - line], line)


def _check_best_of_suit(rules: Rules, suit: int, pair: tuple[Card | None, Card | None]) -> None:
    """No card lies in two piles, and somebody has the seven of a suit that is all taken."""
    field = f"best_b_{SUITS[suit]}"
    if pair[0] is not None and pair[0] == pair[1]:
        raise RefusalError("best_twice", field=field, card=NAMES[pair[0]])
    seven = CARD_OF_NAME["7" + SUITS[suit]]
    if rules.all_taken and seven not in pair:
        raise RefusalError("best_no_seven", field=f"best_a_{SUITS[suit]}", card=NAMES[seven])


def _check_best_in_counts(rules: Rules, sheet: CountsSheet, own: Best, other: Best, line: int) -> None:
    """The best cards bound how many cards of each suit a line can have; its counts must fit."""
    bounds = [_bounds(rules, mine, theirs) for mine, theirs in zip(own, other, strict=True)]
    coins, others = sheet.coins[line], sheet.cards[line] - sheet.coins[line]
    low, high = bounds[0]
    if not low <= coins <= high:
        field = f"best_{LINES[line]}_d"
        raise RefusalError("best_coins", field=field, **_line(line), coins=coins, low=low, high=high)
    low, high = sum(each[0] for each in bounds[1:]), sum(each[1] for each in bounds[1:])
    if not low <= others <= high:
        field = f"best_{LINES[line]}_c"
        raise RefusalError("best_cards", field=field, **_line(line), others=others, low=low, high=high)


def _bounds(rules: Rules, own: Card | None, other: Card | None) -> tuple[int, int]:
    """Fewest and most cards of a suit for the line whose best is ``own``, against the other line's best."""
    if own is None:
        return 0, 0
    high = _not_better(own)
    if other is None:
        return (SUIT_SIZE if rules.all_taken else 1), high
    low = SUIT_SIZE - _not_better(other) if rules.all_taken else 1
    return max(1, low), min(high, SUIT_SIZE - 1)


def _not_better(best: Card) -> int:
    """How many cards of its suit are worth no more than ``best``, itself included."""
    return sum(worth(CARD_OF_NAME[rank + "d"]) <= worth(best) for rank in RANKS)
