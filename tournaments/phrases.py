"""The sentence of every refusal code: field, value and rule, in the reader's language."""

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.competition import phrases as competition
from tournaments.games import registry
from tournaments.games.contract import RefusedError

REFUSALS = {
    "account_not_made": _(
        "The account could not be made with these data. If you have one already, log in or ask for a new password."
    ),
    "already_called": _("Table %(table)s has been called already."),
    "already_lost": _("%(name)s has lost the match at table %(table)s already."),
    "already_withdrawn": _("%(name)s has withdrawn already."),
    "backup_damaged": _("The backup is damaged (%(part)s): nothing was restored. Take another copy of it."),
    "backup_in_use": _("The database is in use or does not answer: stop the site and try again. Nothing was restored."),
    "backup_missing": _("There is no backup at %(path)s."),
    "backup_newer": _(
        "The backup is of form %(found)s; this version of Settebello reads forms up to %(most)s. Upgrade it first."
    ),
    "backup_newer_tables": _(
        "The backup is of a newer version of Settebello, which this one does not know (%(names)s). Upgrade it first."
    ),
    "backup_not_empty": _(
        "This installation is not empty (%(what)s: %(count)s): a backup is restored into an empty one only."
    ),
    "backup_not_the_same": _("What was restored is not what the backup says: nothing was kept."),
    "backup_of_event": _("This is the archive of one event, for reading: only a backup of everything can be restored."),
    "backup_older_tables": _(
        "The backup is of an older version of Settebello, without %(names)s: restore it with that one, then upgrade."
    ),
    "backup_rows_refused": _("The database refuses rows of the backup: nothing was restored."),
    "bracket_is_fixed": _("The bracket of this event is fixed: later rounds are not drawn."),
    "clock_is_paused": _("The clock of round %(round)s is stopped already."),
    "clock_not_paused": _("The clock of round %(round)s is not stopped: it cannot run on."),
    "clock_not_running": _("The clock of round %(round)s is not running."),
    "clock_running": _("The clock of round %(round)s has been started already."),
    "code_unknown": _("Code %(value)s opens no table: check it on the slip, or ask the referee for a new one."),
    "consequences_changed": _(
        "The event has moved on: this correction now touches tables %(tables)s. Look at them and confirm again."
    ),
    "correction_unfinished": _("A corrected result must be a finished match; take the result back instead."),
    "deal_missing": _("There is no deal %(deal)s to write here. Load the page again."),
    "discipline_preset": _("Lateness: there is no ladder called “%(value)s”."),
    "disputed_at_table": _("At table %(table)s somebody did not agree: the referee decides."),
    "draw_announced": _("The draw has been announced: entries change by withdrawal or late entry now."),
    "draw_exists": _("There is a draw for round %(round)s already."),
    "draw_missing": _("There is no such draw."),
    "draw_outdated": _(
        "Who plays round %(round)s, or how they are seeded, has changed since this draw: throw it away and draw again."
    ),
    "draw_step": _("The draw is not at this step (it is: %(status)s)."),
    "entries_closed": _("Entries are closed."),
    "entries_not_closed": _("Close the entries before the draw."),
    "entry_missing": _("There is no such entry in this event."),
    "entry_not_open": _("%(name)s is not waiting for a decision."),
    "entry_size": _("%(where)sAn entry of this event is %(size)s people; here there are %(found)s."),
    "event_finished": _("The event is finished: take the closing back before you change a penalty."),
    "event_full": _("The event is full: %(capacity)s entries."),
    "extra_after_time": _("Minutes: %(value)s. Time has been called: it can only be given more."),
    "extra_range": _("Minutes: %(value)s. At once the clock is given or loses 1 to %(most)s minutes."),
    "forfeit_needs_referee": _("Only a referee or an organiser can record a forfeit."),
    "format_lines": _(
        "Format: its tables have %(least)s to %(most)s lines; this game is played by %(fewest)s to %(largest)s."
    ),
    "game_unfinished": _("Game %(game)s is not finished, so the next one cannot have begun."),
    "is_disqualified": _("%(name)s is disqualified: cancel the disqualification in the register of penalties."),
    "job_given_up": _("The work was begun %(tries)s times and came no further. Try again, or look into the log."),
    "job_not_failed": _("Only work that could not be done can be tried again."),
    "key_reused": _("This form has been sent already with another result. Load the page again."),
    "last_organiser": _("An event needs an organiser: give the role to somebody else first."),
    "left_needs_referee": _("Only a referee or an organiser can record that somebody has left the match."),
    "line_clock_over": _("The clock of %(name)s is at zero: it cannot run."),
    "line_clocks_not_set": _("The lines of table %(table)s have no clocks yet: set them first."),
    "line_clocks_stand": _("No clock of a line is running at table %(table)s."),
    "line_missing": _("Line: %(value)s. There is no such line at this table."),
    "line_size": _("Players per entry: %(value)s. In this game an entry has %(sizes)s."),
    "line_withdrawn": _("%(name)s has withdrawn: no result can be entered."),
    "lines_unknown": _("Table %(table)s is still waiting for its players."),
    "match_begun": _("Something has been written at table %(table)s, so everybody was there."),
    "match_decided": _("The match was decided before: game %(game)s cannot follow."),
    "match_is_over": _("The match at table %(table)s is over: take its result back, or correct it."),
    "match_running": _("%(name)s is playing at table %(table)s: record the abandonment there first."),
    "minutes_range": _("Minutes: %(value)s. The clock runs from 1 to 600 minutes."),
    "name_missing": _("%(where)sFamily name: it is missing."),
    "next_table_called": _(
        "The next table (%(table)s) has been called: correct the result with a reason instead of undoing it."
    ),
    "no_line_clocks": _("By the rules of this event no line plays against a clock of its own."),
    "no_place_left": _("No bye is left whose next table has not been called: the entry cannot be taken any more."),
    "no_table_ready": _("No table of round %(round)s is ready: %(waiting)s wait for the results before them."),
    "no_time_limit": _("Minutes: this event has no time limit; say how long the clock should run."),
    "no_vacancy": _("No place at table %(table)s has fallen free."),
    "not_a_candidate": _("%(value)s cannot take this place."),
    "not_at_table": _("%(name)s does not sit at table %(table)s."),
    "not_finished": _("Table %(table)s is not finished: enter its result instead of correcting it."),
    "not_finished_event": _("The event is not finished."),
    "not_only_called": _("Something has been written at table %(table)s: the call cannot be taken back."),
    "not_running": _("The event is not running."),
    "not_singles": _("Both must be players who look for a partner."),
    "not_withdrawn": _("%(name)s has not withdrawn."),
    "nothing_played": _("Nothing has been played in this event."),
    "nothing_to_confirm": _("At table %(table)s no result waits for a confirmation."),
    "nothing_to_undo": _("At table %(table)s there is nothing to take back."),
    "own_absence": _("Who is missing is reported by the others at the table."),
    "own_score": _("A result is confirmed by the other line, not by the one that entered it."),
    "penalty_needs_table": _("Table: say which match is lost."),
    "pdf_failed": _("The PDF could not be made. Print the page in the browser instead."),
    "pdf_pango_missing": _(
        "A PDF needs the library Pango, which is not installed here (Debian and Ubuntu: apt-get install libpango-1.0-0 "
        "libpangoft2-1.0-0). The page can be printed by the browser, to a PDF too."
    ),
    "pdf_too_big": _("The page is too big for a PDF on this computer. Print it in the browser, or a part of it."),
    "pdf_too_slow": _(
        "The PDF was not ready after %(seconds)s seconds. Print the page in the browser, or a part of it."
    ),
    "person_twice": _("%(where)s%(name)s is in this event already."),
    "place_given_away": _(
        "More go on from table %(table)s than places lead on from it: one was given to somebody of another table. "
        "Take that back first."
    ),
    "place_given_since": _("The place has been given to somebody else since: take that back first."),
    "played_without": _("%(name)s cannot come back: table %(table)s was begun without them."),
    "points_range": _("Points: %(value)s. They are between 0 and %(most)s."),
    "proposal_decided": _("This proposal was applied at %(at)s by %(by)s."),
    "proposal_dismissed": _("This proposal was decided at %(at)s by %(by)s: it is not applied."),
    "proposal_missing": _("There is no such proposal."),
    "proposal_obsolete": _("This proposal fell away at %(at)s: the match went on without it."),
    "proposal_superseded": _("A later step of the ladder took the place of this proposal at %(at)s."),
    "reason_missing": _("Reason: say why; it stays on record."),
    "result_confirmed": _("The result of table %(table)s is confirmed: the referee can correct it with a reason."),
    "result_meanwhile": _("Somebody else has entered the result of this table meanwhile: here is what it says now."),
    "role_missing": _("There is no such role."),
    "round_missing": _("There is no round %(round)s."),
    "round_not_announced": _("Round %(round)s has not been announced: its clock cannot start."),
    "round_unfinished": _("Round %(round)s is still being played."),
    "ruled_here": _("The result of table %(table)s comes from a penalty: cancel it in the register of penalties."),
    "rules_fixed": _("The draw has been announced: the rules of this event are fixed."),
    "ruling_missing": _("There is no such ruling in force."),
    "same_single": _("Choose two different players."),
    "scale_missing": _("VP scale: there is no scale “%(value)s”."),
    "scale_unused": _("VP scale: %(value)s. This game has no victory points."),
    "seed_positive": _("%(where)sSeed: %(value)s. Seeds count from 1."),
    "seed_taken": _("%(where)sSeed %(value)s is taken."),
    "sign_up_closed": _("Sign-up is not open for this event."),
    "stale_version": _("Somebody else has changed this meanwhile: here is how it stands now."),
    "table_clock_is_paused": _("The clock of table %(table)s is stopped already."),
    "table_clock_not_paused": _("The clock of table %(table)s is not stopped: it cannot run on."),
    "table_clock_not_running": _("The clock of table %(table)s is not running."),
    "table_clock_running": _("Table %(table)s has a clock of its own already."),
    "table_is_bye": _("Table %(table)s is a bye: there is no result to enter."),
    "table_missing": _("There is no such table."),
    "table_not_called": _("Table %(table)s has not been called yet."),
    "table_not_played": _("Table %(table)s is not being played."),
    "table_open": _("Table %(table)s of round %(round)s is still open."),
    "table_time_is_called": _("Time has been called at table %(table)s: give it more time instead."),
    "tables_called": _("%(tables)s tables have been called: the draw cannot be taken back."),
    "terms_unused": _("Forfeits: this game has no victory points, so there is nothing to agree on them."),
    "time_is_called": _("Time has been called for round %(round)s: give it more time instead."),
    "too_few_entries": _("A draw needs at least %(least)s entries; there are %(found)s."),
    "too_many_tries": _("Too many tries from this address. Wait %(minutes)s minutes, or ask the referee."),
    "total_unfinished": _("A match does not end %(points)s: look at the points, or say that time was called."),
    "unknown_preset": _("Preset: there is no ruleset “%(value)s”."),
    "unknown_tick": _("There is nothing to tick by that name."),
    "wrong_status": _("This step is not open to an event that is: %(status)s."),
}


def sentence(refusal: RefusedError, game: str = "") -> str:
    """What to tell a person about a refusal, in the current language."""
    msgid = REFUSALS.get(refusal.code) or competition.PHRASES.get(refusal.code) or _of_a_game(refusal.code, game)
    params = {"where": "", **refusal.params}
    if refusal.field and params.get("name"):
        # A game names the field of its form in English; anything else, a person's name, stays as it is.
        params["name"] = gettext(str(params["name"]))
    if params["where"]:
        params["where"] = gettext("Line %(line)s: ") % {"line": params["where"]}
    return gettext(msgid) % params


def _of_a_game(code: str, game: str) -> str:
    for key in [game] if game else settings.GAMES:
        found = registry.game(key).phrases.get(code)
        if found is not None:
            return found
    return code
