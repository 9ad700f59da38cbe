"""English sentences of every code that the game sends out; translated in ``locale/``.

Bare keys are refusals, awards, presets and the calculator; the others say what they are: ``cause.``, ``deal.``,
``deck.``, ``event.``, ``field.``, ``mark.``, ``practice.``, ``preset.`` (in the words of a player), ``rule.``,
``state.``, ``tie.``, ``time.``.
Refusals about a field have its label, still in English, as ``%(name)s`` among their values.
"""

from collections.abc import Mapping
from typing import Final

from scala40 import play_phrases


def _(text: str) -> str:
    """Mark a text for translation; the page that shows it translates."""
    return text


GAME: Final[Mapping[str, str]] = {
    "game": _("Scala 40"),
    "calculator": _("Cards left in the hands"),
    "calculator.about": _("Jokers, aces, figures and the rest: what each player pays when a deal is closed."),
    "deal.only_points": _("Only the points were written down."),
    "deck.francesi": _("French cards"),
}

SHEETS: Final[Mapping[str, str]] = {
    "form_unreadable": _("This is no form: a form has names and texts."),
    "line_unknown": _("“%(typed)s” is no line of this table."),
    "depth_unknown": _("%(name)s: “%(typed)s” is not possible; choose points, cards left or cards drawn."),
    "sheet_beyond": _("%(name)s: a sheet of this kind says nothing of “%(typed)s”."),
    "whole_number": _("%(name)s: “%(typed)s” is not a whole number."),
    "values_of_lines": _("%(name)s: a table has %(most)s players at most, each with one value."),
    "lines_at_table": _("A table of %(lines)s: Scala 40 is played by %(fewest)s to %(most)s."),
    "drawing_without_tie": _("%(name)s: cards are drawn only to break a tie, never instead of a regular deal."),
    "tiebreak_range": _("%(name)s: there is no tie-break %(tiebreak)s; the last one possible is %(most)s."),
    "in_hand_unknown": _("%(name)s: “%(typed)s” is neither yes nor no."),
    "in_hand_nobody": _("%(name)s: nobody closed, so nobody closed in hand."),
    "closer_missing": _("%(name)s: nobody is chosen. Exactly one player closes, with 0 points."),
    "closer_unknown": _("%(name)s: “%(typed)s” is nobody at this table."),
    "closer_out": _("%(name)s: player %(line)s took no part in this deal."),
    "closer_left": _("%(name)s: player %(line)s closed this deal, so the leaving belongs to the next one."),
    "closer_points": _("%(name)s: %(points)s, but player %(line)s closed, and who closes has 0 points."),
    "closer_cards": _(
        "%(name)s: player %(line)s closed, and who closes has no card left; cards written here: %(cards)s."
    ),
    "two_closers": _("%(name)s: 0, but player %(line)s did not close, and only who closes has 0 points."),
    "nobody_closed": _("%(name)s: %(typed)s, but nobody closed: the deal is void, and nobody pays."),
    "deal_alone": _("Players with points: %(lines)s. A deal is between two at least."),
    "negative": _("%(name)s: %(points)s is less than nothing."),
    "points_bound": _(
        "%(name)s: %(points)s is too much for the cards left (%(cards)s): they cost %(bound)s points at most."
    ),
    "points_impossible": _("%(name)s: no cards make %(points)s; the cheapest card left, a two, costs 2."),
    "points_not_doubled": _("%(name)s: %(points)s is not twice the cost of any cards, and a close in hand doubles."),
    "points_together": _(
        "Points in all: %(total)s; hands that pay: %(hands)s. 4 jokers and 8 aces are all there "
        "are, so they hold at most %(bound)s."
    ),
    "card_unknown": _(
        "%(name)s: “%(unknown)s” in “%(typed)s” is no card; write A, 2 to 10, J, Q, K and * for a joker, without suits."
    ),
    "cards_missing": _("%(name)s: no card, but player %(line)s did not close, and holds one at least."),
    "cards_too_many": _("%(name)s: %(cards)s cards, but nobody is left with more than %(most)s."),
    "cards_beyond_pack": _("%(name)s: that makes %(held)s cards “%(card)s” in all hands; two packs have %(most)s."),
    "unopened_unknown": _("%(name)s: “%(typed)s” is nobody at this table."),
    "unopened_place": _("%(name)s: the flat 100 is only for who had not opened when another closed in hand."),
    "left_unknown": _("%(name)s: “%(typed)s” is nobody at this table."),
    "left_points": _("%(name)s: player %(line)s left in this deal, and the cards of who leaves are not counted."),
    "leave_cause": _("%(name)s: “%(typed)s” is no reason to leave under these rules; these are: %(allowed)s."),
    "totals_one": _("%(name)s: nobody ends with 1, for the cheapest card left costs 2."),
    "totals_bound": _(
        "%(name)s: %(points)s, but player %(line)s was below %(out_at)s before the last deal, so %(bound)s is the most."
    ),
    "totals_zeros": _("%(name)s: 0, but player %(other)s has 0 too, and only one can have closed every deal."),
    "exit_range": _("%(name)s: %(deal)s is no deal; they are numbered from 1 to %(most)s."),
    "exit_in": _("%(name)s: player %(line)s is below %(out_at)s, so never went out."),
    "exits_together": _(
        "%(name)s: %(lines)s cannot all go out in deal %(deal)s: together they have at most %(bound)s."
    ),
    "order_missing": _("%(name)s: nobody is chosen. Say who drew the highest card."),
    "order_unknown": _("%(name)s: “%(typed)s” is nobody at this table."),
    "order_twice": _("%(name)s: %(drawn)s is no order of two players or more, each named once."),
}

