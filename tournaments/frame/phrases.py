"""The sentence of every refusal code, with field, value and rule, in the reader's language."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.competition import phrases as competition
from tournaments.frame.numbers import separate_counts
from tournaments.frame.round_names import round_name
from tournaments.games import registry
from tournaments.games.contract import Json, RefusedError

REFUSALS = {
    "absent_has_too_much": _("Who is absent for a round has no more than a rest gives, %(most)s VP, not %(given)s."),
    "account_not_made": _(
        "The account could not be made with these data. If you have one already, log in or ask for a new password."
    ),
    "all_rounds_paired": _("Planned rounds: %(rounds)s. All of them have been paired."),
    "already_called": _("Table %(table)s has been called already."),
    "already_lost": _("%(name)s has lost the match at table %(table)s already."),
    "already_withdrawn": _("%(name)s has withdrawn already."),
    "archive_does_not_hold": _("The archive does not add up, and nothing of it was taken: %(detail)s"),
    "archive_gone": _("The archive that was sent is not there any more: send it again."),
    "archive_holds_too_much": _("The archive holds much more than an event: nothing of it was taken."),
    "archive_long_row": _("%(part)s, row %(row)s is too long: a row may have %(most)s MB."),
    "archive_newer_tables": _(
        "The archive is of a newer version of Settebello, which this one does not know (%(names)s)."
    ),
    "archive_is_here": _(
        "“%(name)s” has been imported here before. To import it again, tick the box and send it again."
    ),
    "archive_name_mixed": _(
        "%(part)s, row %(row)s: “%(name)s” mixes letters of two alphabets that look alike."
        " Correct the name where the archive was made, and make it again."
    ),
    "archive_not_one": _("The archive does not hold exactly one event."),
    "archive_of_installation": _(
        "This is a backup of a whole installation: only the archive of one event can be taken."
    ),
    "archive_of_nothing": _("This is not the archive of an event: make one on the page “Documents” of the event."),
    "archive_points_nowhere": _("%(part)s: it points at %(to)s %(key)s, which is not in the archive."),
    "archive_row": _("%(part)s, row %(row)s: the value of “%(name)s” cannot be right."),
    "archive_rows_refused": _("The database refuses rows of the archive: nothing of it was taken."),
    "archive_strange_file": _("The archive holds a file that is no part of one: “%(name)s”."),
    "archive_strangers": _("The archive names people who play nowhere in the event: %(found)s."),
    "archive_too_big": _("The archive is too big: it may have %(most)s MB."),
    "archive_too_many_rows": _("The archive has %(found)s rows; at most %(most)s are taken."),
    "as_seated_not_confirmed": _("Everybody who sat at the two tables has to confirm it: tick the box."),
    "arrival_done": _("%(name)s: all is done already, nothing is open."),
    "backup_damaged": _(
        "This is no backup of Settebello, or it is damaged (%(part)s). Nothing was taken from it: use another one."
    ),
    "backup_folder_in_use": _("Another copy is being written into %(path)s: try again when it is done."),
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
    "backup_not_joined": _("The copy could not be put together from its parts (%(why)s): nothing was restored."),
    "backup_not_the_same": _("What was restored is not what the backup says: nothing was kept."),
    "backup_of_event": _("This is the archive of one event, for reading: only a backup of everything can be restored."),
    "backup_older_tables": _(
        "The backup is of an older version of Settebello, without %(names)s: restore it with that one, then upgrade."
    ),
    "backup_part_missing": _(
        "The part %(part)s is missing in %(folder)s: bring the whole folder of the copies. Nothing was restored."
    ),
    "backup_rows_refused": _("The database refuses rows of the backup: nothing was restored."),
    "bracket_is_fixed": _("The bracket of this event is fixed: later rounds are not drawn."),
    "clock_is_paused": _("%(round)s: the clock is paused already."),
    "clock_not_paused": _("%(round)s: the clock is not paused, so it cannot be resumed."),
    "clock_not_running": _("%(round)s: the clock is not running."),
    "clock_running": _("%(round)s: the clock has been started already."),
    "code_unknown": _("Code %(value)s opens no table: check it on the slip, or ask the referee for a new one."),
    "command_unknown": _("The table does not know this command."),
    "consequences_changed": _(
        "The event has moved on: this correction now touches tables %(tables)s. Look at them and confirm again."
    ),
    "correction_unfinished": _("A corrected result must be a finished match; take the result back instead."),
    "courtesies_too_many": _("That was a lot at once: wait %(seconds)s s before you say more."),
    "courtesy_unknown": _("At the table only the courtesies of the list are said."),
    "device_older": _("You play on another device now: this one only shows the table."),
    "discipline_preset": _("Lateness: there is no ladder called “%(value)s”."),
    "disputed_at_table": _("At table %(table)s somebody did not agree: the referee decides."),
    "document_missing": _("There is no such document yet."),
    "document_of_people": _(
        "This is printed from an organiser's page: a token of a club does not see it, a person's does."
    ),
    "draw_announced": _("The draw has been announced: entries change by withdrawal or late entry now."),
    "draw_being_shown": _(
        "The big screen still shows this draw place by place: swap when it is whole, or show the whole now."
    ),
    "draw_discarded_since": _(
        "%(round)s: a draw was sealed and discarded since this page was opened. Nothing new is sealed: look at it."
    ),
    "draw_exists": _("%(round)s: the draw is sealed already (seal %(seal)s). Nothing new is sealed."),
    "draw_missing": _("There is no such draw."),
    "draw_outdated": _(
        "%(round)s: who plays, or how they are seeded, has changed since this draw. Discard it and draw again."
    ),
    "draw_step": _("The draw is not at this step (it is: %(status)s)."),
    "entries_closed": _("Entries are closed."),
    "entries_not_closed": _("Close the entries before the draw."),
    "entries_at_once": _("Entries: %(found)s are too many for one step; at most %(most)s are taken at once."),
    "entry_missing": _("There is no such entry in this event."),
    "entry_not_open": _("%(name)s is not waiting for a decision."),
    "team_size": _("%(where)sA team has %(fewest)s to %(most)s people; written here: %(found)s."),
    "team_name_missing": _("%(where)sName of the team: it is missing."),
    "team_twice": _("%(where)sThere is a team “%(name)s” in this event already."),
    "member_unknown": _("Number %(number)s is nobody of the team %(name)s."),
    "member_stays": _("%(name)s stays in the team: after the draw people only join it, or their names are corrected."),
    "entry_size": _("%(where)sPeople of an entry in this event: %(size)s; written here: %(found)s."),
    "event_finished": _("The event is finished: take the closing back before you change a penalty."),
    "event_full": _("The event is full (entries: %(capacity)s)."),
    "extra_after_time": _("Minutes: %(value)s. Time has been called: it can only be given more."),
    "extra_range": _("Minutes: %(value)s. At once the clock is given or loses 1 to %(most)s minutes."),
    "carried_between_alike": _(
        "Before and after heats results do not count on: points for the places at a table and results of matches are "
        "not added up. Let the best go on instead."
    ),
    "first_stage_takes_all": _("Everybody plays the first stage: who goes on is said in the stages after it."),
    "forfeit_needs_referee": _("Only a referee or an organiser can record a forfeit."),
    "format_lines": _(
        "Format: at its tables sit %(tables)s lines; this game is played by %(lines)s. Choose a format whose "
        "tables fit the game."
    ),
    "unknown_pace": _("Pace of the showing: %(value)s. It is one of these: %(paces)s."),
    "hall_left_out": _(
        "%(round)s: this draw was sealed without a number of the hall, and the event is played in a hall."
        " Discard it and seal again."
    ),
    "idempotency_conflict": _("Another command was sent with this id before. Choose a new one."),
    "is_disqualified": _("%(name)s is disqualified: cancel the disqualification in the register of penalties."),
    "idempotency_mismatch": _("Idempotency-Key: %(value)s was sent before with another request. Take a new key."),
    "import_not_done": _("An archive of yours is being read: wait until it is done."),
    "job_given_up": _("The work was begun %(tries)s times and came no further. Try again, or look into the log."),
    "job_not_failed": _("Only work that could not be done can be tried again."),
    "key_reused": _("This form has been sent already with another result. Load the page again."),
    "last_organiser": _("An event needs an organiser: give the role to somebody else first."),
    "left_needs_referee": _("Only a referee or an organiser can record that somebody has left the match."),
    "line_clock_over": _("The clock of %(name)s is at zero: it cannot run."),
    "line_clocks_not_set": _("The lines of table %(table)s have no clocks yet: set them first."),
    "line_clocks_stand": _("No clock of a line is running at table %(table)s."),
    "line_missing": _("Line: %(value)s. There is no such line at this table."),
    "line_ups_forgotten": _(
        "Table %(table)s: other teams had sat there than were written, so the sheets before name the wrong people. "
        "Correct the result instead of undoing it."
    ),
    "line_size": _("Players per entry: %(value)s. In this game an entry has %(sizes)s."),
    "line_withdrawn": _("%(name)s has withdrawn: no result can be entered."),
    "lines_unknown": _("Table %(table)s is still waiting for its players."),
    "list_cancelled": _("Reading was cancelled. The spreadsheet is kept for a day."),
    "list_gone": _("The spreadsheet that you sent is not kept any more: send it again."),
    "jobs_not_done": _("%(most)s documents and lists of yours are not done yet: wait until one is."),
    "list_not_done": _("A spreadsheet of yours is being read: wait until it is read, or cancel that first."),
    "list_not_open": _("This spreadsheet is not being read any more."),
    "list_too_big": _("The list is too big: it may have %(most)s MB. Divide it into smaller ones."),
    "match_begun": _("Something has been written at table %(table)s, so everybody was there."),
    "match_is_over": _("The match at table %(table)s is over: take its result back, or correct it."),
    "match_open_already": _("A match is being played at table %(table)s."),
    "match_running": _("%(name)s is playing at table %(table)s: record the abandonment there first."),
    "mode_while_drawing": _(
        "Where it is played: a draw is sealed or a draft. Announce or discard it first: the hall has a part in it."
    ),
    "minutes_range": _("Minutes: %(value)s. The clock runs from 1 to 600 minutes."),
    "name_mixed": _("%(where)s%(name)s mixes letters of two alphabets that look alike: write it in one."),
    "name_missing": _("%(where)sFamily name: it is missing."),
    "next_table_called": _(
        "The next table (%(table)s) has been called: correct the result with a reason instead of undoing it."
    ),
    "nobody_qualified": _(
        "Nobody is entered: finished evenings of the circuit: %(evenings)s, and everybody who has qualified there is "
        "here already."
    ),
    "no_hall_number": _("This event is online: no hall names a number for its draw."),
    "no_line_clocks": _("By the rules of this event no line plays against a clock of its own."),
    "groups_are_even": _("In every group everybody has an opponent in each round: nobody can enter any more."),
    "groups_have_begun": _("A table of the second round has been called: the groups take nobody any more."),
    "late_place_gone": _("The table is taken meanwhile: they would play from the next pairing. Look again."),
    "late_place_moved": _("The place has changed meanwhile: it would be table %(table)s now. Look again."),
    "late_not_confirmed": _(
        "Somebody would play elsewhere than always: look at the preview, and send the number of its table."
    ),
    "no_late_round": _("Planned rounds: %(rounds)s. All of them have been paired: nobody can enter any more."),
    "no_late_second_chance": _(
        "After the draw nobody can enter any more: the second bracket has no place for another who is beaten."
    ),
    "heats_take_nobody": _("After the draw nobody can enter any more: the tables of all rounds are known."),
    "mitchell_takes_nobody": _(
        "Nobody can enter any more: no line rests, or a table of the second round has been called."
    ),
    "no_place_to_return": _("There is no place to come back to: no table was theirs, or somebody else has it now."),
    "stage_takes_nobody": _("Nobody can enter in a later stage: it is played by those who came through."),
    "no_place_left": _("No place is left: no bye of the first round, and no free chair at a table not called."),
    "no_table_left": _("%(round)s: every table has been called already."),
    "no_table_ready": _("%(round)s: no table is ready; waiting for the results before them: %(waiting)s."),
    "no_time_limit": _("Minutes: this event has no time limit; say how long the clock should run."),
    "not_paired_by_standing": _("In this event no round is paired by the standings: its tables follow from the draw."),
    "not_played_in_rounds": _(
        "In an elimination the winner has gone on: correct the result, or take it back and play again."
    ),
    "other_group": _("%(one)s and %(other)s play in different groups: take the two results back instead."),
    "other_heat": _("%(one)s and %(other)s play in different heats: take the two results back instead."),
    "fixed_table_in_rounds": _(
        "In an elimination nobody has a fixed table or room: who wins goes on to another one. In a round that was "
        "drawn you can swap two places instead."
    ),
    "table_fixed_for": _("Table %(table)s is the fixed one of %(name)s already."),
    "no_fixed_table": _("This entry has no fixed table and no fixed room."),
    "table_or_room": _("Write a table or choose a room, one of the two."),
    "no_such_room": _("This event has no room “%(name)s”."),
    "room_in_use": _("%(who)s always plays in “%(name)s”: let them play anywhere first, then change the room."),
    "no_such_set": _("These entries are not kept apart any more: look at the list again."),
    "too_many_sets": _("The event keeps as many as %(most)s sets of entries apart already."),
    "set_name_taken": _("Name: there is a set “%(name)s” already."),
    "bad_size_of_set": _("Who should not meet: %(given)s. Choose from 2 to %(most)s entries."),
    "in_enough_sets": _("%(name)s is in %(most)s sets already."),
    "other_line": _("%(one)s and %(other)s are of different lines: take the two results back instead."),
    "too_few_to_pair": _(
        "At least %(least)s have to be left to be paired, beside who is absent and the tables that stay; "
        "here: %(left)s."
    ),
    "nothing_to_play": _(
        "%(name)s has no match in round %(round)s, since somebody has a bye or has left: such a place is not swapped."
    ),
    "not_in_round": _("Choose entries that play or rest in this round."),
    "not_absent": _("This entry is not absent for the round: only somebody who is can be taken back into it."),
    "not_paired_around": _(
        "An elimination is not paired anew around tables that stay, and nobody misses a round of it: who does not come "
        "to a match loses it."
    ),
    "tables_known": _(
        "Here the tables of all rounds are known from the draw, so none is paired anew. Who misses a round can play "
        "the match later, while the stage goes on: its table stays open. Or write at the table that they did not come."
    ),
    "begins_stage": _(
        "This round begins the event or a stage: places can be swapped in it, but it is not paired anew. For who "
        "misses it, write at the table that they did not come."
    ),
    "not_paired_last": _("Only the round that was paired last, from the standings, is paired anew."),
    "nothing_paired": _("No round has been paired from the standings, so there is nothing to take back."),
    "so_far_missing": _("The score so far needs the points of both lines, as whole numbers."),
    "no_vacancy": _("No place at table %(table)s has fallen free."),
    "not_a_candidate": _("%(value)s cannot take this place."),
    "pair_not_excluded": _("%(name)s are a pair of this round only: exclude one of the two."),
    "partners_enter_singly": _("With rotating partners everybody enters singly, and pairs have entered already."),
    "partners_in_hall": _("Rotating partners are played in the hall only."),
    "partners_need_pairs": _("Rotating partners need a game for pairs."),
    "sits_in_a_pair": _(
        "%(name)s sits in a pair at table %(table)s, which is not over. Write its result first, or take the pairing "
        "back."
    ),
    "level_before_stage": _(
        "Some are level: %(names)s. Record the extra deal or the highest card first, or begin by the lot of the draw."
    ),
    "not_level": _("These are not all those who are level now. Look again at who is."),
    "not_decided_so": _("In this event those who are level are not parted in this way."),
    "next_stage_begun": _(
        "A round was made from this order. Take its pairing back first, as long as none of its tables is called."
    ),
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
    "nothing_typed": _("Type a play, or ask: last (the play before), time or score."),
    "only_watching": _("You are watching this match: those who sit at its table play it."),
    "own_absence": _("Who is missing is reported by the others at the table."),
    "own_score": _("A result is confirmed by the other line, not by the one that entered it."),
    "penalty_needs_table": _("Table: say which match is lost."),
    "pass_days": _("Days: %(value)s. A pass works for 1 to %(most)s days."),
    "pass_missing": _("There is no pass that works here."),
    "pass_unknown": _("This pass does not work: it was replaced, or it has expired. Ask the organiser for a new one."),
    "pdf_failed": _("The PDF could not be made. Print the page in the browser instead."),
    "pdf_pango_missing": _(
        "This computer has no Pango, the library that makes PDFs: the browser prints the page, on paper or as a PDF. "
        "To have PDFs made here, install it and try again. Windows: MSYS2, and in it “pacman -S "
        "mingw-w64-ucrt-x86_64-pango”. macOS: “brew install pango”. Debian and Ubuntu: “sudo apt install "
        "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0”. Fedora: “sudo dnf install pango”."
    ),
    "pdf_too_big": _("The page is too big for a PDF on this computer. Print it in the browser, or a part of it."),
    "pdf_too_slow": _(
        "The PDF was not ready after %(seconds)s seconds. Print the page in the browser, or a part of it."
    ),
    "person_twice": _("%(where)s%(name)s is in this event already."),
    "pin_unknown": _("Number %(number)s and this PIN do not match: look at your slip again, or ask the organiser."),
    "place_by_result": _("%(name)s sits there by a result: only places that were drawn are swapped."),
    "place_given_away": _(
        "More players go on from table %(table)s than there are places left: one was given to somebody of another "
        "table. Take that back first."
    ),
    "place_given_since": _("The place has been given to somebody else since: take that back first."),
    "played_without": _("%(name)s cannot come back: table %(table)s was begun without them."),
    "proposal_decided": _("This proposal was applied at %(at)s by %(by)s."),
    "proposal_dismissed": _("This proposal was decided at %(at)s by %(by)s: it is not applied."),
    "proposal_missing": _("There is no such proposal."),
    "proposal_obsolete": _("This proposal lapsed at %(at)s: the match went on without it."),
    "proposal_superseded": _("A later step of the ladder took the place of this proposal at %(at)s."),
    "receipt_nothing": _("%(name)s: nothing has been paid, so there is no receipt."),
    "logo_too_large": _("Logo: the file is larger than %(most)s MB."),
    "logo_too_many_pixels": _("Logo: the picture has more than %(most)s million pixels; send a smaller one."),
    "logo_unreadable": _("Logo: this is no picture in PNG or JPEG that can be read."),
    "ranking_leaves_vp": _(
        "Ranking: the rules give VP by a table, and these standings do not count them. Choose a ranking by VP, or "
        "rules without VP."
    ),
    "ranking_unfit": _("Ranking: this game does not have what it compares. Choose another one."),
    "reason_missing": _("Reason: say why; it stays on record."),
    "reason_too_long": _("Reason: at most %(most)s characters."),
    "referee_plays_here": _(
        "You play in this event, or a player's code has been opened in this browser: another referee has to open a "
        "hand."
    ),
    "referee_sits_here": _("You play in this match: another referee gives the orders here."),
    "result_confirmed": _("The result of table %(table)s is confirmed: the referee can correct it with a reason."),
    "result_meanwhile": _("Somebody else has entered the result of this table meanwhile: here is what it says now."),
    "robot_unknown": _("Robots: there is no level %(level)s; the highest is %(most)s."),
    "robots_need_organiser": _("Only the organiser lets robots play in an event."),
    "practice_full": _("All practice tables are taken now. Wait some minutes and try again."),
    "practice_not_over": _("The match at this table is not over."),
    "practice_often": _("Many tables have been opened from here: go on at one of yours, or try again in an hour."),
    "practice_unknown": _("Choose one of the options."),
    "role_missing": _("There is no such role."),
    "round_missing": _("There is no round %(round)s."),
    "round_not_announced": _("%(round)s: not announced yet, so the clock cannot start."),
    "round_unfinished": _("%(round)s: still being played."),
    "ruled_here": _("The result of table %(table)s comes from a penalty: cancel it in the register of penalties."),
    "rules_fixed": _("The draw has been announced: the rules of this event are fixed."),
    "ruling_missing": _("There is no such ruling in force."),
    "paired_since": _("%(name)s is a pair by now: nothing was taken back."),
    "same_single": _("Choose two different players."),
    "scale_missing": _("VP scale: there is no scale “%(value)s”."),
    "scale_of_rules": _("The rules of this game say the table of VP: “%(value)s” cannot be chosen beside them."),
    "scale_unused": _("VP scale: %(value)s. This event has no victory points."),
    "seats_not_allowed_here": _("These rules cannot be played by %(seats)s."),
    "seal_outdated": _(
        "%(round)s: entries, seeds, clubs or format have changed since the draw was sealed."
        " Discard the draw with the reason, and seal again."
    ),
    "seed_positive": _("%(where)sSeed: %(value)s. Seeds count from 1."),
    "seeds_no_source": _("Seeds: this event has no circuit, and its club no earlier event of the same game."),
    "seeds_twice": _("Seeds: an entry is named twice."),
    "seeds_unknown": _("Seeds: somebody in this list does not take part any more. Propose the seeds again."),
    "seed_taken": _("%(where)sSeed %(value)s is taken."),
    "sign_up_closed": _("Sign-up is not open for this event."),
    "stale_sequence": _("Something has happened at the table meanwhile: look at it again."),
    "stale_version": _("Somebody else has changed this meanwhile: here is how it stands now."),
    "table_clock_is_paused": _("The clock of table %(table)s is paused already."),
    "table_clock_not_paused": _("The clock of table %(table)s is not paused: it cannot be resumed."),
    "table_clock_not_running": _("The clock of table %(table)s is not running."),
    "table_clock_running": _("Table %(table)s has a clock of its own already."),
    "table_is_bye": _("Table %(table)s is a bye: there is no result to enter."),
    "swap_not_confirmed": _(
        "Things that should not be like this: %(missing)s. Confirm each of them, or leave it as it is."
    ),
    "same_after_swap": _("If %(one)s and %(other)s swap places, everybody plays as before."),
    "absent_is_not_swapped": _("%(name)s misses this round: first let them play in it."),
    "table_has_result": _("%(name)s sits at table %(table)s, which has been played or is being played."),
    "table_not_over": _(
        "Table %(table)s has not been played in the hall to its end: as long as nothing is written there, swap the two."
    ),
    "table_missing": _("There is no such table."),
    "table_not_called": _("Table %(table)s has not been called yet."),
    "table_not_played": _("Table %(table)s is not being played."),
    "rounds_missing": _("Round %(planned)s of %(rounds)s is drawn; the others are still missing."),
    "table_open": _("%(round)s: table %(table)s is still open."),
    "table_time_is_called": _("Time has been called at table %(table)s: give it more time instead."),
    "tables_called": _("Tables called already: %(tables)s. It cannot be taken back any more."),
    "terms_unused": _("Forfeits: this event has no victory points, so there is nothing to agree on them."),
    "text_unreadable": _("This text has a character that cannot be kept: take it out and send it again."),
    "time_is_called": _("%(round)s: time has been called; give more time instead."),
    "token_days_range": _("Days: %(value)s. A token lasts 1 to %(most)s days."),
    "token_name_missing": _("Name: say what the token is for."),
    "too_few_entries": _("A draw needs at least %(least)s entries; entered now: %(found)s."),
    "too_few_for_finals": _(
        "Only one group is left, and finals of their own for the firsts, the seconds and so on need at least two: the "
        "event ends after this stage and can be closed."
    ),
    "too_few_for_stage": _(
        "Too few entries are left for the next stage (%(given)s): the event ends after this one and can be closed."
    ),
    "too_many_tokens": _("There are %(most)s tokens already: revoke those that nobody uses."),
    "too_many_tries": _("Too many tries. Wait %(minutes)s min, or ask the referee."),
    "unknown_scope": _("Scope: there is no “%(value)s”; there are: %(scopes)s."),
    "unknown_game": _("Game: there is no “%(value)s”."),
    "unknown_preset": _("Preset: there is no ruleset “%(value)s”."),
    "unknown_tick": _("There is nothing to tick by that name."),
    "club_exists": _("Name: there is a club called %(value)s already."),
    "club_of_others": _("Club: %(value)s has administrators, and only they put its name on something."),
    "preset_exists": _("Name: the club has a preset called %(value)s already."),
    "preset_missing": _("Preset: there is no preset %(value)s in the clubs that you run."),
    "too_many_presets": _("The club has %(most)s presets already: delete those that nobody uses."),
    "club_unknown": _("Club: there is no club called %(value)s."),
    "club_without_admin": _(
        "Name: there is a club called %(value)s already, and nobody runs it. Ask who runs this site whose it is."
    ),
    "cash_not_online": _(
        "An event that is played online has no prizes in money: playing for money at a distance needs a concession in "
        "Italy. Give goods, or play in the hall."
    ),
    "fee_not_online": _(
        "Entry fee: an online event has none. Playing for money at a distance needs a concession of the State in Italy."
    ),
    "game_not_online": _("Where it is played: this game cannot be played online."),
    "played_online": _(
        "Matches of this event were opened online: it stays without an entry fee and without prizes in money, also in "
        "the hall."
    ),
    "round_in_hall": _(
        "%(round)s: this event is played in the hall, where tables are called and do not open by themselves."
    ),
    "round_open_already": _("%(round)s: its tables are open already."),
    "table_in_hall": _(
        "Table %(table)s is played in the hall: its round can go online when the table is finished, or its call is "
        "taken back."
    ),
    "seats_not_online": _(
        "Where it is played: by these rules nobody can play online with %(seats)s at a table. Choose other rules, "
        "another format or other entries."
    ),
    "event_in_circuit": _("%(name)s is in a circuit already: remove it from that one first."),
    "event_not_in_circuit": _("%(name)s is not in this circuit."),
    "invitation_of_other": _("This invitation is for %(email)s: log in with the account of that address."),
    "invitation_missing": _("This invitation is not open any more."),
    "known_meanwhile": _("An entry or an invitation has just come in: try again."),
    "last_circuit_owner": _("A circuit needs an owner: invite somebody else first."),
    "last_club_admin": _("A club needs an administrator: invite somebody else first."),
    "last_role": _("You are the last who runs %(name)s: give the role to somebody else first."),
    "last_superuser": _("This account runs the whole site, and no other does: make another one first."),
    "merge_accounts": _("Both people called %(name)s log in with an account of their own: they are two."),
    "merge_changed": _("%(name)s has changed since the two were put together: it cannot be taken back any more."),
    "merge_missing": _("There is nothing of the kind to take back in this club."),
    "merge_same": _("Choose two different people."),
    "merge_together": _("They are two people: both play in %(event)s."),
    "people_changed": _("Somebody has just put two of these people together: try again."),
    "person_exists": _("Family name: %(name)s is in %(club)s already."),
    "person_has_account": _("%(name)s logs in with an account: only they can ask for this, on their own page."),
    "person_missing": _("There is no such person in this club."),
    "role_greater": _("You have a greater role in this event already: %(role)s."),
    "role_unknown": _("Role: “%(value)s” is not offered here."),
    "scorer_tables": _("A scorer needs tables: say which."),
    "too_many_invitations": _("There are %(most)s open invitations here already: revoke some first."),
    "too_many_letters": _("E-mail: %(value)s has been sent %(most)s invitations from here today; wait until tomorrow."),
    "wrong_status": _("This step is not open to an event that is: %(status)s."),
    "deck_missing": _("There is no such deck: choose one of these."),
    "delivery_missing": _("There is no delivery %(value)s of this webhook."),
    "push_full": _("This phone follows %(most)s pairs or players already, or too many phones follow this event."),
    "push_service": _(
        "Address of the browser: “%(value)s” is not of a push service that this site sends to. It must be https, on "
        "port 443, of a push service that a browser's maker runs."
    ),
    "push_subscription": _("This browser cannot be alerted."),
    "webhook_stopped": _("This webhook is paused: resume it first."),
    "webhook_missing": _("This webhook is not there any more."),
    "webhook_port": _("Port %(value)s: a webhook goes to port 443, or to one from %(least)s on."),
    "webhook_private": _("%(value)s is an address of a private network: webhooks go to the public internet only."),
    "webhook_subject": _("“%(value)s” is not a subject. There are: %(known)s."),
    "webhook_unknown_host": _("The address of %(value)s cannot be found."),
    "webhook_url": _("“%(value)s” is not an address for a webhook: it begins with https:// and names a host."),
    "webhooks_full": _("There are %(most)s webhooks already: remove one first."),
    "word_is_no_play": _("“%(typed)s” asks the table something: it is not a play."),
    "workbook_cells": _(
        "The sheet has more than %(cells)s cells: keep the columns of the list, and delete the others."
    ),
    "workbook_columns": _("A row of the sheet has more than %(columns)s columns; a list has at most that many."),
    "workbook_locked": _("The spreadsheet is protected by a password: save it without one."),
    "workbook_rows": _("The sheet has more than %(rows)s entries. Divide it into smaller ones."),
    "workbook_text": _(
        "The sheet has more than %(mb)s MB of text, or a cell of more than %(letters)s letters: no list is that long."
    ),
    "workbook_too_big": _("Reading the spreadsheet takes more than %(mb)s MB of memory: save it as CSV."),
    "workbook_too_slow": _("Reading the spreadsheet takes longer than %(seconds)s seconds: save it as CSV."),
    "workbook_is_document": _("This is a text document, not a spreadsheet: open it, copy the list and paste it here."),
    "workbook_is_page": _(
        "This is a web page, not a spreadsheet, whatever its name says: open it, copy the table and paste it here."
    ),
    "workbook_unreadable": _("The spreadsheet cannot be read: save it again as .xlsx, or as CSV."),
    "zip_damaged": _("The file is damaged or no zip file: choose another copy of it."),
    "zip_explodes": _(
        "The file would be %(found)s MB when unpacked. It may be %(most)s MB, and %(ratio)s times its own size: it was"
        " not opened."
    ),
    "zip_too_many_files": _("The file holds %(found)s files; at most %(most)s are opened."),
    "zip_unreadable": _("The file is encrypted or packed in a way that is not read here."),
}


OF_CAUSES: Final = ("cause_not_allowed", "leave_cause")
"""Refusals of games that list the causes of a fault."""


def sentence(refusal: RefusedError, game: str = "") -> str:
    """Return the message of a refusal, in the current language."""
    msgid = REFUSALS.get(refusal.code) or competition.PHRASES.get(refusal.code)
    if not msgid:
        of_games = (registry.game(key).phrases.get(refusal.code) for key in ([game] if game else settings.GAMES))
        msgid = next((phrase for phrase in of_games if phrase is not None), refusal.code)
    params = {"where": "", **refusal.params}
    if "round" in params and "rounds" in params:
        params["round"] = round_name(params["round"], params["rounds"])
    if refusal.field and params.get("name"):
        # A game names the field of its form in English; anything else, such as a person's name, stays as it is.
        params["name"] = gettext(str(params["name"]))
    if refusal.code in OF_CAUSES:
        params["allowed"] = _causes_in_words(str(params["allowed"]), game)
    if params["where"]:
        params["where"] = gettext("Line %(line)s: ") % {"line": params["where"]}
    return gettext(msgid) % separate_counts(params)


def _causes_in_words(allowed: str, game: str) -> str:
    """Return the codes of causes that a game allows in words; one without words stays as it is."""
    known = [registry.game(key).phrases for key in ([game] if game else settings.GAMES)]
    found = (
        next((gettext(phrases[f"cause.{each}"]) for phrases in known if f"cause.{each}" in phrases), each)
        for each in allowed.split(", ")
    )
    return ", ".join(found)


def kept_sentence(value: Json) -> str:
    """Return the message of a refusal stored in the log with its code and values; empty where it cannot be read."""
    try:
        return sentence(RefusedError(value["code"], **value["values"]))
    except (KeyError, TypeError, ValueError):
        return ""
