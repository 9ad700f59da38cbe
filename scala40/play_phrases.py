"""English sentences of the play: refusals of moves and rulesets, events, presets, parameters; see ``phrases``."""

from collections.abc import Mapping
from typing import Final


def _(text: str) -> str:
    """Mark a text for translation; the page that shows it translates."""
    return text


MOVES: Final[Mapping[str, str]] = {
    "malformed_move": _(
        "“%(typed)s” is not a move: write draw, take, lay 7h7d7c, off 4h>m2, swap 9c>m1 or drop Ks; a joker is *=9c."
    ),
    "unknown_card": _(
        "“%(typed)s” is not a card: write a rank A 2 3 4 5 6 7 8 9 T J Q K and a suit h d c s; * is a joker."
    ),
    "unknown_rank": _("“%(typed)s” is not a rank; write A 2 3 4 5 6 7 8 9 T J Q K, or * for a joker."),
    "deal_over": _("The deal is over."),
    "not_your_turn": _("It is the turn of seat %(seat)s."),
    "draw_first": _("A turn begins with a card from the stock or the top discard."),
    "drawn_already": _("A card was already drawn this turn; each turn has one."),
    "card_not_in_hand": _("%(card)s is not in this hand."),
    "no_discard_left": _("After this move fewer than %(least)s cards could be kept, and a turn ends with a discard."),
}

TAKING: Final[Mapping[str, str]] = {
    "take_without_opening": _(
        "Before you open, you may take %(card)s only to open with it this turn, and this hand cannot."
    ),
    "take_not_used": _("You may take %(card)s only to use it this turn, and this hand has no use for it."),
    "taken_not_used": _("%(card)s was taken from the discards and has to be used this turn."),
    "taken_discarded": _("%(card)s was taken this turn and may not be discarded in the same turn."),
}

MELDS: Final[Mapping[str, str]] = {
    "meld_two_jokers": _("“%(meld)s” has more than one joker; a meld may have one."),
    "meld_too_short": _("“%(meld)s” has fewer than three cards."),
    "meld_neither": _("“%(meld)s” is neither a set of one rank nor a run of one suit."),
    "set_suit_twice": _("“%(meld)s” has %(card)s twice; the suits of a set are all different."),
    "run_card_twice": _("“%(meld)s” has %(card)s twice; a run has every card once."),
    "run_round_corner": _("“%(meld)s” goes round the corner; the ace is before the two or after the king."),
    "run_with_gap": _("“%(meld)s” is not a run: its cards are not in sequence."),
    "run_too_long": _(
        "“%(meld)s” has %(size)s cards; runs are laid with %(most)s at most, longer ones as two or more."
    ),
    "opening_too_low": _("These cards make %(points)s points at most; an opening needs %(needed)s in one turn."),
    "opening_without_taken": _("%(card)s was taken to open with it, and would not be in this opening."),
}

TABLE: Final[Mapping[str, str]] = {
    "not_opened": _("Until you have opened you may not touch the melds on the table; opening takes %(needed)s points."),
    "no_such_meld": _("There is no meld m%(at)s; the table has %(melds)s."),
    "does_not_attach": _("%(card)s does not go on meld %(meld)s."),
    "no_joker_for_card": _("No joker stands for %(card)s in meld %(meld)s."),
    "second_ace": _("Meld %(meld)s already has %(card)s; its second ace can only be the joker."),
    "joker_without_use": _("The joker would have to be used this turn, and this hand has no use for it."),
    "joker_not_used": _("The joker that was swapped has to be used this turn."),
    "discard_attaches": _("%(card)s cannot be discarded: it goes on meld %(meld)s."),
}

DEALS: Final[Mapping[str, str]] = {
    "pack_incomplete": _("Two packs with four jokers have 108 cards; here: %(cards)s."),
    "seats_not_allowed": _("Scala 40 is played by two to six, not by %(seats)s."),
    "dealer_not_seated": _("Nobody sits at seat %(dealer)s to deal."),
    "seat_unknown": _("There is no seat %(seat)s at this table."),
    "deal_not_over": _("The deal is not over; moves made so far: %(moves)s."),
    "state_unreadable": _("This is not the record of a deal."),
}

RULES: Final[Mapping[str, str]] = {
    "deal_text_long": _("The text of a deal has %(most)s letters at most."),
    "deal_text_line": _("Line %(line)s of the deal cannot be read: “%(typed)s”."),
    "deal_text_lacks": _("The text of a deal needs a line that begins with “%(head)s”."),
    "cards_beyond_packs": _("More cards “%(card)s” are dealt than two packs have."),
    "rules_not_a_mapping": _("A ruleset names its parameters and their values."),
    "rules_version": _("The rules are of version %(typed)s; this program knows version %(known)s."),
    "rule_unknown": _("“%(name)s” is no parameter of Scala 40."),
    "rule_missing": _("The ruleset does not say: %(name)s."),
    "rule_value": _("%(name)s: “%(typed)s” is not possible; possible are %(allowed)s."),
}

