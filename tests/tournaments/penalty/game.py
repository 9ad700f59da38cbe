"""The smallest game that the platform can run at tables of several lines; a sheet is the points of every line.

``{"points": [12, 0, None, 30], "tiebreak": 0, "left": {"2": "abandon"}}``, None for a line that takes no part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.games.contract import (
    Cell,
    Circumstances,
    Course,
    DealScore,
    ForfeitScore,
    Json,
    Line,
    LineState,
    MatchLength,
    MatchState,
    RefusedError,
    Tie,
    TimeRule,
)


class Penalty:
    key = "penalty"
    takes_totals = False
    presets: Mapping[str, Json] = {"club": {"out_at": 101, "most": 6}, "four": {"out_at": 101, "most": 4}}
    rules_schema: Json = {"type": "object", "properties": {"out_at": {"type": "integer"}, "most": {"type": "integer"}}}
    retired_rules: Mapping[str, Json] = {}
    phrases: Mapping[str, str] = {
        "deal_after_end": "The match was over.",
        "time.stop": "At zero the cards are laid down.",
        "time.stopped": "Time: the cards are laid down.",
    }

    def check_rules(self, rules: Json) -> None:
        if rules["out_at"] < 1:
            raise RefusedError("out_at", field="out_at")

    def upgrade_rules(self, rules: Json) -> Json:
        return rules

    def lines(self, rules: Json) -> tuple[int, int]:
        return 2, rules["most"]

    def line_sizes(self, rules: Json) -> Sequence[int]:
        return (1,)

    def low_wins(self, rules: Json) -> bool:
        return True

    def uses_vp(self, rules: Json) -> bool:
        return False

    def match_length(self, rules: Json) -> MatchLength:
        return MatchLength(target=rules["out_at"], is_out=True)

    def time_rule(self, rules: Json, circumstances: Circumstances) -> TimeRule:
        return TimeRule(("stop",), ("stopped",), counts_last_deal=False, costs_the_match=False)

    def read_sheet(self, rules: Json, form: Mapping[str, str]) -> Json:
        return {"points": [int(each) for each in form["points"].split()], "tiebreak": int(form["tiebreak"])}

    def write_sheet(self, sheet: Json) -> Mapping[str, str]:
        return {"points": " ".join(map(str, sheet["points"])), "tiebreak": str(sheet["tiebreak"])}

    def next_form(self, sheet: Json) -> Mapping[str, str]:
        return {}

    def sheet_fields(self, rules: Json, lines: int, tiebreak: int) -> Sequence[Mapping[str, Json]]:
        text = {"kind": "text", "needed": True, "depths": []}
        return [{"name": "points", "label": "Points", **text}, {"name": "tiebreak", "label": "Tie-break", **text}]

    def score_sheet(self, rules: Json, sheet: Json) -> DealScore:
        left = {int(line): cause for line, cause in sheet.get("left", {}).items()}
        return DealScore(tuple(each or 0 for each in sheet["points"]), tiebreak=sheet.get("tiebreak", 0), left=left)

    def match(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> MatchState:
        self._check(rules, deals, circumstances)
        broken = {row: self._tie(rules, deals[:row], circumstances) for row, deal in enumerate(deals) if deal.tiebreak}
        return MatchState(
            deals=tuple(deals),
            circumstances=circumstances,
            totals=self._totals(deals, circumstances.lines),
            ranking=tuple(map(tuple, self._ranking(rules, deals, circumstances))),
            is_over=self._is_over(rules, deals, circumstances),
            tie=self._tie(rules, deals, circumstances),
            broken={row: tie for row, tie in broken.items() if tie is not None},
            course=self._course(rules, deals, circumstances),
        )

    def _check(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> None:
        for number, deal in enumerate(deals):
            before = deals[:number]
            then = circumstances if deal.tiebreak else replace(circumstances, time_called=False)
            tie = self._tie(rules, before, then)
            if deal.tiebreak != (tie.number if tie else 0):
                raise RefusedError("tiebreak_not_due", field="tiebreak")
            if self._is_over(rules, before, then):
                raise RefusedError("deal_after_end")

    def _is_over(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> bool:
        return self._ended(rules, deals, circumstances) and self._tie(rules, deals, circumstances) is None

    def _totals(self, deals: Sequence[DealScore], lines: int) -> tuple[int, ...]:
        return tuple(sum(deal.points[line] for deal in deals if not deal.tiebreak) for line in range(lines))

    def _ranking(
        self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances
    ) -> Sequence[Sequence[Line]]:
        keys = {line: self._worth(rules, deals, circumstances, line) for line in range(circumstances.lines)}
        return [[line for line in keys if keys[line] == worth] for worth in sorted(set(keys.values()))]

    def _tie(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> Tie | None:
        if not self._ended(rules, deals, circumstances):
            return None
        place, number = 1, sum(deal.tiebreak > 0 for deal in deals) + 1
        for group in self._ranking(rules, deals, circumstances):
            last = place + len(group) - 1
            if place <= circumstances.through < last and circumstances.lines - len(circumstances.absent) >= place:
                return Tie(number, tuple(group), (place, last), "card" if number > 2 else "deal")
            place = last + 1
        return None

    def _course(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> Course:
        rows = tuple(tuple(Cell(points, None) for points in deal.points) for deal in deals)
        exits = [self._exit(rules, deals, circumstances, line) for line in range(circumstances.lines)]
        played = sum(not deal.tiebreak for deal in deals)
        totals = self._totals(deals, circumstances.lines)
        states = self._states(rules, deals, circumstances, exits)
        return Course(
            rows, tuple(LineState(totals[line], states[line], exit_ or played) for line, exit_ in enumerate(exits))
        )

    def _states(
        self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances, exits: Sequence[int]
    ) -> list[str]:
        if not self._ended(rules, deals, circumstances):
            return ["out" if exit_ else "playing" for exit_ in exits]
        tie = self._tie(rules, deals, circumstances)
        order = [line for group in self._ranking(rules, deals, circumstances) for line in group]
        ahead = set(order[: circumstances.through])
        level = set(tie.lines) if tie else set()
        return [
            "level" if line in level else "through" if line in ahead else "out" for line in range(circumstances.lines)
        ]

    def forfeit_causes(self, rules: Json) -> Sequence[str]:
        return ()

    def read_forfeit(self, rules: Json, form: Mapping[str, str]) -> Json:
        raise RefusedError("no_forfeits")

    def forfeit_fields(self, rules: Json) -> Sequence[Mapping[str, Json]]:
        return ()

    def clock_forfeit(self, rules: Json, line: Line, tiebreak: int) -> Json:
        raise RefusedError("no_forfeits")

    def settle_forfeit(self, rules: Json, deals: Sequence[DealScore], forfeit: Json) -> ForfeitScore:
        raise RefusedError("no_forfeits")

    def settle_ruling(
        self, rules: Json, deals: Sequence[DealScore], losers: Sequence[Line], tiebreak: int
    ) -> ForfeitScore:
        return ForfeitScore(self._totals(deals, 2), 0, tuple(losers))

    def _exit(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances, line: Line) -> int:
        """The number of the deal in which a line went out, 0 while it is in."""
        total = 0
        for number, deal in enumerate(deals, start=1):
            total += 0 if deal.tiebreak else deal.points[line]
            if total >= rules["out_at"] or line in deal.left:
                return number
        return 0

    def _ended(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> bool:
        here = [line for line in range(circumstances.lines) if line not in circumstances.absent]
        still = [line for line in here if not self._exit(rules, deals, circumstances, line)]
        return bool(deals) and (circumstances.time_called or len(still) <= circumstances.through)

    def _worth(self, rules: Json, deals: Sequence[DealScore], circumstances: Circumstances, line: Line) -> Json:
        """Less is better: absent, out, exit (later first), left, total, then the tie-breaks."""
        left = any(line in deal.left for deal in deals)
        exit_ = self._exit(rules, deals, circumstances, line)
        total = self._totals(deals, circumstances.lines)[line]
        broken = tuple(deal.points[line] for deal in deals if deal.tiebreak)
        return (line in circumstances.absent, exit_ > 0, -exit_, left, total, broken)


GAME = Penalty()