MATCHES: Final[Mapping[str, str]] = {
    "lines_of_sheet": _("Players on the sheet: %(given)s; chairs at this table: %(lines)s."),
    "deal_after_end": _(
        "Deal %(deal)s comes too late: the table was over before it. Out is who has %(out_at)s points or more."
    ),
    "totals_beside_deals": _("%(name)s: the totals of a table stand alone, not beside its deals."),
    "totals_unfinished": _(
        "%(said)s: players below %(out_at)s: %(inside)s; it ends when that number is %(through)s. "
        "Look at the points, or say that time was called."
    ),
    "totals_nobody_in": _("%(said)s: all have %(out_at)s or more, but the last who closed paid nothing."),
    "totals_level": _("Level are %(level)s, and these rules look at the deals then: write them one by one."),
    "exit_missing": _("%(name)s: the place of player %(line)s depends on it. Which deal was it?"),
    "asked.early": _("Who was out before the last deal?"),
    "asked.else": _("And who else?"),
    "asked.nobody": _("Nobody"),
    "asked.nobody_else": _("Nobody else"),
    "asked.last": _("Who went out last?"),
    "asked.before": _("And who before that?"),
    "asked.together": _("Who went out in the same deal?"),
    "asked.same": _("In the same deal"),
    "asked.only_they": _("Only they"),
    "asked.why": _("The places depend on it. Of those who went out in the same deal the lower total is ahead."),
    "exits_after_end": _("%(name)s: the table was over before deal %(deal)s, in which %(lines)s went out."),
    "deal_after_tiebreak": _("Deal %(deal)s is a regular deal after a tie-break."),
    "line_absent": _("%(name)s: player %(line)s never came to this table."),
    "line_has_left": _("%(name)s: player %(line)s left in deal %(deal)s."),
    "line_out": _(
        "%(name)s: player %(line)s went out in deal %(deal)s with %(total)s points; out at %(out_at)s, without return."
    ),
    "line_not_level": _("%(name)s: player %(line)s is not in this tie-break; level are %(level)s."),
    "points_missing": _("%(name)s: nothing is written, but player %(line)s is in this deal."),
    "deal_goes_on": _("%(name)s: %(left)s left, but enough players stay: finish the deal and write its points."),
    "deal_ended_by_leaving": _("%(name)s: the deal ended when %(left)s left, so nobody has points in it."),
    "tiebreak_too_early": _("Tie-break %(tiebreak)s comes too early: the table is still being played."),
    "tiebreak_not_level": _("Tie-break %(tiebreak)s decides nothing: nobody is level where it matters."),
    "tiebreak_number": _("This is tie-break %(due)s, not %(tiebreak)s."),
    "tiebreak_card": _("%(name)s: no deal decides here any more; the highest card does."),
    "tiebreak_deal": _("%(name)s: no cards are drawn here; a tie-break deal is played."),
    "order_lines": _("%(name)s: cards were drawn by %(drawn)s, but level are %(level)s."),
}

FORFEITS: Final[Mapping[str, str]] = {
    "no_forfeits": _("No match of Scala 40 is lost by fault: who leaves is written in the sheet of the deal."),
}

AWARDS: Final[Mapping[str, str]] = {
    "jokers": _("Jokers"),
    "aces": _("Aces"),
    "figures": _("Figures"),
    "numbers": _("Twos to tens"),
    "hand_close": _("Close in hand"),
}