PRESETS: Final[Mapping[str, str]] = {
    "torneo_003": _("Tournament, 101 points"),
    "federazione": _("Federation style: long runs, no close in the first round"),
    "batteria_60": _("Heats of one hour"),
    "preset.torneo_003": _("The usual table: out at 101 points, the last one wins"),
    "preset.federazione": _("As a federation plays: nobody closes in the first round"),
    "preset.batteria_60": _("An hour at the table, then the points decide"),
}

CAUSES: Final[Mapping[str, str]] = {
    "cause.move_timeout": _("Time for a play ran out"),
    "cause.match_clock": _("Match clock ran out"),
    "cause.abandon": _("Left the match"),
    "cause.no_show": _("Did not come"),
    "cause.disqualification": _("Disqualified"),
}

EVENTS: Final[Mapping[str, str]] = {
    "event.drawn": _("Seat %(seat)s draws from the stock."),
    "event.taken": _("Seat %(seat)s takes %(card)s from the discards."),
    "event.laid": _("Seat %(seat)s lays %(meld)s, %(points)s points."),
    "event.opened": _("Seat %(seat)s has opened with %(points)s points."),
    "event.attached": _("Seat %(seat)s lays off %(card)s: %(meld)s."),
    "event.swapped": _("Seat %(seat)s swaps %(card)s for the joker: %(meld)s."),
    "event.discarded": _("Seat %(seat)s discards %(card)s."),
    "event.remade": _("The stock has run out: the discards (%(cards)s) are shuffled into a new one."),
    "event.closed": _("Seat %(seat)s closes."),
    "event.closed_in_hand": _("Seat %(seat)s closes in hand!"),
    "event.void": _("The stock has run out for good and nobody has closed: the deal is void."),
}

FIELDS: Final[Mapping[str, str]] = {
    "field.seats": _("Seats"),
    "field.dealer": _("Dealer"),
    "field.pack": _("Pack"),
}

PARAMETERS: Final[Mapping[str, str]] = {
    "rule.joker_first_upcard": _("A joker as the first card turned up"),
    "rule.max_run_when_laid": _("Most cards of a run when it is laid"),
    "rule.max_run_on_table": _("Most cards of a run on the table"),
    "rule.opening_points": _("Points to open"),
    "rule.hand_close_needs_40": _("Closing in hand needs the points of an opening"),
    "rule.pickup_must_be_melded": _("A discard that is taken must be used in the same turn"),
    "rule.joker_must_be_reused": _("A joker that is swapped must be used in the same turn"),
    "rule.attachable_discard": _("Discarding a card that attaches"),
    "rule.no_close_first_round": _("Nobody closes in the first round"),
    "rule.stock_remakes": _("How often the stock is made anew"),
    "rule.hand_close_penalty": _("What the others pay when a deal is closed in hand"),
    "rule.out_at": _("Points at which a player is out"),
    "rule.table_tiebreak": _("Players level where it decides who goes on"),
    "rule.tiebreak_deals": _("Tie-break deals before the highest card"),
    "rule.final_mode": _("End of the final"),
    "rule.final_ties": _("Players level in the final, below the first place"),
    "rule.time_limit_min": _("Time limit in minutes"),
    "rule.leave_causes": _("Reasons to leave a table"),
    "rule.fault_online": _("Online, when somebody leaves or runs out of time"),
}

VALUES: Final[Mapping[str, str]] = {
    "rule.joker_first_upcard.replaced": _("It goes under the stock, and the next card is turned"),
    "rule.joker_first_upcard.kept": _("It stays"),
    "rule.max_run_on_table.13": _("13"),
    "rule.max_run_on_table.14": _("13, and a joker as the second ace"),
    "rule.attachable_discard.refused": _("Not allowed, unless every card attaches"),
    "rule.attachable_discard.allowed": _("Allowed"),
    "rule.hand_close_penalty.count": _("The cards in their hands"),
    "rule.hand_close_penalty.flat_100_unopened": _("100 points for who has not opened"),
    "rule.hand_close_penalty.double": _("Double"),
    "rule.table_tiebreak.extra_deal": _("Tie-break deals between them"),
    "rule.table_tiebreak.last_deal": _("The lower score in the last deal"),
    "rule.table_tiebreak.deals_closed": _("More deals closed"),
    "rule.table_tiebreak.lot": _("The highest card"),
    "rule.final_mode.last_survivor": _("When one player is left"),
    "rule.final_mode.two_out": _("When two players are out"),
    "rule.final_ties.ex_aequo": _("They share the place"),
    "rule.final_ties.extra_deal": _("Tie-break deals between them"),
    "rule.fault_online.robot": _("A robot plays their cards to the end of the deal, and then they are out"),
    "rule.fault_online.void": _("The deal is void, and the others play on without them"),
    "rule.fault_online.referee": _("The referee decides"),
}

PHRASES: Final[Mapping[str, str]] = {
    **MOVES,
    **TAKING,
    **MELDS,
    **TABLE,
    **DEALS,
    **RULES,
    **PRESETS,
    **CAUSES,
    **EVENTS,
    **FIELDS,
    **PARAMETERS,
    **VALUES,
}
