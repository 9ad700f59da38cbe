"""Impossible scoresheets, refused when a sheet is typed or scored: each by a fact about 40 cards, naming its field."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from scopa import napola_checks
from scopa.cards import CARD_OF_NAME, NAMES, PACK_SIZE, SETTEBELLO, SUITS, Card
from scopa.dealing import SEATS, sweeps_until
from scopa.errors import Faults, RefusalError, brief
from scopa.primiera import Best, worth
from scopa.primiera_checks import may_have_primiera
from scopa.rank_checks import check_counted, check_ranks
from scopa.rules import LEAVING, Rules
from scopa.scoring import CATEGORIES, category_points
from scopa.sheet import (
    AWARDED,
    DUEL,
    AwardsSheet,
    CountsSheet,
    PointsSheet,
    Sheet,
    Table,
    Winners,
    best_field,
)

CARDS: Final = 40
COINS: Final = 10
SUIT_SIZE: Final = 10
WHOLES: Final[Mapping[str, int]] = {"cards": CARDS, "coins": COINS}
"""How many there are of what is counted."""
# How many cards of its suit are worth no more than a card, itself included: it orders them as their worth does.
NOT_BETTER: Final[tuple[int, ...]] = tuple(
    sum(worth(each) <= worth(best) for each in range(0, PACK_SIZE, len(SUITS))) for best in range(PACK_SIZE)
)
SEVENS: Final[tuple[Card, ...]] = tuple(CARD_OF_NAME["7" + suit] for suit in SUITS)
# Ten coins cannot be level among four.
MOST_LEVEL: Final = {"cards": 4, "coins": 3, "settebello": 1, "primiera": 4}
PILES_OF_PLAYERS: Final = 4

# Refusals for two lines speak of a line, those for more lines of a player.
OF_A_PLAYER: Final[Mapping[str, str]] = {
    "settebello_missing": "settebello_player",
    "coins_above_cards": "player_coins",
    "sweeps_cards": "player_sweeps",
    "settebello_no_coins": "player_settebello",
    "settebello_best": "player_settebello_best",
    "best_twice": "player_best_twice",
    "best_no_seven": "player_best_no_seven",
    "best_coins": "player_best_coins",
    "best_cards": "player_best_cards",
}


def check(rules: Rules, sheet: Sheet) -> None:
    """Raise RefusalError when no deal under these rules can have this sheet."""
    # One more where cards decide after the deals (R-SCO-62).
    bound = rules.ko_tiebreak_deals + rules.is_for_several
    if not 0 <= sheet.tiebreak <= bound:
        raise RefusalError("tiebreak_bound", field="tiebreak", typed=brief(sheet.tiebreak), bound=bound)
    content = sheet.content
    # A depth that the rules do not have: piles of single players only where each has an own one (R-SCO-57).
    if sheet.is_of_players and not rules.scores_players:
        raise RefusalError("depth_of_lines", field="depth")
    is_by_line = sheet.is_duel and not isinstance(content, PointsSheet)
    if rules.scores_players and rules.sides == "pairs" and is_by_line:
        raise RefusalError("depth_of_players", field="depth")
    if sheet.is_of_several and not rules.is_for_several:
        raise RefusalError("two_lines_only", field="depth", lines=sheet.lines)
    _check_left(sheet)
    if not sheet.playing:
        return
    if isinstance(content, PointsSheet):
        _check_range("points", sheet.names, content.points, None)
        total, bound = sum(content.points), most_points(rules, len(sheet.playing))
        if total > bound:
            raise RefusalError("points_bound", field=f"points_{sheet.names[0]}", total=brief(total), bound=bound)
    elif isinstance(content, AwardsSheet):
        faults = Faults()
        for category in AWARDED:
            with faults:
                _check_winners(rules, sheet, category, getattr(content, category))
        with faults:
            napola_checks.check_values(rules, sheet, content)
        with faults:
            _check_sweeps(rules, sheet, content.sweeps)
        faults.refuse()
        napola_checks.check_awards(rules, sheet, content)
    else:
        _check_counts(rules, sheet, content)


def _check_left(sheet: Sheet) -> None:
    """R-SCO-63: a line that leaves has nothing in the deal; without it the deal is redealt, or has no points."""
    for line, cause in sorted(sheet.left.items()):
        field, player = f"left_{sheet.table[line]}", sheet.table[line].upper()
        if cause not in LEAVING:
            raise RefusalError("cause_not_allowed", field=field, typed=cause, allowed=", ".join(LEAVING))
        if line in sheet.playing:
            raise RefusalError("left_points", field=field, player=player)
    if not sheet.is_of_several:
        return
    if len(sheet.playing) < 2 and (sheet.playing or not sheet.left):
        # The first values that the sheet asks of every line.
        name = {"points": "points", "awards": "sweeps"}.get(sheet.depth, "cards")
        raise RefusalError("deal_alone", field=f"{name}_{sheet.table[0]}", lines=len(sheet.playing))
    captured = sheet.last_capture
    if captured is not None and captured not in sheet.playing:
        raise RefusalError("last_capture_unknown", field="last_capture", typed=sheet.table[captured].upper())


def most_sweeps(rules: Rules, seats: int | None = None) -> int:
    """Return the most sweeps of a deal: at best every other play (R-SCO-26).

    After a sweep the next play cannot capture, and neither can the first one on an empty table (R-SCO-72).
    """
    plays = sweeps_until(rules, seats or min(SEATS[rules.sides]))
    return (plays + (rules.first_table_cards > 0)) // 2


@lru_cache
def most_points(rules: Rules, lines: int = 2) -> int:
    """Return the most points that all lines together can make in one deal."""
    piles = PILES_OF_PLAYERS if rules.scores_players else lines
    shares = {category: min(piles, MOST_LEVEL[category]) for category in CATEGORIES}
    if rules.longest_napola:
        # The longest napola with the coins to its pile alone makes as much as any shorter one with level coins.
        shares["coins"] = 1
    fixed = sum(
        category_points(rules, category) * (shares[category] if _may_tie(rules, category) else 1)
        for category in CATEGORIES
    )
    return fixed + rules.longest_napola + most_sweeps(rules) * rules.sweep_points


def _may_tie(rules: Rules, category: str) -> bool:
    """Return whether a level count gives the point to each line."""
    ties = {"cards": rules.cards_tie, "coins": rules.coins_tie, "primiera": rules.primiera_tie}
    return ties.get(category) == "each"


def _check_range(name: str, names: Table, values: Sequence[int], highest: int | None) -> None:
    for pile, value in zip(names, values, strict=True):
        if value < 0 or (highest is not None and value > highest):
            code = "negative" if highest is None else "out_of_range"
            raise RefusalError(code, field=f"{name}_{pile}", value=brief(value), highest=highest)


def _field(sheet: Sheet, category: str) -> str:
    """Return the field that says who took a category."""
    return category if sheet.is_duel else f"who_{category}"


def _refusal(sheet: Sheet, code: str, field: str, pile: int | None = None, **values: Any) -> RefusalError:
    """Return a refusal about a line, or about a player where there are more than two of them."""
    name = {} if pile is None else {"line" if sheet.is_duel else "player": sheet.names[pile].upper()}
    return RefusalError(code if sheet.is_duel else OF_A_PLAYER[code], field=field, **name, **values)


def _check_winners(rules: Rules, sheet: Sheet, category: str, won_by: Winners) -> None:
    """Refuse several winners without a rule for that, and no winner where the rules name level lines."""
    field, may_tie = _field(sheet, category), _may_tie(rules, category)
    if category == "settebello" and len(won_by) > 1 and not sheet.is_duel:
        raise RefusalError("settebello_player", field=field)
    if len(won_by) > 1 and not may_tie:
        raise RefusalError("each_not_allowed", field=field)
    may_be_nobody = category == "primiera" and rules.primiera_both_incomplete == "none"
    if not won_by and may_tie and not may_be_nobody:
        raise RefusalError("each_not_nobody", field=field)
    if category == "settebello" and not won_by and rules.all_taken:
        raise _refusal(sheet, "settebello_missing", field)


def _check_sweeps(rules: Rules, sheet: Sheet, sweeps: Sequence[int]) -> None:
    _check_range("sweeps", sheet.names, sweeps, None)
    bound = most_sweeps(rules, None if sheet.is_duel else len(sheet.playing))
    if sum(sweeps) > bound:
        raise RefusalError("sweeps_bound", field=f"sweeps_{sheet.names[0]}", sweeps=brief(sum(sweeps)), bound=bound)


def _check_counts(rules: Rules, sheet: Sheet, content: CountsSheet) -> None:
    """Refuse wrong counts: first values that are wrong by themselves, then those that do not fit together."""
    faults = Faults()
    for name, whole in WHOLES.items():
        with faults:
            check_sum(rules, name, getattr(content, name), whole, sheet.names)
    with faults:
        _check_winners(rules, sheet, "settebello", content.settebello)
        field = _field(sheet, "settebello")
        if not content.settebello and sum(content.coins) == COINS:
            raise _refusal(sheet, "settebello_missing", field)
        if content.settebello and content.coins[content.settebello[0]] == 0:
            raise _refusal(sheet, "settebello_no_coins", field, content.settebello[0])
    with faults:
        napola_checks.check_values(rules, sheet, content)
    with faults:
        _check_sweeps(rules, sheet, content.sweeps)
    with faults:
        if check_counted(rules, content, _field(sheet, "primiera")):
            _check_winners(rules, sheet, "primiera", content.primiera)
    faults.refuse()

    for pile, (cards, coins) in enumerate(zip(content.cards, content.coins, strict=True)):
        if coins > cards:
            field = f"coins_{sheet.names[pile]}"
            raise _refusal(sheet, "coins_above_cards", field, pile, coins=coins, cards=cards)
    others = sum(content.cards) - sum(content.coins)
    if others > CARDS - COINS:
        raise RefusalError("other_suits_sum", field=f"coins_{sheet.names[0]}", others=others, whole=CARDS - COINS)
    for pile, (cards, sweeps) in enumerate(zip(content.cards, content.sweeps, strict=True)):
        if cards < 2 * sweeps:
            field = f"sweeps_{sheet.names[pile]}"
            raise _refusal(sheet, "sweeps_cards", field, pile, sweeps=sweeps, cards=cards)
    line = sheet.last_capture
    if line is not None:
        piles = content.cards[line::2] if sheet.is_of_players else [content.cards[sheet.playing.index(line)]]
        if max(piles) < 2:
            letter = "AB"[line] if sheet.is_of_players else sheet.table[line].upper()
            raise RefusalError("last_capture_no_cards", field="last_capture", line=letter, cards=max(piles))

    if content.best is not None:
        _check_best(rules, sheet, content, content.best)
    check_ranks(rules, sheet, content)
    napola_checks.check_counts(rules, sheet, content)
    is_said = content.best is None and content.ranks is None
    if is_said and not may_have_primiera(rules, content):
        raise RefusalError("primiera_impossible", field=_field(sheet, "primiera"))


def check_sum(rules: Rules, name: str, values: Sequence[int], whole: int, names: Table = DUEL) -> None:
    """Refuse piles that together are not ``whole``; fewer are allowed where leftovers stay on the table."""
    _check_range(name, names, values, whole)
    if sum(values) == whole or (sum(values) < whole and not rules.all_taken):
        return
    field = f"{name}_{names[0]}"
    if names == DUEL:
        raise RefusalError(f"{name}_sum", field=field, a=values[0], b=values[1], whole=whole)
    raise RefusalError("players_sum", field=field, about=name, total=sum(values), whole=whole)


def _check_best(rules: Rules, sheet: Sheet, content: CountsSheet, best: tuple[Best, ...]) -> None:
    """Refuse a card in two piles, a suit all taken without its seven, and best cards that the counts do not allow."""
    for suit, seven, cards in zip(SUITS, SEVENS, zip(*best, strict=True), strict=True):
        held = [each for each in cards if each is not None]
        if len({*held}) < len(held):
            number = next(number for number, each in enumerate(held) if each in held[:number])
            name = sheet.names[number if sheet.is_duel else 0]
            raise _refusal(sheet, "best_twice", best_field(name, sheet.table, suit), card=NAMES[held[number]])
        if rules.all_taken and seven not in held:
            field = best_field(sheet.names[0], sheet.table, suit)
            raise _refusal(sheet, "best_no_seven", field, card=NAMES[seven])
    for pile, own in enumerate(best):
        if (own[0] == SETTEBELLO) != (content.settebello == (pile,)):
            raise _refusal(sheet, "settebello_best", best_field(sheet.names[pile], sheet.table), pile)
    for pile in range(len(best)):
        _check_best_in_counts(rules, sheet, content, best, pile)


def _check_best_in_counts(rules: Rules, sheet: Sheet, content: CountsSheet, best: tuple[Best, ...], pile: int) -> None:
    """Refuse counts of cards and coins that the best cards of a pile make impossible."""
    others = zip(*best[:pile], *best[pile + 1 :], strict=True)
    bounds = [_cards_of_suit(own, held, rules.all_taken) for own, held in zip(best[pile], others, strict=True)]
    coins = content.coins[pile]
    counted = (
        ("best_coins", "d", "coins", coins, bounds[:1]),
        ("best_cards", "c", "others", content.cards[pile] - coins, bounds[1:]),
    )
    for code, suit_name, name, count, suits in counted:
        low, high = map(sum, zip(*suits, strict=True))
        if not low <= count <= high:
            field = best_field(sheet.names[pile], sheet.table, suit_name)
            values = {name if sheet.is_duel else "count": count, "low": low, "high": high}
            raise _refusal(sheet, code, field, pile, **values)


@lru_cache(maxsize=4 * 1024)
def _cards_of_suit(own: Card | None, others: tuple[Card | None, ...], all_taken: bool) -> tuple[int, int]:
    """Return the fewest and the most cards of a suit in a pile with this best one, beside the best of the others."""
    if own is None:
        return 0, 0
    held = [NOT_BETTER[each] for each in others if each is not None]
    # A card better than the best of all the others is in this pile; each of the others holds at least its best.
    beyond = SUIT_SIZE - max(held, default=0)
    return max(1, beyond if all_taken else 1), NOT_BETTER[own] - sum(each <= NOT_BETTER[own] for each in held)