MARKS: Final[Mapping[str, str]] = {
    "mark.closed": _("closed"),
    "mark.closed_in_hand": _("closed in hand"),
    "mark.bust": _("out"),
    "mark.left": _("left"),
    "mark.highest_card": _("highest card"),
}

STATES: Final[Mapping[str, str]] = {
    "state.playing": _("in play"),
    "state.through": _("through"),
    "state.out": _("out"),
    "state.level": _("level"),
    "state.left": _("left"),
    "state.absent": _("did not come"),
}

TIES: Final[Mapping[str, str]] = {
    "tie.deal": _("Deal to break the tie"),
    "tie.card": _("Highest card"),
}

FIELDS: Final[Mapping[str, str]] = {
    "field.depth": _("What do you write?"),
    "field.tiebreak": _("Tie-break"),
    "field.lines": _("Players"),
    "field.closer": _("Who closes"),
    "field.in_hand": _("Close in hand"),
    "field.points_a": _("Points of player A"),
    "field.points_b": _("Points of player B"),
    "field.points_c": _("Points of player C"),
    "field.points_d": _("Points of player D"),
    "field.points_e": _("Points of player E"),
    "field.points_f": _("Points of player F"),
    "field.cards_a": _("Cards left to player A"),
    "field.cards_b": _("Cards left to player B"),
    "field.cards_c": _("Cards left to player C"),
    "field.cards_d": _("Cards left to player D"),
    "field.cards_e": _("Cards left to player E"),
    "field.cards_f": _("Cards left to player F"),
    "field.unopened_a": _("Player A had not opened"),
    "field.unopened_b": _("Player B had not opened"),
    "field.unopened_c": _("Player C had not opened"),
    "field.unopened_d": _("Player D had not opened"),
    "field.unopened_e": _("Player E had not opened"),
    "field.unopened_f": _("Player F had not opened"),
    "field.left_a": _("Leaving of player A"),
    "field.left_b": _("Leaving of player B"),
    "field.left_c": _("Leaving of player C"),
    "field.left_d": _("Leaving of player D"),
    "field.left_e": _("Leaving of player E"),
    "field.left_f": _("Leaving of player F"),
    "field.exits_a": _("Deal in which player A went out"),
    "field.exits_b": _("Deal in which player B went out"),
    "field.exits_c": _("Deal in which player C went out"),
    "field.exits_d": _("Deal in which player D went out"),
    "field.exits_e": _("Deal in which player E went out"),
    "field.exits_f": _("Deal in which player F went out"),
    "field.order_1": _("Highest card"),
    "field.order_2": _("Second highest card"),
    "field.order_3": _("Third highest card"),
    "field.order_4": _("Fourth highest card"),
    "field.order_5": _("Fifth highest card"),
    "field.order_6": _("Sixth highest card"),
}

TIMES: Final[Mapping[str, str]] = {
    "time.zero_finish_deal": _("At zero the deal in progress is finished."),
    "time.over_finish_deal": _("The deal in progress is finished, and no other begins."),
    "time.fewest_win": _("Who has the fewest points wins."),
    "time.fewest_go_on": _("Who has the fewest points goes on."),
    "time.level_extra_deal": _("Who is level at the cut plays a tie-break deal."),
    "time.level_last_deal": _("Level at the cut, the last deal decides, then the highest card."),
    "time.level_deals_closed": _("Level at the cut, more deals closed decide, then the highest card."),
    "time.level_lot": _("Level at the cut, the highest card decides."),
}

PRACTICE: Final[Mapping[str, str]] = {
    "practice.seats": _("Players at the table"),
    "practice.seats.two": _("Two"),
    "practice.seats.three": _("Three"),
    "practice.seats.four": _("Four"),
    "practice.seats.five": _("Five"),
    "practice.seats.six": _("Six"),
    "practice.target": _("Out at"),
    "practice.target.101": _("101 points"),
    "practice.target.51": _("51 points, a short match"),
}

PHRASES: Final[Mapping[str, str]] = {
    **GAME,
    **SHEETS,
    **MATCHES,
    **FORFEITS,
    **AWARDS,
    **MARKS,
    **STATES,
    **TIES,
    **FIELDS,
    **TIMES,
    **PRACTICE,
    **play_phrases.PHRASES,
}


def label(field: str) -> str:
    """Return the English label of a field of a form or of a parameter; the name itself when it has none."""
    return PHRASES.get(f"field.{field}") or PHRASES.get(f"rule.{field}") or field
