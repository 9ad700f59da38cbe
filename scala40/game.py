"""The entry point of the game for the platform: JSON in, values of the contract out."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import astuple

from scala40 import (
    codec,
    counting_robot,
    course,
    dealing,
    events,
    exit_order,
    match,
    match_checks,
    moves,
    places,
    practice,
    robots,
    rules,
    sheet,
    sheet_fields,
    sheet_form,
    sheet_score,
    table_words,
    text,
    totals_checks,
    turn,
)
from scala40 import view as views
from scala40.cards import NAMES, PACK_NAMES, card, names
from scala40.decks import BACK, PICTURES, SAMPLE, Translate, back_name, card_name
from scala40.phrases import PHRASES, label
from scala40.presets import PRESETS
from scala40.scoring import Score
from scala40.state import State
from tournaments.games.contract import (
    Award,
    Cell,
    Circumstances,
    Course,
    DealScore,
    Dice,
    ForfeitScore,
    Json,
    Line,
    LineState,
    MatchLength,
    MatchState,
    PracticeTable,
    RefusedError,
    Robot,
    Seat,
    Tie,
    TimeRule,
    TotalChoice,
    TotalQuestion,
    Transition,
)
from tournaments.games.guards import card_names, chairs_of, form_values, known_lines, refusing, require_seat


def _refusing() -> AbstractContextManager[None]:
    return refusing(label)


def _rules(data: Json) -> rules.Rules:
    with _refusing():
        return rules.from_json(data)


def _position_of(data: Json) -> State:
    with _refusing():
        return codec.from_json(data)


def _careful(rules_json: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return robots.choose(_rules(rules_json), view, actions, dice)


def _counting(rules_json: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return counting_robot.choose(_rules(rules_json), view, actions, dice)


class Scala40:
    """Scala 40 for two to six single players, on paper and at a live table; points are penalties."""

    key = "scala40"
    takes_totals = True
    presets: Mapping[str, Json] = {name: rules.to_json(preset) for name, preset in PRESETS.items()}
    rules_schema: Json = rules.RULESETS.schema(label)
    retired_rules: Mapping[str, Json] = rules.RULESETS.retired
    phrases: Mapping[str, str] = PHRASES
    decks: Mapping[str, str] = PICTURES
    deck_sample: Sequence[str] = SAMPLE
    is_clockwise = True

    # What the game needs to be shown.

    def card_name(self, deck: str, name: str, translate: Translate) -> str:
        if name == BACK:
            return back_name(translate)
        with _refusing():
            return card_name(name, translate)

    def action_words(self, action: str) -> tuple[str, str, Mapping[str, Sequence[str]]]:
        with _refusing():
            return table_words.action_words(moves.read_move(action))

    def table_words(self, deck: str, translate: Translate) -> Mapping[str, Json]:
        return table_words.table_words(translate)

    # What every game offers: enough to run a tournament from paper.

    def check_rules(self, rules_json: Json) -> None:
        _rules(rules_json)

    upgrade_rules = staticmethod(rules.upgrade)

    def lines(self, rules_json: Json) -> tuple[int, int]:
        return match_checks.FEWEST, match_checks.MOST

    def line_sizes(self, rules_json: Json) -> Sequence[int]:
        return (1,)

    def low_wins(self, rules_json: Json) -> bool:
        return True

    def uses_vp(self, rules_json: Json) -> bool:
        return False

    def match_length(self, rules_json: Json) -> MatchLength:
        found = _rules(rules_json)
        return MatchLength(target=found.out_at, minutes=found.time_limit_min, is_out=True)

    def time_rule(self, rules_json: Json, circumstances: Circumstances) -> TimeRule:
        """Return the rule of R-S40-44: nobody is at fault, and the deal in progress counts."""
        then = match.after_time(_rules(rules_json), _setting(circumstances))
        at_zero, over = ("zero_finish_deal", *then), ("over_finish_deal", *then)
        return TimeRule(at_zero, over, counts_last_deal=True, costs_the_match=False)

    def read_sheet(self, rules_json: Json, form: Mapping[str, str]) -> Json:
        with _refusing():
            return sheet_form.read(_rules(rules_json), form_values(form))

    def write_sheet(self, sheet_json: Json) -> Mapping[str, str]:
        with _refusing():
            return sheet_form.write(sheet_json)

    def next_form(self, sheet_json: Json) -> Mapping[str, str]:
        return {}

    def sheet_fields(self, rules_json: Json, lines: int, tiebreak: int) -> Sequence[Mapping[str, Json]]:
        return sheet_fields.of_deal(_rules(rules_json), lines, tiebreak)

    def read_totals(self, rules_json: Json, form: Mapping[str, str], circumstances: Circumstances) -> Sequence[Json]:
        found = _rules(rules_json)
        with _refusing():
            totals = sheet_form.read_totals(form_values(form))
            return [sheet.to_json(totals_checks.with_exits(found, totals, _setting(circumstances)))]

    def total_question(
        self, rules_json: Json, form: Mapping[str, str], circumstances: Circumstances
    ) -> TotalQuestion | None:
        """Return who went out when, as a question with names (R-S40-50)."""
        typed = form_values(form)
        with _refusing():
            totals = sheet_form.read_totals(typed)
        found = exit_order.question(_rules(rules_json), totals, _setting(circumstances), typed)
        if found is None:
            return None
        choices = [TotalChoice(each.said, each.line, each.code) for each in found.answers]
        return TotalQuestion(found.code, "asked.why", choices, found.kept)

    def total_fields(self, rules_json: Json, lines: int) -> Sequence[Mapping[str, Json]]:
        return sheet_fields.of_totals(lines)

    def score_sheet(self, rules_json: Json, sheet_json: Json) -> DealScore:
        with _refusing():
            written = sheet.from_json(sheet_json)
            found = sheet_score.score(_rules(rules_json), written)
        return _deal_score(written, found)

    def match(self, rules_json: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> MatchState:
        by, records, setting = _rules(rules_json), _records(deals), _setting(circumstances)
        with _refusing():
            match_checks.check(by, records, setting)
        found = places.position(by, records, setting)
        broken = {
            number: _tie(places.position(by, records[:number], setting))
            for number, record in enumerate(records)
            if record.tiebreak
        }
        rows = [
            tuple(Cell(cell.points, cell.total, cell.marks) for cell in row)
            for row in course.rows(by, records, setting)
        ]
        states = zip(found.standings, course.states(found, setting), strict=True)
        lines = [LineState(standing.total, state, standing.deals) for standing, state in states]
        return MatchState(
            deals=tuple(deals),
            circumstances=circumstances,
            totals=match.totals(records) or (0,) * setting.lines,
            ranking=tuple(group.lines for group in found.groups),
            is_over=found.is_over,
            tie=_tie(found),
            broken={number: tie for number, tie in broken.items() if tie is not None},
            course=Course(tuple(rows), tuple(lines)),
        )

    def forfeit_causes(self, rules_json: Json) -> Sequence[str]:
        """Return no causes: the sheet of the deal says who left, and the others play on (R-S40-45)."""
        return ()

    def read_forfeit(self, rules_json: Json, form: Mapping[str, str]) -> Json:
        raise RefusedError("no_forfeits", field="cause")

    def forfeit_fields(self, rules_json: Json) -> Sequence[Mapping[str, Json]]:
        return ()

    def clock_forfeit(self, rules_json: Json, line: Line, tiebreak: int) -> Json:
        raise RefusedError("no_forfeits", field="cause")

    def settle_forfeit(self, rules_json: Json, deals: Sequence[DealScore], forfeit_json: Json) -> ForfeitScore:
        raise RefusedError("no_forfeits", field="cause")

    def settle_ruling(
        self, rules_json: Json, deals: Sequence[DealScore], losers: Sequence[Line], tiebreak: int
    ) -> ForfeitScore:
        """Return the points paid so far; without VP there is no difference to settle."""
        return ForfeitScore(match.totals(_records(deals)) or (0, 0), 0, known_lines(losers, match_checks.MOST))

    # What a live table needs in addition.

    robots: Sequence[Robot] = (_careful, _counting)

    def memory(self, state: Json, seat: Seat) -> Json:
        """Return the discards under the top one: each was seen when it was discarded (R-S40-55)."""
        return [NAMES[each] for each in _position_of(state).position.discards[:-1]]

    practice: Mapping[str, Sequence[str]] = practice.CHOICES

    def practice_table(self, chosen: Mapping[str, str]) -> PracticeTable:
        return PracticeTable(
            rules.to_json(practice.rules(chosen["target"])), tuple(range(practice.SEATS[chosen["seats"]]))
        )

    def seats(self, rules_json: Json) -> Sequence[int]:
        return dealing.seats_allowed(_rules(rules_json))

    def pack(self, rules_json: Json) -> Sequence[str]:
        return PACK_NAMES

    def start(self, rules_json: Json, pack: Sequence[str], dealer: Seat, seats: int) -> Json:
        with _refusing():
            cards = [card(name) for name in card_names(pack, label("pack"))]
            return codec.to_json(turn.begin(_rules(rules_json), cards, dealer, seats))

    def next_dealer(self, dealer: Seat, seats: int) -> Seat:
        """Return the dealer of the deal after ``dealer``'s."""
        return dealing.next_dealer(dealer, seats)

    def initial_deal(self, state: Json) -> Mapping[str, Json]:
        found = _position_of(state).deal
        _deal, begun = dealing.deal(found.rules, found.pack, found.dealer, found.seats)
        places = [dealing.of_seat(found.pack, found.dealer, found.seats, seat) for seat in range(found.seats)]
        hands = [[NAMES[each] for each in own] for own in places]
        return {"hands": hands, "table": [NAMES[each] for each in begun.discards]}

    def turn(self, state: Json) -> Seat | None:
        return _position_of(state).turn

    def legal_actions(self, state: Json, seat: Seat) -> Sequence[str]:
        position = _position_of(state)
        return [moves.write_move(move) for move in position.legal] if position.turn == seat else []

    def apply(self, state: Json, seat: Seat, action: str) -> Transition:
        with _refusing():
            before = _position_of(state)
            require_seat(seat, before.deal.seats)
            after = turn.play(before, seat, moves.read_move(action))
        return Transition(codec.to_json(after), moves.write_move(after.log[-1]), events.events(before, after, seat))

    def view(self, state: Json, seat: Seat | None) -> Json:
        position = _position_of(state)
        if seat is not None:
            require_seat(seat, position.deal.seats)
        return views.view(position, seat)

    def score(self, state: Json) -> DealScore:
        position = _finished_state(state)
        written = _paper_deal(position, 0, range(position.deal.seats))
        with _refusing():
            return _deal_score(written, sheet_score.score(position.deal.rules, written))

    def sheet(self, state: Json, tiebreak: int = 0, seated: Sequence[Seat | None] | None = None) -> Json:
        position = _finished_state(state)
        chairs = chairs_of(seated, position.deal.seats, match_checks.MOST)
        return sheet.to_json(_paper_deal(position, tiebreak, chairs))

    def stops_at_time(self, rules_json: Json, state: Json, called_after: int) -> bool:
        """Return False: the deal in progress is always finished (R-S40-44)."""
        return False

    def live_forfeit(
        self,
        rules_json: Json,
        deals: Sequence[DealScore],
        state: Json | None,
        line: Line,
        cause: str,
        tiebreak: int,
    ) -> Json:
        raise RefusedError("no_forfeits", field="cause")

    def fault_way(self, rules_json: Json) -> str:
        return _rules(rules_json).fault_online

    # Texts that people read and write.

    def write_deal(self, state: Json) -> str:
        return text.write(codec.to_json(_position_of(state)))

    def read_deal(self, written: str) -> Json:
        with _refusing():
            return codec.to_json(codec.from_json(text.read(written)))

    def write_position(self, view: Json) -> str:
        return text.position(view)

    def typed_action(self, typed: str) -> str:
        with _refusing():
            return moves.typed_move(typed)


