"""The entry point of the game for the platform: JSON in, values of the contract out."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

from squadre import forfeit, match, match_checks, rules, sheet, sheet_fields
from squadre.phrases import PHRASES, label
from squadre.presets import PRESETS
from tournaments.games.contract import (
    Award,
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
    PlayedBoard,
    Tie,
    TimeRule,
)
from tournaments.games.guards import form_values, known_lines, refusing


def _refusing() -> AbstractContextManager[None]:
    return refusing(label)


def _rules(data: Json) -> rules.Rules:
    with _refusing():
        return rules.from_json(data)


class Squadre:
    """Matches of two teams on paper: several boards at once, each of its own game."""

    key = "squadre"
    takes_totals = False
    presets: Mapping[str, Json] = {name: rules.to_json(preset) for name, preset in PRESETS.items()}
    rules_schema: Json = rules.RULESETS.schema(label)
    retired_rules: Mapping[str, Json] = rules.RULESETS.retired
    phrases: Mapping[str, str] = PHRASES

    def check_rules(self, rules_json: Json) -> None:
        _rules(rules_json)

    upgrade_rules = staticmethod(rules.upgrade)

    def lines(self, rules_json: Json) -> tuple[int, int]:
        return match.TEAMS, match.TEAMS

    def line_sizes(self, rules_json: Json) -> Sequence[int]:
        return (_rules(rules_json).seated,)

    def members(self, rules_json: Json) -> tuple[int, int]:
        """Return the bounds of R-SQU-15."""
        _rules(rules_json)
        return rules.FEWEST_MEMBERS, rules.MOST_MEMBERS

    def board_names(self, rules_json: Json) -> Sequence[str]:
        return _rules(rules_json).boards

    def line_ups(self, rules_json: Json, sheet_json: Json) -> Sequence[Mapping[str, int]]:
        """Return the fields of who sits at the boards of a sheet, for each team, with the numbers in the team."""
        with _refusing():
            values = sheet.write(sheet.from_json(sheet_json))
        named = {name: int(value) for name, value in values.items() if name.startswith("who_")}
        return [{name: each for name, each in named.items() if name.split("_")[2] == letter} for letter in "ab"]

    def without_line_ups(self, rules_json: Json, sheet_json: Json, lines: Sequence[Line]) -> Json | None:
        with _refusing():
            left = sheet.without_line_ups(sheet.from_json(sheet_json), lines)
        return sheet.to_json(left) if left is not None else None

    def with_line_up_of(self, rules_json: Json, sheet_json: Json, before_json: Json | None, own: Line) -> Json:
        """Return the sheet as R-SQU-18 lets one of the teams write it."""
        with _refusing():
            before = sheet.from_json(before_json) if before_json is not None else sheet.Sheet()
            return sheet.to_json(sheet.with_line_up_of(sheet.from_json(sheet_json), before, own))

    def boards(
        self, rules_json: Json, deals: Sequence[DealScore], losers: Sequence[Line] = ()
    ) -> Sequence[PlayedBoard]:
        by, records = _rules(rules_json), _records(deals)
        written = match.all_boards(records)
        if losers:
            written |= forfeit.settled_boards(by, records, known_lines(losers, match.TEAMS))
        return [
            PlayedBoard(
                number=number,
                name=by.boards[number - 1],
                people=board.who,
                points=board.points,
                gives=match.board_points(by, board) if board.is_over else None,
                lost=board.lost,
            )
            for number, board in sorted(written.items())
        ]

    def low_wins(self, rules_json: Json) -> bool:
        return False

    def uses_vp(self, rules_json: Json) -> bool:
        return False

    def match_length(self, rules_json: Json) -> MatchLength:
        found = _rules(rules_json)
        boards = len(found.boards)
        most = boards * (found.board_most if found.board_gives == "points" else found.board_win)
        return MatchLength(deals=boards, minutes=found.time_limit_min, most=most)

    def time_rule(self, rules_json: Json, circumstances: Circumstances) -> TimeRule:
        """Return the rule of R-SQU-14: nobody is at fault."""
        _rules(rules_json)
        level = "level_decider" if circumstances.must_decide else "level_draw"
        return TimeRule(("zero", level), ("over", level), counts_last_deal=True, costs_the_match=False)

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
        return sheet_fields.of_sheet(_rules(rules_json), tiebreak)

    def score_sheet(self, rules_json: Json, sheet_json: Json) -> DealScore:
        by = _rules(rules_json)
        with _refusing():
            written = sheet.from_json(sheet_json)
            sheet.check(by, written)
        if written.decider is not None:
            return DealScore(written.decider, written.tiebreak, facts={"decider": list(written.decider)})
        awards = tuple(
            Award(
                "board",
                match.board_points(by, board),
                match.shown_points(by, board),
                name=by.boards[number - 1],
            )
            for number, board in sorted(written.boards.items())
            if board.is_over
        )
        over = [str(number) for number in match.boards_of([match.Record(written.boards)])]
        facts = {"boards": sheet.to_json(written)["boards"], "done": over}
        first, second = match.totals(by, [match.Record(written.boards)])
        return DealScore((first, second), awards=awards, facts=facts)

    def match(self, rules_json: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> MatchState:
        by, records = _rules(rules_json), _records(deals)
        setting = match.Setting(circumstances.must_decide, circumstances.time_called, circumstances.absent)
        with _refusing():
            match_checks.check(by, records, setting)
        found = match.position(by, records, setting)
        broken = {number: _tie() for number, record in enumerate(records) if record.decider is not None}
        rows = []
        for number, deal in enumerate(deals):
            so_far = match.totals(by, records[: number + 1])
            after: Sequence[int | None] = (None, None) if deal.tiebreak else so_far
            rows.append(tuple(map(Cell, deal.points, after)))
        played = len(match.boards_of(records))
        lines = tuple(
            LineState(found.totals[line], state, played) for line, state in enumerate(match.states(found, setting))
        )
        return MatchState(
            deals=tuple(deals),
            circumstances=circumstances,
            totals=found.totals,
            ranking=found.ranking,
            is_over=found.is_over,
            tie=_tie() if found.is_level else None,
            broken=broken,
            course=Course(tuple(rows), lines),
        )

    def forfeit_causes(self, rules_json: Json) -> Sequence[str]:
        return _rules(rules_json).fault_causes

    def read_forfeit(self, rules_json: Json, form: Mapping[str, str]) -> Json:
        with _refusing():
            return forfeit.read(_rules(rules_json), form_values(form))

    def forfeit_fields(self, rules_json: Json) -> Sequence[Mapping[str, Json]]:
        return sheet_fields.of_forfeit(_rules(rules_json))

    def clock_forfeit(self, rules_json: Json, line: Line, tiebreak: int) -> Json:
        """Return the fault of a team that left: no clock of its own costs it the match."""
        return forfeit.to_json(forfeit.Forfeit("abandon", known_lines([line], match.TEAMS), tiebreak))

    def settle_forfeit(self, rules_json: Json, deals: Sequence[DealScore], forfeit_json: Json) -> ForfeitScore:
        by, records = _rules(rules_json), _records(deals)
        with _refusing():
            written = forfeit.from_json(forfeit_json)
            forfeit.check(by, records, written)
        return _forfeit_score(forfeit.settle(by, records, written.offenders))

    def settle_ruling(
        self, rules_json: Json, deals: Sequence[DealScore], losers: Sequence[Line], tiebreak: int
    ) -> ForfeitScore:
        return _forfeit_score(forfeit.settle(_rules(rules_json), _records(deals), known_lines(losers, match.TEAMS)))


def _forfeit_score(found: forfeit.Settlement) -> ForfeitScore:
    return ForfeitScore(found.points, found.difference, found.losers)


def _records(deals: Sequence[DealScore]) -> list[match.Record]:
    return [
        match.Record(decider=(deal.points[0], deal.points[1]))
        if deal.tiebreak
        else match.Record(sheet.from_json({"depth": "boards", "boards": deal.facts["boards"]}).boards)
        for deal in deals
    ]


def _tie() -> Tie:
    return Tie(1, (0, 1), (1, 2))


GAME = Squadre()
