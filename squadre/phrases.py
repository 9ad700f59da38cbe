"""English sentences of every code that the game sends out; translated in ``locale/``.

Bare keys are refusals and presets; the others say what they are: ``cause.``, ``deal.`` (what a deal is called here),
``field.``, ``preset.`` (in the words of a player), ``rule.``, ``state.``, ``time.``.
Refusals about a field have its label, still in English, as ``%(name)s`` among their values.
"""

from collections.abc import Mapping
from typing import Final

from squadre.rules import MOST_BOARDS


def _(text: str) -> str:
    """Mark a text for translation; the page that shows it translates."""
    return text


GAME: Final[Mapping[str, str]] = {
    "game": _("Team match"),
    "calculator": _("Boards of a team match"),
    "calculator.about": _("What each board gives, and who wins the match of two teams."),
    "board": _("Board"),
    "deal.name": _("Sheet %(number)s"),
    "deal.tiebreak": _("Decider"),
    "deal.length": _("%(n)s boards"),
    "deal.match": _("A match has %(n)s boards."),
    "deal.record": _("Record the boards"),
    "deal.change": _("Change the boards"),
}

PRESETS: Final[Mapping[str, str]] = {
    "scopa_briscola_21": _("Scopa, briscola and 21 (TC Bisenzio)"),
    "best_of_five": _("Best of five boards, in pairs"),
    "points": _("The points of all boards"),
    "preset.scopa_briscola_21": _("Match of teams: scopa, briscola, 21; a win at a board is 2 points, a draw 1"),
    "preset.best_of_five": _("Match of teams: who first wins three boards wins it"),
    "preset.points": _("Match of teams: the points of all boards are added"),
}

RULES: Final[Mapping[str, str]] = {
    "rules_not_a_mapping": _("A ruleset names its parameters and their values."),
    "rules_version": _("The rules are of version %(typed)s; this program knows version %(known)s."),
    "rule_unknown": _("“%(name)s” is no parameter of these rules."),
    "rule_missing": _("The ruleset does not say: %(name)s."),
    "rule_value": _("%(name)s: “%(typed)s” is not possible; possible are %(allowed)s."),
    "rule_texts": _("%(name)s: “%(typed)s” is not possible; write %(allowed)s letters at most, with commas between."),
    "rule_texts_many": _("%(name)s: there are %(found)s of them; %(most)s at most are possible."),
    "rule_texts_long": _("%(name)s: “%(typed)s” has %(letters)s letters; %(most)s at most are possible."),
    "rule_boards": _("%(name)s: a match of teams has %(fewest)s of them at least."),
    "rule_seated": _("%(name)s: of a team %(seated)s would sit in a match; three to twelve are possible."),
    "rule_order": _("%(name)s: a draw gives less than a win, and not less than a defeat."),
    "rule_forfeit_most": _("%(name)s: at a board nobody has more than %(most)s points."),
    "rule_decided": _("%(name)s: where the points of the boards are added, all of them are played."),
}

SHEETS: Final[Mapping[str, str]] = {
    "form_unreadable": _("This is no form: a form has names and texts."),
    "line_unknown": _("“%(typed)s” is no team of this match."),
    "depth_unknown": _("%(name)s: “%(typed)s” is not possible; choose boards or decider."),
    "sheet_beyond": _("%(name)s: a sheet of this kind says nothing of “%(typed)s”."),
    "whole_number": _("%(name)s: “%(typed)s” is not a whole number."),
    "values_of_teams": _("%(name)s: a board has one number for each of the two teams."),
    "boards_unreadable": _("%(name)s: a match has %(most)s boards at most, each with its number."),
    "board_unreadable": _("%(name)s: board %(board)s has points, or the team that loses it by forfeit."),
    "who_unreadable": _("%(name)s: board %(board)s has a list of people for each of the two teams."),
    "who_count": _("%(name)s: people of a team at board %(board)s: %(people)s; written here: %(found)s."),
    "who_of_others": _(
        "%(name)s: who sits at board %(board)s for the other team is said by that team or by an official."
    ),
    "member_bound": _("%(name)s: number %(member)s is not in a team; the last number possible is %(most)s."),
    "boards_missing": _("%(name)s: nothing is written. Write the result of at least one board."),
    "board_unknown": _("%(name)s: there is no board %(board)s; a match here has %(boards)s."),
    "board_level": _("%(name)s: board %(board)s (%(game)s) is level, and these rules play on until somebody is ahead."),
    "lost_unknown": _("%(name)s: “%(typed)s” is not possible; choose team A, team B or both."),
    "lost_points": _("%(name)s: board %(board)s is lost by forfeit, so nobody has points at it."),
    "points_missing": _("%(name)s: nothing is written."),
    "points_bound": _("%(name)s: %(points)s is not between 0 and %(most)s."),
    "tiebreak_range": _("%(name)s: there is no tie-break %(tiebreak)s here; there is one decider."),
    "decider_level": _("%(name)s: %(points)s each; the decider is played until one team is ahead."),
}

