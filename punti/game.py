"""The entry point of the game for the platform: JSON in, values of the contract out."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

from gamekit.order import states_of
from punti import forfeit, match, match_checks, rules, sheet, sheet_fields, vp
from punti.phrases import PHRASES, label
from punti.presets import PRESETS
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
    Tie,
    TimeRule,
)
from tournaments.games.guards import (
    form_values,
    known_lines,
    refusing,
    setting_of,
    tie_at,
)


def _refusing() -> AbstractContextManager[None]:
    return refusing(label)


def _rules(data: Json) -> rules.Rules:
    with _refusing():
        return rules.from_json(data)


class Punti:
    """Any card game on paper: two to six lines of one to three people, points by deal or by total."""

    key = "punti"
    takes_totals = True
    presets: Mapping[str, Json] = {name: rules.to_json(preset) for name, preset in PRESETS.items()}
    rules_schema: Json = rules.RULESETS.schema(label)
    retired_rules: Mapping[str, Json] = rules.RULESETS.retired
    phrases: Mapping[str, str] = PHRASES
    vp_tables: Mapping[str, Json] = {name: vp.table(name, each.steps) for name, each in vp.PUBLISHED.items()}

    # Which card game it is.

    def title(self, rules_json: Json) -> str:
        found = _rules(rules_json)
        return found.title or f"game.{found.game}"

    def picture(self, rules_json: Json) -> str:
        return f"punti/{_rules(rules_json).picture}.svg"

    # What every game offers: enough to run a tournament from paper.

    def check_rules(self, rules_json: Json) -> None:
        _rules(rules_json)

    upgrade_rules = staticmethod(rules.upgrade)

    def lines(self, rules_json: Json) -> tuple[int, int]:
        found = _rules(rules_json)
        return found.fewest_lines, found.most_lines

    def line_sizes(self, rules_json: Json) -> Sequence[int]:
        return {"pairs": (2,), "singles": (1,), "both": (2, 1), "threes": (3,)}[_rules(rules_json).people]

    def low_wins(self, rules_json: Json) -> bool:
        return _rules(rules_json).fewest_win

    def uses_vp(self, rules_json: Json) -> bool:
        return _rules(rules_json).uses_vp

    def vp_table(self, rules_json: Json) -> Json:
        found = _rules(rules_json)
        return vp.table(found.vp, found.steps)

    def match_length(self, rules_json: Json) -> MatchLength:
        found = _rules(rules_json)
        least, most = found.totals
        is_target = found.match_mode == "target"
        return MatchLength(
            target=found.target if is_target else None,
            deals=None if is_target else found.deals,
            minutes=found.time_limit_min,
            least=least,
            most=most,
        )

    def time_rule(self, rules_json: Json, circumstances: Circumstances) -> TimeRule:
        """Return the rule of R-PTI-19 and R-PTI-20: nobody is at fault."""
        found = _rules(rules_json)
        then = match.after_time(found, setting_of(circumstances))
        at_zero, over = (f"zero_{found.at_time}", *then), (f"over_{found.at_time}", *then)
        return TimeRule(at_zero, over, counts_last_deal=True, costs_the_match=False)

    def read_sheet(self, rules_json: Json, form: Mapping[str, str]) -> Json:
        _rules(rules_json)
        with _refusing():
            return sheet.to_json(sheet.read(form_values(form)))

    def write_sheet(self, sheet_json: Json) -> Mapping[str, str]:
        with _refusing():
            return sheet.write(sheet.from_json(sheet_json))

    def next_form(self, sheet_json: Json) -> Mapping[str, str]:
        return {}

    def sheet_fields(self, rules_json: Json, lines: int, tiebreak: int) -> Sequence[Mapping[str, Json]]:
        return sheet_fields.of_deal(_rules(rules_json), lines, tiebreak)

    def read_totals(self, rules_json: Json, form: Mapping[str, str], circumstances: Circumstances) -> Sequence[Json]:
        _rules(rules_json)
        with _refusing():
            return [sheet.to_json(sheet.read({**form_values(form), "depth": "totals"}))]

    def total_fields(self, rules_json: Json, lines: int) -> Sequence[Mapping[str, Json]]:
        return ()

    def score_sheet(self, rules_json: Json, sheet_json: Json) -> DealScore:
        by = _rules(rules_json)
        with _refusing():
            written = sheet.from_json(sheet_json)
            sheet.check(by, written)
        if isinstance(written, sheet.Drawing):
            return DealScore((0,) * written.lines, written.tiebreak, facts={"order": list(written.order), "in": []})
        facts: dict[str, Json] = {"in": list(written.playing), "is_total": written.is_total}
        points = tuple(each or 0 for each in written.points)
        return DealScore(points, written.tiebreak, facts=facts, left=dict(written.left))

    def match(self, rules_json: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> MatchState:
        by, records, setting = _rules(rules_json), _records(deals), setting_of(circumstances)
        with _refusing():
            match_checks.check(by, records, setting)
        found = match.position(by, records, setting)
        broken: dict[int, Tie] = {}
        # The points, and the regular deals in which each line took part.
        rows, sums, played = [], [0] * setting.lines, [0] * setting.lines
        for number, record in enumerate(records):
            row = []
            for line, points in enumerate(record.points):
                if not record.tiebreak and points is not None:
                    sums[line] += points
                    played[line] += 1
                total = None if record.tiebreak or points is None else sums[line]
                marks = ("left",) if line in record.left else ("highest_card",) if record.order[:1] == (line,) else ()
                row.append(Cell(points, total, marks))
            rows.append(tuple(row))
            broke = tie_at(match.position(by, records[:number], setting)) if record.tiebreak else None
            if broke is not None:
                broken[number] = broke
        return MatchState(
            deals=tuple(deals),
            circumstances=circumstances,
            totals=tuple(sums),
            ranking=tuple([group.lines for group in found.groups]),
            is_over=found.is_over,
            tie=tie_at(found),
            broken=broken,
            course=Course(tuple(rows), tuple(map(LineState, sums, states_of(found, setting), played))),
        )

    def forfeit_causes(self, rules_json: Json) -> Sequence[str]:
        """Return no causes for a table of several: the sheet says who left, and the others play on (R-PTI-22)."""
        return _rules(rules_json).faults

    def read_forfeit(self, rules_json: Json, form: Mapping[str, str]) -> Json:
        with _refusing():
            return forfeit.read(_rules(rules_json), form_values(form))

    def forfeit_fields(self, rules_json: Json) -> Sequence[Mapping[str, Json]]:
        return sheet_fields.of_forfeit(_rules(rules_json))

    def clock_forfeit(self, rules_json: Json, line: Line, tiebreak: int) -> Json:
        """Return the fault of a line that left: no clock of its own costs it the match."""
        return forfeit.to_json(forfeit.Forfeit("abandon", known_lines([line], forfeit.DUEL), tiebreak))

    def settle_forfeit(self, rules_json: Json, deals: Sequence[DealScore], forfeit_json: Json) -> ForfeitScore:
        by, records = _rules(rules_json), _records(deals)
        with _refusing():
            written = forfeit.from_json(forfeit_json)
            forfeit.check(by, records, written)
        return _forfeit_score(forfeit.settle(by, records, written.offenders))

    def settle_ruling(
        self, rules_json: Json, deals: Sequence[DealScore], losers: Sequence[Line], tiebreak: int
    ) -> ForfeitScore:
        return _forfeit_score(forfeit.settle(_rules(rules_json), _records(deals), known_lines(losers, forfeit.DUEL)))


def _forfeit_score(found: forfeit.Settlement) -> ForfeitScore:
    return ForfeitScore(found.points, found.difference, found.losers)


def _records(deals: Sequence[DealScore]) -> list[match.Record]:
    return [
        match.Record(
            points=tuple(
                points if line in deal.facts.get("in", range(len(deal.points))) else None
                for line, points in enumerate(deal.points)
            ),
            tiebreak=deal.tiebreak,
            left=frozenset(deal.left),
            order=tuple(deal.facts.get("order", ())),
            is_total=deal.facts.get("is_total", False),
        )
        for deal in deals
    ]


GAME = Punti()
