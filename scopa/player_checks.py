"""What a scoresheet of four players cannot say, where each scores a pile of their own (R-SCO-57)."""

from typing import Final

from scopa.cards import CARD_OF_NAME, NAMES, RANKS, SETTEBELLO, SUITS, Card
from scopa.errors import RefusalError
from scopa.primiera import Best, worth
from scopa.rank_checks import check_counted, check_ranks
from scopa.rules import Rules
from scopa.sheet import PLAYERS, PlayerAwardsSheet, PlayerCountsSheet, Winners

CARDS: Final = 40
COINS: Final = 10
# Of 36 plays at most every other is a sweep; the last cycle has 12 plays, the last play is one.
MOST_SWEEPS: Final = {"none": 18, "last_play": 18, "last_cycle": 12}


def check_player_awards(rules: Rules, sheet: PlayerAwardsSheet) -> None:
    """Raise RefusalError when no deal under these rules could have left this sheet."""
    _check_winners("cards", sheet.cards, rules.cards_tie)
    _check_winners("coins", sheet.coins, rules.coins_tie)
    _check_primiera(rules, sheet.primiera)
    _check_settebello(rules, sheet.settebello)
    _check_sweeps(rules, sheet.sweeps)


def check_player_counts(rules: Rules, sheet: PlayerCountsSheet, last_capture: int | None) -> None:
    """Raise RefusalError when no deal under these rules could have left these counts."""
    for name, values, whole in (("cards", sheet.cards, CARDS), ("coins", sheet.coins, COINS)):
        _check_sum(rules, name, values, whole)
    if sum(sheet.cards) - sum(sheet.coins) > CARDS - COINS:
        others = sum(sheet.cards) - sum(sheet.coins)
        raise RefusalError("other_suits_sum", field="coins_a1", others=others, whole=CARDS - COINS)
    _check_settebello(rules, sheet.settebello)
    _check_sweeps(rules, sheet.sweeps)
    for seat in range(len(PLAYERS)):
        _check_player(sheet, seat)
    if last_capture is not None and max(sheet.cards[last_capture::2]) < 2:
        most = max(sheet.cards[last_capture::2])
        raise RefusalError("last_capture_no_cards", field="last_capture", line="AB"[last_capture], cards=most)
    if check_counted(rules, sheet, "who_primiera"):
        _check_primiera(rules, sheet.primiera)
    if sheet.best is not None:
        _check_best(rules, sheet, sheet.best)
    check_ranks(rules, sheet)


def _check_winners(name: str, won_by: Winners, tie: str) -> None:
    if len(won_by) > 1 and tie != "each":
        raise RefusalError("each_not_allowed", field=f"who_{name}")
    if not won_by and tie == "each":
        raise RefusalError("each_not_nobody", field=f"who_{name}")


def _check_primiera(rules: Rules, won_by: Winners) -> None:
    if won_by or rules.primiera_both_incomplete != "none":
        _check_winners("primiera", won_by, rules.primiera_tie)


def _check_settebello(rules: Rules, won_by: Winners) -> None:
    if len(won_by) > 1 or (not won_by and rules.all_taken):
        raise RefusalError("settebello_player", field="who_settebello")


def _check_sweeps(rules: Rules, sweeps: tuple[int, ...]) -> None:
    _check_range("sweeps", sweeps, MOST_SWEEPS[rules.sweep_exclusion])
    if sum(sweeps) > MOST_SWEEPS[rules.sweep_exclusion]:
        bound = MOST_SWEEPS[rules.sweep_exclusion]
        raise RefusalError("sweeps_bound", field="sweeps_a1", sweeps=sum(sweeps), bound=bound)


def _check_range(name: str, values: tuple[int, ...], highest: int) -> None:
    for player, value in zip(PLAYERS, values, strict=True):
        if not 0 <= value <= highest:
            raise RefusalError("out_of_range", field=f"{name}_{player}", value=str(value)[:40], highest=highest)


def _check_sum(rules: Rules, name: str, values: tuple[int, ...], whole: int) -> None:
    _check_range(name, values, whole)
    if sum(values) != whole and (rules.all_taken or sum(values) > whole):
        raise RefusalError("players_sum", field=f"{name}_a1", total=sum(values), whole=whole)


def _check_player(sheet: PlayerCountsSheet, seat: int) -> None:
    player, cards, coins, sweeps = PLAYERS[seat], sheet.cards[seat], sheet.coins[seat], sheet.sweeps[seat]
    said = {"player": player.upper(), "cards": cards}
    if coins > cards:
        raise RefusalError("player_coins", field=f"coins_{player}", coins=coins, **said)
    if cards < 2 * sweeps:
        raise RefusalError("player_sweeps", field=f"sweeps_{player}", sweeps=sweeps, **said)
    if sheet.settebello == (seat,) and not coins:
        raise RefusalError("player_settebello", field="who_settebello", player=player.upper())


def _check_best(rules: Rules, sheet: PlayerCountsSheet, best: tuple[Best, ...]) -> None:
    for suit, cards in enumerate(zip(*best, strict=True)):
        _check_best_of_suit(rules, suit, [each for each in cards if each is not None])
    for seat, own in enumerate(best):
        field, said = f"best_{PLAYERS[seat]}", {"player": PLAYERS[seat].upper()}
        if (own[0] == SETTEBELLO) != (sheet.settebello == (seat,)):
            raise RefusalError("player_settebello_best", field=field, **said)
        coins, others = sheet.coins[seat], sheet.cards[seat] - sheet.coins[seat]
        for code, count, cards in (("player_best_coins", coins, own[:1]), ("player_best_cards", others, own[1:])):
            low, high = sum(each is not None for each in cards), sum(map(_not_better, cards))
            if not low <= count <= high:
                raise RefusalError(code, field=field, count=count, low=low, high=high, **said)


def _check_best_of_suit(rules: Rules, suit: int, cards: list[Card]) -> None:
    for number, each in enumerate(cards):
        if each in cards[:number]:
            raise RefusalError("player_best_twice", field="best_a1", card=NAMES[each])
    seven = CARD_OF_NAME["7" + SUITS[suit]]
    if rules.all_taken and seven not in cards:
        raise RefusalError("player_best_no_seven", field="best_a1", card=NAMES[seven])


def _not_better(best: Card | None) -> int:
    """How many cards of its suit are worth no more than ``best``, itself included; none where there is none."""
    return 0 if best is None else sum(worth(CARD_OF_NAME[rank + "d"]) <= worth(best) for rank in RANKS)
