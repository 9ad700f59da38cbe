"""English sentences of every code that the game sends out; translated in ``locale/``.

Bare keys are refusals and presets; the others say what they are: ``cause.``, ``field.``, ``game.`` (the names of the
card games), ``mark.``, ``preset.`` (in the words of a player), ``rule.``, ``state.``, ``tie.``, ``time.``, ``vp.``.
Refusals about a field have its label, still in English, as ``%(name)s`` among their values.
"""

from collections.abc import Mapping
from typing import Final


def _(text: str) -> str:
    """Mark a text for translation; the page that shows it translates."""
    return text


GAME: Final[Mapping[str, str]] = {
    "game": _("Other card games"),
    "calculator": _("Points of a deal on paper"),
    "calculator.about": _("Whether the points of a deal are possible: briscola, burraco, tressette and others."),
    "game.briscola": _("Briscola"),
    "game.tressette": _("Tressette"),
    "game.burraco": _("Burraco"),
    "game.pinnacola": _("Pinnacola"),
    "game.scopone": _("Scopone"),
    "game.machiavelli": _("Machiavelli"),
    "game.scala40": _("Scala 40"),
    "game.other": _("Another game"),
    "vp.burraco_3": _("Burraco, three deals"),
    "vp.burraco_4": _("Burraco, four deals"),
}

PRESETS: Final[Mapping[str, str]] = {
    "briscola": _("Briscola, deals won (MCL 2014)"),
    "briscola_120": _("Briscola, 120 points a deal"),
    "briscola_6": _("Briscola in six, teams of three"),
    "burraco_3": _("Burraco, three deals and VP"),
    "burraco_4": _("Burraco, four deals and VP"),
    "burraco_2005": _("Burraco to 2005"),
    "pinnacola": _("Pinnacola (Valli di Lanzo)"),
    "tressette": _("Tressette with declarations"),
    "scopone": _("Scopone on paper (Genova Gioca)"),
    "machiavelli": _("Machiavelli (Genova Gioca)"),
    "scala40_pairs": _("Scala 40 in pairs (Turin)"),
    "scala40_hands": _("Scala 40 in pairs, deals won (FISCA)"),
    "other": _("Another game with points"),
    "preset.briscola": _("Briscola: who first wins three deals wins the match"),
    "preset.briscola_120": _("Briscola: one deal, the points of the cards count"),
    "preset.briscola_6": _("Briscola in six, three against three: one deal, the points of the cards count"),
    "preset.burraco_3": _("Burraco: three deals in 40 minutes, with VP"),
    "preset.burraco_4": _("Burraco: four deals in 50 minutes, with VP"),
    "preset.burraco_2005": _("Burraco: a whole game, without VP"),
    "preset.pinnacola": _("Pinnacola: to 1500 in an hour and a quarter"),
    "preset.tressette": _("Tressette: to 41, with the declarations"),
    "preset.scopone": _("Scopone: to 10, as it is written on paper"),
    "preset.machiavelli": _("Machiavelli: each alone, the fewest points win"),
    "preset.scala40_pairs": _("Scala 40 in pairs: who reaches 101 has lost, half an hour"),
    "preset.scala40_hands": _("Scala 40 in pairs: who first wins three deals wins the match"),
    "preset.other": _("Another game: you say to how many points"),
}

RULES: Final[Mapping[str, str]] = {
    "rules_not_a_mapping": _("A ruleset names its parameters and their values."),
    "rules_version": _("The rules are of version %(typed)s; this program knows version %(known)s."),
    "rule_unknown": _("“%(name)s” is no parameter of these rules."),
    "rule_missing": _("The ruleset does not say: %(name)s."),
    "rule_value": _("%(name)s: “%(typed)s” is not possible; possible are %(allowed)s."),
    "rule_text": _(
        "%(name)s: “%(typed)s” is not possible; write one line of %(allowed)s letters at most, no blanks around it."
    ),
    "rule_lines": _("%(name)s: they cannot be fewer than the least."),
    "rule_target_unset": _("%(name)s: a match to a target of points needs the number of points."),
    "rule_deals_unset": _("%(name)s: a match of a fixed number of deals needs the number."),
    "rule_sum_step": _("%(name)s: points are counted in steps, and this is no whole number of them."),
    "rule_sum_most": _("%(name)s: the lines of a table cannot make so much with the most points of a deal."),
    "rule_vp_lines": _("%(name)s: VP are of matches of two lines only."),
    "rule_target_far": _("%(name)s: a match has 60 deals at most, and they make %(most)s points at most."),
    "rule_step_most": _("%(name)s: with these steps no deal has a point."),
    "rule_vp_deals": _(
        "%(name)s: this table is for matches of %(deals)s deals: choose the other one, or type your own."
    ),
    "rule_vp_steps": _("%(name)s: write four to ten differences, each higher than the one before."),
    "rule_vp_unused": _("%(name)s: they count only where the VP go by a table of your own."),
}