def _finished_state(state: Json) -> State:
    position = _position_of(state)
    if not position.is_over:
        raise RefusedError("deal_not_over", moves=len(position.log))
    return position


def _paper_deal(position: State, tiebreak: int, seated: Sequence[Seat | None]) -> sheet.Sheet:
    """Return a finished deal on paper, each line with the cards left in its hand; a void deal has none (R-S40-26)."""
    closer, is_void = position.closer, position.closer is None
    ranks = ["" if is_void else "".join(name[0] for name in names(hand)) for hand in position.hands]
    pays_flat = position.in_hand and position.deal.rules.hand_close_penalty == "flat_100_unopened"
    flat = [seat for seat, opened in enumerate(position.opened) if pays_flat and not opened and seat != closer]
    return sheet_score.counts_sheet(
        [None if seat is None else ranks[seat] for seat in seated],
        None if closer is None else list(seated).index(closer),
        tiebreak=tiebreak,
        in_hand=position.in_hand,
        unopened=[line for line, seat in enumerate(seated) if seat in flat],
    )


def _deal_score(written: sheet.Written, found: Score) -> DealScore:
    awards = tuple(Award(each.code, each.points, each.values) for each in found.awards)
    if isinstance(written, sheet.Drawing):
        facts: dict[str, Json] = {"depth": "order", "in": [], "order": list(written.order)}
        return DealScore(found.points, written.tiebreak, awards, facts)
    if isinstance(written, sheet.Totals):
        facts = {"depth": "totals", "in": list(written.playing), "exits": list(written.exits)}
        return DealScore(found.points, 0, awards, facts)
    facts = {"depth": written.depth, "in": list(written.playing), "closer": written.closer, "in_hand": written.in_hand}
    return DealScore(found.points, written.tiebreak, awards, facts, dict(written.left))


def _records(deals: Sequence[DealScore]) -> list[match.Record]:
    return [
        match.Record(
            points=tuple(points if line in deal.facts["in"] else None for line, points in enumerate(deal.points)),
            tiebreak=deal.tiebreak,
            closer=deal.facts.get("closer"),
            in_hand=deal.facts.get("in_hand", False),
            left=frozenset(deal.left),
            order=tuple(deal.facts.get("order", ())),
            depth=deal.facts["depth"],
            exits=tuple(deal.facts.get("exits", ())),
        )
        for deal in deals
    ]


def _setting(circumstances: Circumstances) -> match.Setting:
    return match.Setting(circumstances.lines, circumstances.through, circumstances.absent, circumstances.time_called)


def _tie(position: places.Position) -> Tie | None:
    """Return the first of the open ties."""
    return Tie(*astuple(position.ties[0])) if position.ties else None


GAME = Scala40()
