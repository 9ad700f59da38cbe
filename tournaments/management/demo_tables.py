"""Matches for the demonstration's tables, put together from deals to show each kind of ending."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from tournaments.games.contract import Circumstances, DealScore, Json, Line, MatchState, PlayableGame, Tie
from tournaments.management.demo_dealer import LETTERS, DemoDealer

TRIES = 20_000
# So many last deals are tried before another match is dealt: one deal costs less than a whole match.
LAST_DEALS = 50


@dataclass(frozen=True)
class Match:
    """A table as far as it is played: its sheets and their score."""

    game: PlayableGame
    rules: Json
    chairs: Circumstances
    sheets: tuple[Json, ...] = ()
    scores: tuple[DealScore, ...] = field(default=(), repr=False)

    def then(self, form: Mapping[str, str]) -> "Match":
        """Return the table after one more sheet."""
        sheet = self.game.read_sheet(self.rules, {**form, "lines": str(self.chairs.lines)})
        score = self.game.score_sheet(self.rules, sheet)
        return replace(self, sheets=(*self.sheets, sheet), scores=(*self.scores, score))

    def first(self, deals: int) -> "Match":
        return replace(self, sheets=self.sheets[:deals], scores=self.scores[:deals])

    def on_time(self) -> "Match":
        return replace(self, chairs=replace(self.chairs, time_called=True))

    @cached_property
    def state(self) -> MatchState:
        return self.game.match(self.rules, self.scores, self.chairs)

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def tie(self) -> Tie | None:
        """Return the tie that keeps the table from ending."""
        return self.state.tie

    @property
    def level(self) -> tuple[Line, ...]:
        """Return the lines in the tie."""
        return self.tie.lines if self.tie else ()

    @property
    def playing(self) -> tuple[Line, ...]:
        """Return the lines that play the next regular deal."""
        return tuple(line for line, each in enumerate(self.state.lines) if each.state == "playing")


class DemoTables:
    """Matches of several players, one for each kind of ending."""

    def __init__(self, dealer: DemoDealer, seed: int) -> None:
        self.dealer = dealer
        self.random = Random(seed)  # noqa: S311 - a demonstration, not a draw

    def _new(self, lines: int, through: int) -> Match:
        chairs = Circumstances(must_decide=True, lines=lines, through=through)
        return Match(self.dealer.game, self.dealer.rules, chairs)

    def _deal(self, match: Match, lines: Sequence[Line], depth: str, **more: str) -> Match:
        """Add one more deal between these lines, with any dealer."""
        paper = self.random.choice(self.dealer.deals(len(lines)))
        turned = self.random.randrange(len(lines))
        return match.then(paper.form([*lines[turned:], *lines[:turned]], depth, **more))

    def _regular(self, match: Match, depth: str) -> Match:
        """Play the match until no regular deal is left."""
        while not match.is_over and match.tie is None:
            match = self._deal(match, match.playing, depth)
        return match

    def _decide(self, match: Match) -> Match:
        """Decide the match by as many extra deals as it takes, and by cards drawn after them."""
        while (tie := match.tie) is not None:
            if tie.kind != "card":
                match = self._deal(match, tie.lines, "points", tiebreak=str(tie.number))
                continue
            # Between those who are level cards are drawn, the highest first.
            drawn = self.random.sample(tie.lines, len(tie.lines))
            order = {f"order_{place}": LETTERS[line] for place, line in enumerate(drawn, start=1)}
            match = match.then({"depth": "card", "tiebreak": str(tie.number), **order})
        return match

    def _search(self, lines: int, depth: str, accept: Callable[[Match], Match | None]) -> Match:
        for _try in range(TRIES):
            found = accept(self._regular(self._new(lines, 2), depth))
            if found is not None:
                return found
        raise LookupError("no such match was found")

    def match(self, lines: int, through: int, depth: str = "cards") -> Match:
        """Return a match to its end, extra deals included."""
        return self._decide(self._regular(self._new(lines, through), depth))

    def opening(self, lines: int, deals: int, depth: str = "cards") -> Match:
        """Return the first deals of a match that goes on."""
        return self._search(lines, depth, lambda match: match.first(deals) if len(match.sheets) > deals else None)

    def on_time(self, lines: int, deals: int) -> Match:
        """Return a match in which time is called after these deals, and the order is clear."""

        def accept(match: Match) -> Match | None:
            called = match.first(deals).on_time()
            return called if len(match.sheets) > deals and called.is_over else None

        return self._search(lines, "points", accept)

    def in_hand(self, lines: int) -> Match:
        """Return a match whose first deal is closed in hand."""
        match = self._new(lines, 2)
        return self._decide(self._regular(self._deal(match, match.playing, "points", in_hand="on"), "points"))

    def out_together(self, lines: int, players: int) -> Match:
        """Return a match that ends because too many are out after one deal; the lowest of them advance all the same."""

        def accept(match: Match) -> Match | None:
            target = self.dealer.game.match_length(match.rules).target or 0
            out = sum(total >= target for total in match.state.totals)
            before, after = match.first(len(match.sheets) - 1).playing, lines - out
            return match if match.is_over and len(before) - after == players else None

        return self._search(lines, "cards", accept)

    def level(self, lines: int) -> Match:
        """Return the regular deals of a match after which two are level for the second place."""

        def accept(match: Match) -> Match | None:
            before = match.first(len(match.sheets) - 1)
            ends = (self._deal(before, before.playing, "cards") for _try in range(LAST_DEALS))
            return next((end for end in ends if len(end.level) == 2), None)

        return self._search(lines, "cards", accept)

    def match_decided_by_deal(self, lines: int) -> Match:
        """Return a match that an extra deal decides."""
        return self._decide(self.level(lines))

    def match_decided_by_card(self, lines: int) -> Match:
        """Return a match whose extra deals nobody closes, so that a card is drawn."""
        match = self.level(lines)
        while (tie := match.tie) is not None and tie.kind == "deal":
            match = match.then(self.dealer.void.form(tie.lines, "cards", tiebreak=str(tie.number)))
        return self._decide(match)

    def match_with_leaver(self, lines: int) -> Match:
        """Return a match that a player leaves in its second deal; the others play on."""

        def accept(match: Match) -> Match | None:
            first = match.first(1)
            return first if len(first.playing) == first.chairs.lines else None

        match = self._search(lines, "cards", accept)
        *staying, gone = match.playing
        left = self._deal(match, staying, "cards", **{f"left_{LETTERS[gone]}": "abandon"})
        return self._decide(self._regular(left, "cards"))