SHEETS: Final[Mapping[str, str]] = {
    "form_unreadable": _("This is no form: a form has names and texts."),
    "line_unknown": _("“%(typed)s” is no line of this table."),
    "depth_unknown": _("%(name)s: “%(typed)s” is not possible; choose points, cards drawn or totals."),
    "sheet_beyond": _("%(name)s: a sheet of this kind says nothing of “%(typed)s”."),
    "whole_number": _("%(name)s: “%(typed)s” is not a whole number."),
    "values_of_lines": _("%(name)s: a table has %(most)s lines at most, each with one value."),
    "lines_at_table": _("A table has %(fewest)s to %(most)s lines, not %(lines)s."),
    "tiebreak_range": _("%(name)s: there is no tie-break %(tiebreak)s; the last one possible is %(most)s."),
    "drawing_without_tie": _("%(name)s: cards are drawn only to break a tie, never instead of a regular deal."),
    "order_missing": _("%(name)s: nobody is chosen. Say who drew the highest card."),
    "order_unknown": _("%(name)s: “%(typed)s” is nobody at this table."),
    "order_twice": _("%(name)s: %(drawn)s is no order of two lines or more, each named once."),
    "left_unknown": _("%(name)s: “%(typed)s” is nobody at this table."),
    "leave_cause": _("%(name)s: “%(typed)s” is no reason to leave under these rules; these are: %(allowed)s."),
    "left_points": _("%(name)s: line %(line)s left in this deal, and the points of who leaves are not counted."),
    "deal_empty": _("%(name)s: nothing is written. Write the points of each line, 0 where it has none."),
    "deal_alone": _("Lines with points: %(lines)s. A deal is between two at least."),
    "points_bound": _("%(name)s: %(points)s is not between %(least)s and %(most)s."),
    "points_step": _("%(name)s: %(points)s is no multiple of %(step)s."),
    "deal_sum": _("The points make %(whole)s together; in a deal they must make %(sum)s."),
    "deal_sum_most": _("The points make %(whole)s together; in a deal they make %(sum)s at most."),
}

