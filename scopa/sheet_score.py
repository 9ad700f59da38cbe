"""The score of a deal from its sheet: the same awards as from the captured cards, as far as the sheet tells."""

from collections.abc import Sequence

from scopa import scoring
from scopa.cards import DENARI, Cards
from scopa.errors import RefusalError
from scopa.napola import napolas
from scopa.primiera import Best, Ranks, best_cards, most_sevens, ranks_of
from scopa.rules import Rules
from scopa.scoring import Award, Score, award, best_award, by_line, napola_award, ranks_award, sweeps_award, total
from scopa.sheet import AWARDED, DUEL, PLAYERS, AwardsSheet, CountsSheet, PointsSheet, Sheet, Winners, table_of
from scopa.sheet_checks import check
from scopa.state import Seat, State


def score(rules: Rules, sheet: Sheet) -> Score:
    """Return the points of each line; raises RefusalError when the sheet contradicts itself or the rules."""
    check(rules, sheet)
    if not sheet.playing:
        return Score((0,) * sheet.lines)
    content, piles = sheet.content, len(sheet.playing)
    if isinstance(content, PointsSheet):
        found = Score(content.points)
    else:
        if isinstance(content, AwardsSheet):
            won = [award(rules, category, getattr(content, category), None, piles) for category in AWARDED]
        else:
            cards, coins = content.cards, content.coins
            won = [
                award(rules, "cards", scoring.cards_winners(rules, cards), cards, piles),
                award(rules, "coins", scoring.coins_winners(rules, coins), coins, piles),
                award(rules, "settebello", content.settebello, None, piles),
            ]
            if content.ranks is not None:
                won.append(ranks_award(rules, content.ranks))
            elif content.best is not None:
                won.append(best_award(rules, content.best))
            else:
                won.append(award(rules, "primiera", content.primiera, None, piles))
        found = total([*won, *napola_award(rules, content.napola), sweeps_award(rules, content.sweeps)])
        if sheet.is_of_players:
            found = by_line(found)
    is_last = sheet.tiebreak == rules.ko_tiebreak_deals
    if is_last and sheet.last_capture is None and len(set(found.points)) == 1:
        raise RefusalError("last_capture_missing", field="last_capture", tiebreak=sheet.tiebreak)
    return _spread_score(sheet, found) if sheet.is_of_several else found


def of_deal(position: State, tiebreak: int, seated: Sequence[Seat | None]) -> Sheet:
    """Return the sheet of a finished deal; ``seated`` has the seat of each line, None for one that took no part."""
    deal, lines = position.deal, len(seated)
    captured = position.last_capture_line
    if len(position.taken) == scoring.PLAYERS and deal.rules.scores_players:
        content = counts_sheet(deal.rules, position.taken, position.sweeps)
        return Sheet(content, tiebreak, captured, PLAYERS, tuple(range(len(PLAYERS))))
    if lines > len(DUEL) and not deal.rules.is_for_several:
        raise RefusalError("two_lines_only", lines=lines)
    playing = tuple(line for line, seat in enumerate(seated) if seat is not None)
    seats = [seat for seat in seated if seat is not None]
    taken, sweeps = zip(*[(position.taken[seat], position.sweeps[seat]) for seat in seats], strict=True)
    content = counts_sheet(deal.rules, taken, sweeps)
    last = None if captured is None else list(seated).index(captured)
    return Sheet(content, tiebreak, last, table_of("counts", lines), playing)


def counts_sheet(rules: Rules, taken: Sequence[Cards], sweeps: Sequence[int]) -> CountsSheet:
    """Return the sheet that careful players would write about the piles and their sweeps."""
    ranks = until_decided(tuple(map(ranks_of, taken))) if rules.counts_ranks else None
    return CountsSheet(
        cards=tuple(own.bit_count() for own in taken),
        coins=tuple((own & DENARI).bit_count() for own in taken),
        settebello=scoring.settebello_winners(taken),
        best=None if rules.counts_ranks else tuple(map(best_cards, taken)),
        primiera=(),
        sweeps=tuple(sweeps),
        ranks=ranks,
        napola=napolas(rules, taken) if rules.longest_napola else None,
    )


def until_decided(ranks: tuple[Ranks, ...]) -> tuple[Ranks, ...]:
    """Return each line's counts of sevens, sixes, ... up to the first rank that decides; people count no further."""
    return tuple([own[: most_sevens(ranks)[1] + 1] for own in ranks])


def primiera_winners(rules: Rules, best: tuple[Best, ...]) -> Winners:
    """Return the winner of the primiera by these best cards."""
    return scoring.primiera_winners(rules, best, scoring.primes(rules, best))


def _spread_score(sheet: Sheet, found: Score) -> Score:
    """Return the score of the lines that took part as the score of the whole table; other lines get nothing."""

    def whole(values: tuple[int, ...]) -> tuple[int, ...]:
        by_line = dict(zip(sheet.playing, values, strict=True))
        return tuple(by_line.get(line, 0) for line in range(sheet.lines))

    awards = [Award(each.code, whole(each.points), each.values and whole(each.values)) for each in found.awards]
    return Score(whole(found.points), tuple(awards))
