"""The entry point of the game for the platform: JSON in, values of the contract out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gamekit.order import states_of
from scopa import (
    codec,
    dealing,
    forfeit,
    forfeit_form,
    match,
    practice,
    robots,
    rules,
    sampling_robot,
    scoring,
    sheet,
    sheet_fields,
    sheet_form,
    sheet_score,
    snapshot,
    text,
    time_limit,
)
from scopa import view as views
from scopa.cards import BIT, NAMES, card, names
from scopa.decks import BACK, PICTURES, SAMPLE, Translate, back_name
from scopa.decks import card_name as name_of_card
from scopa.errors import RefusalError
from scopa.phrases import PHRASES, label
from scopa.plays import parse_play, typed_play, write_play
from scopa.presets import PRESETS
from scopa.primiera import best_cards
from scopa.sheet import CountsSheet
from scopa.state import State
from scopa.table_words import table_words
from scopa.turn import begin, ending, play, read_play
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
    Transition,
)
from tournaments.games.guards import (
    card_names,
    chairs_of,
    form_values,
    known_lines,
    refusal_of_rules,
    refusing,
    require_seat,
    setting_of,
    tie_at,
)


def _rules(data: Json) -> rules.Rules:
    try:
        return rules.from_json(data)
    except RefusalError as refusal:
        raise refusal_of_rules(refusal, label) from refusal


def _labels(found: rules.Rules) -> Callable[[str], str]:
    return lambda field: label(field, of_several=found.is_for_several)


def _position(data: Json) -> State:
    with refusing(label):
        return codec.from_json(data)


MOST_LINES: Final = 2


def _greedy(rules_json: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return robots.choose(_rules(rules_json), view, actions, dice)


def _sampling(rules_json: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return sampling_robot.choose(_rules(rules_json), view, actions, dice)


class Scopa:
    """Scopa for two lines, or three or four at a table of several, and for two to four seats at a live table."""

    key = "scopa"
    takes_totals = True
    presets: Mapping[str, Json] = {name: rules.to_json(preset) for name, preset in PRESETS.items()}
    rules_schema: Json = rules.RULESETS.schema(label)
    retired_rules: Mapping[str, Json] = rules.RULESETS.retired
    phrases: Mapping[str, str] = PHRASES
    decks: Mapping[str, str] = PICTURES
    deck_sample: Sequence[str] = SAMPLE
    is_clockwise = False

    # What the game needs to be shown.

    def card_name(self, deck: str, name: str, translate: Translate) -> str:
        if name == BACK:
            return back_name(translate)
        with refusing(label):
            return name_of_card(card(name), deck, translate)

    # What every game offers: enough to run a tournament from paper.

    def check_rules(self, rules_json: Json) -> None:
        _rules(rules_json)

    upgrade_rules = staticmethod(rules.upgrade)

    def lines(self, rules_json: Json) -> tuple[int, int]:
        return (3, 4) if _rules(rules_json).is_for_several else (2, 2)

    def line_sizes(self, rules_json: Json) -> Sequence[int]:
        found = _rules(rules_json)
        if found.deals_all_at_once:
            return (2,)
        return (2, 1) if found.has_partners else (1,)

    def low_wins(self, rules_json: Json) -> bool:
        return False

    def uses_vp(self, rules_json: Json) -> bool:
        return True

    def match_length(self, rules_json: Json) -> MatchLength:
        found = _rules(rules_json)
        if found.match_mode == "fixed_deals":
            return MatchLength(deals=found.deals, minutes=found.time_limit_min)
        return MatchLength(target=found.target, minutes=found.time_limit_min)

    def time_rule(self, rules_json: Json, circumstances: Circumstances) -> TimeRule:
        found = time_limit.at_time(_rules(rules_json), setting_of(circumstances))
        return TimeRule(found.at_zero, found.over, found.counts_last_deal, found.costs_the_match, found.own_clock)

    def read_sheet(self, rules_json: Json, form: Mapping[str, str]) -> Json:
        found = _rules(rules_json)
        with refusing(_labels(found)):
            return sheet_form.read(found, form_values(form))

    def write_sheet(self, sheet_json: Json) -> Mapping[str, str]:
        with refusing(label):
            return sheet_form.write(sheet.to_json(sheet.from_json(sheet_json)))

    def next_form(self, sheet_json: Json) -> Mapping[str, str]:
        return {"depth": sheet_json["depth"]}

    def sheet_fields(self, rules_json: Json, lines: int, tiebreak: int) -> Sequence[Mapping[str, Json]]:
        return sheet_fields.of_deal(_rules(rules_json), lines, tiebreak)

    def score_sheet(self, rules_json: Json, sheet_json: Json) -> DealScore:
        by = _rules(rules_json)
        with refusing(_labels(by)):
            written = sheet.from_json(sheet_json)
            found = sheet_score.score(by, written)
        facts: dict[str, Json] = {"depth": sheet_json["depth"], "last_capture": written.last_capture}
        if isinstance(written.content, CountsSheet) and written.content.best is not None:
            facts["best"] = [_names(each) for each in written.content.best]
        if written.is_of_several:
            facts["in"] = list(written.playing)
        return _deal_score(found, facts, written.tiebreak, written.left)

    def match(self, rules_json: Json, deals: Sequence[DealScore], circumstances: Circumstances) -> MatchState:
        by, records, setting = _rules(rules_json), [_record(deal) for deal in deals], setting_of(circumstances)
        with refusing(label):
            match.check(by, records, setting)
        found = match.position(by, records, setting)
        broken: dict[int, Tie] = {}
        rows: list[tuple[Cell, ...]] = []
        # The points that count for the match points, and the regular deals in which each line took part.
        sums, played = [0] * setting.lines, [0] * setting.lines
        for number, record in enumerate(records):
            counts = by.spareggio_points_in_mp or not record.tiebreak
            row = []
            for line, points in enumerate(record.points):
                sums[line] += (points or 0) * counts
                played[line] += points is not None and not record.tiebreak
                total = sums[line] if counts and points is not None else None
                row.append(Cell(points, total, ("left",) if line in record.left else ()))
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
        """Return no causes for a table of several: the sheet says who left, and the others play on (R-SCO-63)."""
        return _rules(rules_json).faults

    def read_forfeit(self, rules_json: Json, form: Mapping[str, str]) -> Json:
        with refusing(label):
            return forfeit_form.read(_rules(rules_json), form_values(form))

    def forfeit_fields(self, rules_json: Json) -> Sequence[Mapping[str, Json]]:
        return sheet_fields.of_forfeit(_rules(rules_json))

    def clock_forfeit(self, rules_json: Json, line: Line, tiebreak: int) -> Json:
        return forfeit.to_json(forfeit.by_clock(_rules(rules_json), known_lines([line], MOST_LINES)[0], tiebreak))

    def settle_forfeit(self, rules_json: Json, deals: Sequence[DealScore], forfeit_json: Json) -> ForfeitScore:
        with refusing(label):
            written = forfeit.from_json(forfeit_json)
            found = forfeit.settle(_rules(rules_json), _records(deals), written)
        return ForfeitScore(found.points, found.difference, found.losers)

    def settle_ruling(
        self, rules_json: Json, deals: Sequence[DealScore], losers: Sequence[Line], tiebreak: int
    ) -> ForfeitScore:
        found = forfeit.settle_ruling(_rules(rules_json), _records(deals), known_lines(losers, MOST_LINES), tiebreak)
        return ForfeitScore(found.points, found.difference, found.losers)

    # What a live table needs in addition.

    robots: Sequence[Robot] = (_greedy, _sampling)

    def memory(self, state: Json, seat: Seat) -> Json:
        """Return the cards in each pile: all of them were seen when they were taken (R-SCO-75)."""
        return [names(taken) for taken in _position(state).taken]

    practice: Mapping[str, Sequence[str]] = practice.CHOICES

    def practice_table(self, chosen: Mapping[str, str]) -> PracticeTable:
        with refusing(label):
            found = practice.rules(chosen["seats"], chosen["target"], chosen["cards"])
        return PracticeTable(rules.to_json(found), practice.SEATS[chosen["seats"]])

    def seats(self, rules_json: Json) -> Sequence[int]:
        return dealing.seats_allowed(_rules(rules_json))

    def pack(self, rules_json: Json) -> Sequence[str]:
        return NAMES

    def start(self, rules_json: Json, pack: Sequence[str], dealer: Seat, seats: int) -> Json:
        with refusing(label):
            cards = [card(name) for name in card_names(pack, label("pack"))]
            return codec.to_json(begin(_rules(rules_json), cards, dealer, seats))

    def next_dealer(self, dealer: Seat, seats: int) -> Seat:
        """Return the dealer of the deal after ``dealer``'s."""
        return dealing.next_dealer(dealer, seats)

    def initial_deal(self, state: Json) -> Mapping[str, Json]:
        found = _position(state).deal
        pack, seats = tuple(NAMES[each] for each in found.pack), found.seats
        gives = dealing.cards_for_seats(found.rules, pack, seats)
        hands = [list(dealing.of_seat(gives, found.dealer, seats, seat)) for seat in range(seats)]
        return {"hands": hands, "table": list(dealing.on_table(found.rules, pack, seats))}

    def turn(self, state: Json) -> Seat | None:
        return _position(state).turn

    def legal_actions(self, state: Json, seat: Seat) -> Sequence[str]:
        position = _position(state)
        return [write_play(each) for each in position.legal] if position.turn == seat else []

    def apply(self, state: Json, seat: Seat, action: str) -> Transition:
        """Play ``action``; the events say nothing of a card that lies face down."""
        with refusing(label):
            before = _position(state)
            require_seat(seat, before.deal.seats)
            parse_play(action)
            after = play(before, seat, read_play(before, action))
        card, captured = after.log[-1]
        written = write_play(after.log[-1])
        event = "captured" if captured else "laid"
        events: list[dict[str, Json]] = [{"event": event, "seat": seat, "card": NAMES[card], "play": written}]
        if after.sweeps != before.sweeps:
            events.append({"event": "swept", "seat": seat})
        if after.is_over:
            left = ending(after)
            if left and left.seats:
                line = after.deal.lines[left.seats[0]]
                events.append({"event": "leftovers", "line": line, "cards": left.cards.bit_count()})
            events.append({"event": "deal_over"})
        elif after.cycle != before.cycle:
            events.append({"event": "dealt", "cycle": after.cycle + 1})
        return Transition(codec.to_json(after), written, tuple(events))

    def view(self, state: Json, seat: Seat | None) -> Json:
        position = _position(state)
        if seat is not None:
            require_seat(seat, position.deal.seats)
        return views.view(position, seat)

    def score(self, state: Json) -> DealScore:
        position = _position(state)
        if not position.is_over:
            raise RefusedError("deal_not_over", plays=len(position.log))
        found = scoring.score_deal(position.deal.rules, position.taken, position.sweeps)
        facts: dict[str, Json] = {"last_capture": position.last_capture_line}
        if not position.deal.rules.counts_ranks:
            facts["best"] = [_names(best_cards(own)) for own in position.taken]
        return _deal_score(found, facts)

    def sheet(self, state: Json, tiebreak: int = 0, seated: Sequence[Seat | None] | None = None) -> Json:
        position = _position(state)
        if not position.is_over:
            raise RefusedError("deal_not_over", plays=len(position.log))
        lines = len(set(position.deal.lines))
        # Between two lines each has its own seats.
        asked = seated if position.deal.rules.is_for_several else None
        chairs = chairs_of(asked, lines, len(sheet.LETTERS))
        with refusing(label):
            return sheet.to_json(sheet_score.of_deal(position, tiebreak, chairs))

    def stops_at_time(self, rules_json: Json, state: Json, called_after: int) -> bool:
        return time_limit.stops(_position(state), called_after)

    def live_forfeit(
        self,
        rules_json: Json,
        deals: Sequence[DealScore],
        state: Json | None,
        line: Line,
        cause: str,
        tiebreak: int,
    ) -> Json:
        with refusing(label):
            position = None if state is None else snapshot.snapshot_of(_position(state))
        return forfeit.to_json(forfeit.at_live_table(line, cause, len(deals), position, tiebreak))

    # Texts that people read and write.

    def write_deal(self, state: Json) -> str:
        return text.write(codec.to_json(_position(state)))

    def read_deal(self, written: str) -> Json:
        with refusing(label):
            return codec.to_json(codec.from_json(text.read(written)))

    def write_position(self, view: Json) -> str:
        return text.position(view)

    def typed_action(self, typed: str) -> str:
        with refusing(label):
            return typed_play(typed)

    # Texts of the page of a live table.

    def table_words(self, deck: str, translate: Translate) -> Mapping[str, Json]:
        return table_words(deck, translate)

    def action_words(self, action: str) -> tuple[str, str, Mapping[str, Sequence[str]]]:
        with refusing(label):
            played, captured = parse_play(action)
        if not captured:
            return "discard", "laid", {"card": [NAMES[played]]}
        if captured == BIT[played]:
            return "keep", "kept", {"card": [NAMES[played]]}
        return "take", "took", {"card": [NAMES[played]], "cards": list(names(captured))}


def _names(best: Sequence[int | None]) -> list[str | None]:
    return [None if card is None else NAMES[card] for card in best]


def _deal_score(
    found: scoring.Score, facts: Mapping[str, Json], tiebreak: int = 0, left: Mapping[Line, str] | None = None
) -> DealScore:
    awards = tuple([Award(each.code, each.points, each.values) for each in found.awards])
    return DealScore(found.points, tiebreak, awards, facts, left or {})


def _records(deals: Sequence[DealScore]) -> list[match.Record]:
    return [_record(deal) for deal in deals]


def _record(deal: DealScore) -> match.Record:
    """Return the record of a deal for the match; of two lines both take part in every deal."""
    points: tuple[int | None, ...] = deal.points
    if "in" in deal.facts:
        points = tuple([each if line in deal.facts["in"] else None for line, each in enumerate(points)])
    return match.Record(points, deal.tiebreak, deal.facts.get("last_capture"), frozenset(deal.left))


GAME = Scopa()