MATCHES: Final[Mapping[str, str]] = {
    "lines_of_sheet": _("Lines on the sheet: %(given)s; chairs at this table: %(lines)s."),
    "deal_after_end": _("Deal %(deal)s comes too late: the match was over at %(totals)s."),
    "deal_after_tiebreak": _("Deal %(deal)s is a regular deal after a tie-break."),
    "totals_beside_deals": _("%(name)s: the total of a match stands alone, not beside its deals."),
    "totals_unfinished": _(
        "%(totals)s: nobody has %(target)s, so the match goes on. Look at the points, or say that time was called."
    ),
    "totals_level": _("%(totals)s: level, and these rules play on until somebody is ahead."),
    "totals_bound": _("%(name)s: %(points)s, but nobody can end with more than %(bound)s."),
    "totals_least": _("%(name)s: %(points)s, but nobody can end with less than %(bound)s."),
    "totals_sum": _("The points make %(whole)s together, but each deal makes %(sum)s."),
    "totals_sum_most": _("The points make %(whole)s together, but all deals make %(bound)s at most."),
    "totals_sum_least": _("The points make %(whole)s together, but all deals make %(bound)s at least."),
    "totals_reach": _(
        "%(name)s: %(points)s, but a match ends when somebody has %(target)s, and a deal gives a line %(best)s at most:"
        " nobody can end with more than %(bound)s."
    ),
    "totals_last": _(
        "%(name)s: at %(totals)s the match was over before. It ends with the deal in which somebody reaches"
        " %(target)s, and a deal makes %(sum)s together."
    ),
    "totals_decider": _(
        "%(name)s: at %(totals)s the match was over before. It ends when somebody has %(target)s and is ahead:"
        " more deals are played only while it is level."
    ),
    "totals_added": _(
        "%(name)s: at %(totals)s the match was over before. Its deals are %(deals)s, and more are played only while"
        " it is level."
    ),
    "difference_bound": _("%(totals)s: where the rules give VP, a difference of more than %(most)s is refused."),
    "line_not_in": _("%(name)s: line %(line)s left, or did not come, and has nothing in this deal."),
    "line_not_level": _("%(name)s: line %(line)s takes no part: this tie-break is between %(level)s."),
    "points_missing": _("%(name)s: nothing is written, but line %(line)s is in this deal."),
    "deal_goes_on": _("%(name)s: %(left)s left, but enough lines stay: deal again and write what they make."),
    "deal_ended_by_leaving": _("%(name)s: the match ended when %(left)s left, so nobody has points in this deal."),
    "tiebreak_too_early": _("Tie-break %(tiebreak)s comes too early: the match is still being played."),
    "tiebreak_not_level": _("Tie-break %(tiebreak)s decides nothing at %(totals)s."),
    "tiebreak_number": _("This is tie-break %(due)s, not %(tiebreak)s."),
    "tiebreak_card": _("%(name)s: no deal decides here any more; the highest card does."),
    "tiebreak_deal": _("%(name)s: no cards are drawn here; a tie-break deal is played."),
    "order_lines": _("%(name)s: cards were drawn by %(drawn)s, but level are %(level)s."),
}

FORFEITS: Final[Mapping[str, str]] = {
    "forfeit_unreadable": _("This is not the record of a forfeit."),
    "cause_not_allowed": _("%(name)s: “%(typed)s” does not lose a match under these rules; these do: %(allowed)s."),
    "offender_unknown": _("%(name)s: “%(typed)s” is not possible; choose line A, line B or both."),
    "no_show_started": _("%(name)s: deals are recorded (%(deals)s), so the match had started."),
    "cause.abandon": _("Left the match"),
    "cause.no_show": _("Did not come"),
    "cause.disqualification": _("Disqualified"),
}

STATES: Final[Mapping[str, str]] = {
    "mark.left": _("left"),
    "mark.highest_card": _("highest card"),
    "state.playing": _("in play"),
    "state.through": _("through"),
    "state.out": _("out"),
    "state.level": _("level"),
    "state.left": _("left"),
    "state.absent": _("did not come"),
    "tie.deal": _("Deal to break the tie"),
    "tie.card": _("Highest card"),
}

FIELDS: Final[Mapping[str, str]] = {
    "field.depth": _("What do you write?"),
    "field.tiebreak": _("Tie-break"),
    "field.lines": _("Lines"),
    "field.level": _("Who is level"),
    "field.cause": _("Cause"),
    "field.offender": _("Line at fault"),
    "field.points_a": _("Points of line A"),
    "field.points_b": _("Points of line B"),
    "field.points_c": _("Points of line C"),
    "field.points_d": _("Points of line D"),
    "field.points_e": _("Points of line E"),
    "field.points_f": _("Points of line F"),
    "field.left_a": _("Leaving of line A"),
    "field.left_b": _("Leaving of line B"),
    "field.left_c": _("Leaving of line C"),
    "field.left_d": _("Leaving of line D"),
    "field.left_e": _("Leaving of line E"),
    "field.left_f": _("Leaving of line F"),
    "field.order_1": _("Highest card"),
    "field.order_2": _("Second highest card"),
    "field.order_3": _("Third highest card"),
    "field.order_4": _("Fourth highest card"),
    "field.order_5": _("Fifth highest card"),
    "field.order_6": _("Sixth highest card"),
}

