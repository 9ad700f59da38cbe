"""The score of a deal from its sheet: the same awards as from the taken cards, as deep as the sheet goes."""

from collections.abc import Sequence

from scopa import scoring
from scopa.cards import DENARI, Cards
from scopa.errors import RefusalError
from scopa.primiera import Best, Ranks, best_cards, most_sevens, ranks_of
from scopa.rules import Rules
from scopa.scoring import PLAYERS, Award, Score, award, best_award, by_line, ranks_award, sweeps_award, total
from scopa.sheet import (
    AWARDED,
    AwardsSheet,
    CountsSheet,
    Owner,
    PlayerAwardsSheet,
    PlayerCountsSheet,
    PointsSheet,
    Sheet,
    Winners,
)
from scopa.sheet_checks import check


def score(rules: Rules, sheet: Sheet) -> Score:
    """The points of each line; raises RefusalError when the sheet contradicts itself or the rules."""
    check(rules, sheet)
    found = _score(rules, sheet)
    is_last = sheet.tiebreak == rules.ko_tiebreak_deals
    if is_last and found.points[0] == found.points[1] and sheet.last_capture is None:
        raise RefusalError("last_capture_missing", field="last_capture", tiebreak=sheet.tiebreak)
    return found


def counted(rules: Rules, taken: Sequence[Cards], sweeps: Sequence[int]) -> CountsSheet | PlayerCountsSheet:
    """The sheet that careful players write about the cards two lines, or four players, took and their sweeps."""
    ranks = until_decided(tuple(map(ranks_of, taken))) if rules.counts_ranks else None
    best = None if rules.counts_ranks else tuple(map(best_cards, taken))
    if len(taken) == PLAYERS:
        return PlayerCountsSheet(
            cards=tuple(own.bit_count() for own in taken),
            coins=tuple((own & DENARI).bit_count() for own in taken),
            settebello=scoring.settebello_winners(taken),
            best=best,
            primiera=(),
            sweeps=tuple(sweeps),
            ranks=ranks,
        )
    if len(taken) != 2:
        raise RefusalError("two_lines_only", lines=len(taken))
    first, second = taken
    has_settebello = scoring.settebello_winners(taken)
    return CountsSheet(
        cards=(first.bit_count(), second.bit_count()),
        coins=((first & DENARI).bit_count(), (second & DENARI).bit_count()),
        settebello=has_settebello[0] if has_settebello else None,
        best=best,
        primiera=None,
        sweeps=(sweeps[0], sweeps[1]),
        ranks=ranks,
    )


def until_decided(ranks: tuple[Ranks, ...]) -> tuple[Ranks, ...]:
    """The counts of ranks as far as they are needed, which is as far as people count."""
    return tuple([own[: most_sevens(ranks)[1] + 1] for own in ranks])


def _score(rules: Rules, sheet: Sheet) -> Score:
    content = sheet.content
    if isinstance(content, PointsSheet):
        return Score(content.points)
    if isinstance(content, AwardsSheet):
        won = [award(rules, category, _lines(getattr(content, category)), None) for category in AWARDED]
        return total([*won, sweeps_award(rules, content.sweeps)])
    if isinstance(content, CountsSheet):
        return total(_counted(rules, content))
    return by_line(total([*_of_players(rules, content), sweeps_award(rules, content.sweeps)]))


def _of_players(rules: Rules, content: PlayerAwardsSheet | PlayerCountsSheet) -> list[Award]:
    """The four points of the pack by player."""
    if isinstance(content, PlayerAwardsSheet):
        return [award(rules, category, getattr(content, category), None, PLAYERS) for category in AWARDED]
    cards, coins = content.cards, content.coins
    return [
        award(rules, "cards", scoring.cards_winners(rules, cards), cards, PLAYERS),
        award(rules, "coins", scoring.coins_winners(rules, coins), coins, PLAYERS),
        award(rules, "settebello", content.settebello, None, PLAYERS),
        _primiera(rules, content, content.primiera),
    ]


def _primiera(rules: Rules, content: CountsSheet | PlayerCountsSheet, said: Winners) -> Award:
    """The primiera by what was counted of it; where nothing was, as ``said``."""
    if content.ranks is not None:
        return ranks_award(rules, content.ranks)
    if content.best is not None:
        return best_award(rules, content.best)
    return award(rules, "primiera", said, None, len(content.sweeps))


def primiera_winners(rules: Rules, best: tuple[Best, ...]) -> Winners:
    """Who has the primiera by these best cards."""
    return scoring.primiera_winners(rules, best, scoring.primes(rules, best))


def _lines(owner: Owner) -> scoring.Winners:
    if owner is None:
        return ()
    return (0, 1) if owner == "each" else (int(owner),)


def _counted(rules: Rules, sheet: CountsSheet) -> list[Award]:
    return [
        award(rules, "cards", scoring.cards_winners(rules, sheet.cards), sheet.cards),
        award(rules, "coins", scoring.coins_winners(rules, sheet.coins), sheet.coins),
        award(rules, "settebello", _lines(sheet.settebello), None),
        _primiera(rules, sheet, _lines(sheet.primiera)),
        sweeps_award(rules, sheet.sweeps),
    ]


def owner(won_by: Winners) -> Owner:
    """Which of two lines won, as a sheet says it."""
    if len(won_by) == 2:
        return "each"
    return won_by[0] if won_by else None