MATCHES: Final[Mapping[str, str]] = {
    "board_twice": _("%(name)s: board %(board)s (%(game)s) has its result on an earlier sheet. Change that one."),
    "member_twice": _("%(name)s: number %(member)s of the team sits at board %(board)s already."),
    "board_after_end": _("These boards come too late: the match was over at %(totals)s."),
    "board_after_decider": _("No board is written after the decider."),
    "decider_too_early": _("The decider comes too early at %(totals)s: boards are still being played."),
    "decider_not_level": _("The decider decides nothing at %(totals)s."),
}

FORFEITS: Final[Mapping[str, str]] = {
    "forfeit_unreadable": _("This is not the record of a forfeit."),
    "cause_not_allowed": _("%(name)s: “%(typed)s” does not lose a match under these rules; these do: %(allowed)s."),
    "offender_unknown": _("%(name)s: “%(typed)s” is not possible; choose team A, team B or both."),
    "no_show_started": _("%(name)s: boards are recorded (%(boards)s), so the match had started."),
    "cause.abandon": _("Left the match"),
    "cause.no_show": _("Did not come"),
    "cause.disqualification": _("Disqualified"),
}

STATES: Final[Mapping[str, str]] = {
    "state.playing": _("playing"),
    "state.through": _("goes through"),
    "state.out": _("out"),
    "state.level": _("level"),
    "state.absent": _("did not come"),
    "tie.deal": _("Decider"),
}

FIELDS: Final[Mapping[str, str]] = {
    "field.depth": _("What do you write?"),
    "field.tiebreak": _("Decider"),
    "field.who": _("Who sits at the board"),
    "field.cause": _("Cause"),
    "field.offender": _("Team at fault"),
    "field.points_a": _("Points of team A"),
    "field.points_b": _("Points of team B"),
}
# Written out one by one, so that each is collected for translation.
BOARDS_A: Final = (
    _("Board 1, points of team A"),
    _("Board 2, points of team A"),
    _("Board 3, points of team A"),
    _("Board 4, points of team A"),
    _("Board 5, points of team A"),
    _("Board 6, points of team A"),
    _("Board 7, points of team A"),
    _("Board 8, points of team A"),
    _("Board 9, points of team A"),
)
BOARDS_B: Final = (
    _("Board 1, points of team B"),
    _("Board 2, points of team B"),
    _("Board 3, points of team B"),
    _("Board 4, points of team B"),
    _("Board 5, points of team B"),
    _("Board 6, points of team B"),
    _("Board 7, points of team B"),
    _("Board 8, points of team B"),
    _("Board 9, points of team B"),
)
LOST: Final = (
    _("Board 1, lost by forfeit"),
    _("Board 2, lost by forfeit"),
    _("Board 3, lost by forfeit"),
    _("Board 4, lost by forfeit"),
    _("Board 5, lost by forfeit"),
    _("Board 6, lost by forfeit"),
    _("Board 7, lost by forfeit"),
    _("Board 8, lost by forfeit"),
    _("Board 9, lost by forfeit"),
)
NUMBERS: Final = range(1, MOST_BOARDS + 1)
BOARD_FIELDS: Final[Mapping[str, str]] = {
    **{f"field.points_{number}_a": words for number, words in zip(NUMBERS, BOARDS_A, strict=True)},
    **{f"field.points_{number}_b": words for number, words in zip(NUMBERS, BOARDS_B, strict=True)},
    **{f"field.lost_{number}": words for number, words in zip(NUMBERS, LOST, strict=True)},
}

PARAMETERS: Final[Mapping[str, str]] = {
    "rule.version": _("Version of the rules"),
    "rule.boards": _("What is played at each board"),
    "rule.people": _("People of a team at each board"),
    "rule.board_gives": _("What a board gives to the match"),
    "rule.board_win": _("Points for a board won"),
    "rule.board_draw": _("Points for a level board"),
    "rule.board_loss": _("Points for a board lost"),
    "rule.level_board": _("Level at a board"),
    "rule.board_most": _("Most points of a team at a board"),
    "rule.forfeit_points": _("Points written for a board won by forfeit"),
    "rule.length": _("Length of a match"),
    "rule.time_limit_min": _("Time limit in minutes"),
    "rule.fault_causes": _("What loses a match by fault"),
}

VALUES: Final[Mapping[str, str]] = {
    "rule.board_gives.result": _("Points for a win, a draw and a defeat"),
    "rule.board_gives.points": _("The points that are written at the board"),
    "rule.level_board.draw": _("A draw"),
    "rule.level_board.never": _("Play on until somebody is ahead"),
    "rule.length.all": _("All boards are played"),
    "rule.length.decided": _("Until one team cannot be reached any more"),
}

TIMES: Final[Mapping[str, str]] = {
    "time.zero": _("At zero what is being played at the boards is finished, and no other deal begins."),
    "time.over": _("What is being played at the boards is finished, and no other deal begins."),
    "time.level_draw": _("The team with more points wins; level teams have drawn."),
    "time.level_decider": _("The team with more points wins; level teams play the decider."),
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
    **BOARD_FIELDS,
    **PARAMETERS,
    **VALUES,
    **TIMES,
}


def label(field: str) -> str:
    """Return the English label of a field of a form or of a parameter; the name itself when it has none."""
    if field.startswith("who_"):
        return PHRASES["field.who"]
    return PHRASES.get(f"field.{field}") or PHRASES.get(f"rule.{field}") or field