PARAMETERS: Final[Mapping[str, str]] = {
    "rule.version": _("Version of the rules"),
    "rule.game": _("Game"),
    "rule.title": _("Name of the game, where it is another one"),
    "rule.picture": _("Picture"),
    "rule.people": _("Who plays together"),
    "rule.fewest_lines": _("Fewest lines at a table"),
    "rule.most_lines": _("Most lines at a table"),
    "rule.wins": _("Who wins"),
    "rule.match_mode": _("Length of a match"),
    "rule.target": _("Target of points"),
    "rule.deals": _("Number of deals"),
    "rule.deal_least": _("Fewest points of a line in a deal"),
    "rule.deal_most": _("Most points of a line in a deal"),
    "rule.deal_step": _("Points are counted in steps of"),
    "rule.deal_sum": _("Points of all lines together in a deal"),
    "rule.deal_sum_test": _("Together they make"),
    "rule.level_at_end": _("Level at the end, outside a knockout"),
    "rule.tiebreak_deals": _("Tie-break deals before cards are drawn"),
    "rule.time_limit_min": _("Time limit in minutes"),
    "rule.at_time": _("The deal in progress when time is called"),
    "rule.level_at_time": _("Level when time is called"),
    "rule.vp": _("VP of a match"),
    "rule.vp_steps": _("Differences in points where 11–9, 12–8 and so on begin"),
    "rule.fault_causes": _("What loses a match by fault"),
}

VALUES: Final[Mapping[str, str]] = {
    **{f"rule.{code}": words for code, words in GAME.items() if code.startswith("game.")},
    "rule.picture.coins": _("Coins"),
    "rule.picture.cups": _("Cups"),
    "rule.picture.swords": _("Swords"),
    "rule.picture.clubs": _("Clubs of Italian cards"),
    "rule.picture.hearts": _("Hearts"),
    "rule.picture.diamonds": _("Diamonds"),
    "rule.picture.flowers": _("Clubs of French cards"),
    "rule.picture.spades": _("Spades"),
    "rule.picture.cards": _("Two cards"),
    "rule.people.pairs": _("In pairs"),
    "rule.people.singles": _("Each alone"),
    "rule.people.both": _("In pairs or each alone"),
    "rule.people.threes": _("In teams of three"),
    "rule.wins.most": _("Who has the most points"),
    "rule.wins.fewest": _("Who has the fewest points"),
    "rule.match_mode.target": _("To a target of points"),
    "rule.match_mode.fixed_deals": _("A fixed number of deals"),
    "rule.deal_sum_test.exactly": _("exactly so many"),
    "rule.deal_sum_test.at_most": _("so many at most"),
    "rule.level_at_end.play_on": _("Play on"),
    "rule.level_at_end.draw": _("A draw"),
    "rule.at_time.finish_deal": _("It is finished"),
    "rule.at_time.stop_deal": _("It stops, and what is on the table and in the hands is counted"),
    "rule.level_at_time.decider": _("Tie-break deals, then the highest card"),
    "rule.level_at_time.card": _("The highest card"),
    "rule.level_at_time.draw": _("A draw"),
    "rule.vp.none": _("No VP"),
    "rule.vp.burraco_3": _("By the table of burraco for three deals"),
    "rule.vp.burraco_4": _("By the table of burraco for four deals"),
    "rule.vp.typed": _("By a table of your own"),
}

TIMES: Final[Mapping[str, str]] = {
    "time.zero_finish_deal": _("At zero the deal in progress is finished."),
    "time.zero_stop_deal": _("At zero play stops, and the deal in progress is counted as it is."),
    "time.over_finish_deal": _("The deal in progress is finished, and no other begins."),
    "time.over_stop_deal": _("Play stops, and the deal in progress is counted as it is."),
    "time.ahead_win": _("The line that is ahead wins."),
    "time.ahead_go_on": _("Those with more points go on."),
    "time.fewest_win": _("Who has the fewest points wins."),
    "time.fewest_go_on": _("Those with fewer points go on."),
    "time.level_deals": _("Level lines play tie-break deals, and at last draw a card."),
    "time.level_card": _("Level lines draw a card: the highest wins."),
    "time.level_draw": _("Level lines have drawn."),
}

PHRASES: Final[Mapping[str, str]] = {
    **GAME,
    **PRESETS,
    **RULES,
    **SHEETS,
    **MATCHES,
    **FORFEITS,
    **STATES,
    **FIELDS,
    **PARAMETERS,
    **VALUES,
    **TIMES,
}


def label(field: str) -> str:
    """Return the English label of a field of a form or of a parameter; the name itself when it has none."""
    return PHRASES.get(f"field.{field}") or PHRASES.get(f"rule.{field}") or field
