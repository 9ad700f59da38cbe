"""English sentence of every refusal and explanation code of this package; ``%(name)s`` places are its parameters."""

from collections.abc import Mapping
from types import MappingProxyType


def _(sentence: str) -> str:
    """Mark a sentence for translation; the code that shows it translates."""
    return sentence


# Refusals: the parameters are those of the RefusedError.
_REFUSALS = {
    "apart_after_groups": _(
        "The firsts, the seconds and so on can have finals of their own in a knockout after groups, where at least two "
        "of each group go on."
    ),
    "apart_without_others": _(
        "Where the firsts, the seconds and so on have finals of their own, none of the others can go on."
    ),
    "apart_of_one_group": _(
        "Finals of their own for the firsts, the seconds and so on need at least two groups; there is only one."
    ),
    "best_of_in_knockout": _(
        "Only a knockout has sets, the best of 3 or 5 matches: in groups, in rounds and at tables of several each "
        "match counts once in the standings. Say how long a match is in the rules of the game: its points or its deals."
    ),
    "bad_best_of": _("A table is played over 1, 2, 3 or 5 matches, not %(given)s (%(round)s)."),
    "bad_best_of_others": _("Of all others 0 to %(most)s can go on, not %(given)s."),
    "bad_deal_number": _("Deals and attempts are numbered from 0 to %(most)s."),
    "bad_hall_number": _("Write what the hall named: up to %(most)s letters and digits."),
    "bad_draw_seed": _("The secret of a draw is 64 hexadecimal digits."),
    "bad_bank_minutes": _("Minutes of each player: %(given)s. They are %(least)s to %(most)s, or there is no limit."),
    "bad_first_of_group": _("From each group or heat 0 to %(most)s can go on, not %(given)s."),
    "bad_grace_minutes": _("Minutes before a no-show: %(given)s. They are %(least)s to %(most)s."),
    "bad_group_size": _("Choose groups of %(least)s to %(most)s, not of %(given)s."),
    "bad_heat": _("A heat holds %(least)s to %(most)s players at most, or everybody; not %(given)s."),
    "bad_max_table": _("A table holds 4, 5 or 6 players at most, not %(given)s."),
    "bad_mitchell_step": _("After a round the lines go on by 1 to %(most)s tables, not by %(given)s."),
    "bad_move_seconds": _("Seconds for a play: %(given)s. They are %(least)s to %(most)s, or there is no limit."),
    "bad_pack": _("A pack has 1 to %(most)s cards."),
    "bad_room": _(
        "“%(given)s” is no room. Write its name and the numbers of its tables, one room a line: Big hall 1-12. A name "
        "has up to 40 letters, a number is from 1 to 9999."
    ),
    "bad_seat_seed": _("Each of 1 to %(most)s seats adds %(bytes)s random bytes to the shuffle, or nothing."),
    "bad_second_chance_rounds": _("A second chance is given after 1 or %(most)s rounds."),
    "bad_seed": _("A seed is a number from 1 on, not %(given)s."),
    "bad_server_seed": _("The server's secret number for a shuffle has %(bytes)s bytes."),
    "bad_crossing": _(
        "Which places meet: “%(given)s”. Write place against place, with a space between them: 1-3 2-2. Each place "
        "from 1 to %(most)s stands there once at most; a place that is not there has a bye."
    ),
    "bad_number_going_on": _("How many go on: %(given)s. It is a number from 0 to %(most)s."),
    "bad_number_of_stages": _("Stages: %(given)s. An event has %(least)s to %(most)s of them."),
    "bad_value": _("The value of “%(name)s” is missing or impossible."),
    "crossing_after_groups": _(
        "Which places meet can be chosen for a knockout after groups, where the first of each group go on to one "
        "bracket."
    ),
    "crossing_without_others": _(
        "Where it is chosen which places meet, only the first of each group go on, and none of the others."
    ),
    "criteria_count": _("An order of criteria has 1 to %(most)s of them, not %(given)s."),
    "criterion_twice": _("“%(given)s” stands twice in the order of the standings."),
    "room_twice": _("Two rooms have the name “%(name)s”: give one of them another name."),
    "rooms_overlap": _("The same table would stand in two rooms: %(one)s and %(other)s."),
    "too_many_rooms": _("An event has %(most)s rooms at most, not %(given)s."),
    "carried_by_everybody": _(
        "Results count on only where everybody goes on to the next stage, and never in the first one."
    ),
    "bad_best_of_club": _("The best entries of a club that count: between 0, which is all, and %(most)s."),
    "clubs_need_a_total": _("Clubs are ranked by VP or table points: the standings must go by these first."),
    "chain_needs_points": _("These criteria count table points: say how many a win, a draw and a loss give."),
    "deal_begun": _("The cards of this deal have been dealt already."),
    "deal_missing": _("There is no deal %(deal)s to write here. Load the page again."),
    "deal_not_closed": _("Deal %(deal)s is not over, or has no such play."),
    "double_forfeit_is_replayed": _("By this ruleset a match that both lines lost is played again."),
    "entrant_twice": _("The same entrant stands in the draw twice."),
    "event_weighed_twice": _("“%(given)s” cannot count both double and triple."),
    "game_unfinished": _("Game %(game)s is not finished, so the next one cannot have begun."),
    "hand_open_already": _("This hand is open to you already."),
    "heats_cannot_fill": _(
        "Heats of %(least)s to %(most)s with one winner each cannot lead %(given)s players to a final of four: "
        "%(fewer)s or %(more)s could be played."
    ),
    "groups_out_of_range": _("There are 1 to %(most)s groups, not %(given)s."),
    "heat_too_small": _(
        "Players: %(given)s. A heat of %(size)s does not fill tables of %(least)s to %(most)s: choose another size of "
        "the heats or of the tables."
    ),
    "heats_too_small": _("Players: %(given)s. They do not fill tables of at least %(least)s."),
    "knockout_is_last": _("After a knockout no other stage can follow: it is the last one."),
    "knockout_of_stage_is_plain": _(
        "The knockout after another stage has a fixed bracket: no redraw and no second chance."
    ),
    "line_not_in_match": _("This line does not play the match, or has lost it already."),
    "match_decided": _("The match was decided before: game %(game)s cannot follow."),
    "match_is_over_online": _("This match is over."),
    "match_is_paused": _("The referee has paused this match: wait until it is resumed."),
    "match_not_paused": _("This match is not paused: it cannot be resumed."),
    "mitchell_meets_again": _(
        "Entrants: %(entrants)s, steps of %(step)s. Rounds before two meet again: %(most)s, not %(given)s."
    ),
    "missing_field": _("“%(name)s” is missing."),
    "no_stage": _("“%(given)s” cannot be a stage of an event: groups, Danish, Swiss, Mitchell or a knockout can."),
    "no_clock_to_give": _("This player has no time that could be made longer now."),
    "no_deal_in_hand": _("No deal is being played now."),
    "no_row_for_vp": _("The VP scale %(scale)s has no row that gives %(vp)s VP, so its MP are unknown."),
    "not_an_object": _("These data are not a set of named values."),
    "not_in_deal": _("You do not play this deal."),
    "only_full_tables": _(
        "Only full tables of four are played: of %(given)s players the first %(fewer)s could play, or %(more)s."
    ),
    "other_turn": _("It is the turn of another player."),
    "penalty_needs_vp": _("Penalties in %(given)s: this game has no VP and MP; take points away instead."),
    "penalty_value": _("What the penalty takes away is a whole number from 1 to %(most)s, not %(given)s."),
    "penalty_without_value": _("This penalty takes nothing away that could be counted: %(given)s is too much."),
    "placement_needs_fixed_bracket": _("Games for every place need a fixed bracket: do not redraw the rounds."),
    "points_range": _("Points: %(value)s. They are between %(least)s and %(most)s."),
    "re_entry_needs_heats": _("Only in heats can somebody who is out enter again."),
    "ready_already": _("You have said already that you are ready."),
    "rounds_are_over": _("All rounds of this stage have been announced (%(rounds)s)."),
    "round_not_settled": _("Round %(round)s is not over. Tables without a result: %(given)s."),
    "rounds_out_of_range": _("There are %(least)s to %(most)s rounds, not %(given)s."),
    "season_evenings_range": _("Evenings: %(given)s. They are 0 to %(most)s."),
    "season_points_range": _("Points of a place: %(given)s. They are 0 to %(most)s."),
    "season_points_rise": _("A place cannot give more points than the one before it."),
    "stages_of_two_rankings": _("The stages of an event count alike: either all by VP, or all by points."),
    "scale_ambiguous": _(
        "Choose the VP scale by points or by deals, not by both (points: %(target)s, deals: %(deals)s)."
    ),
    "scale_empty": _("A VP scale needs at least one row."),
    "scale_gap": _("Each row of a VP scale must begin where the one before it ends."),
    "seat_has_robot": _("A robot plays in your place: it plays this match to the end."),
    "scale_must_end_open": _("The last row of a VP scale has no upper limit."),
    "scale_not_rising": _("From row to row of a VP scale the winner gains VP and the loser gains none."),
    "scale_row_impossible": _(
        "In a row of a VP scale the winner has at least the loser's VP, and “to” is not below “from”."
    ),
    "scale_starts_level": _(
        "The first row of a VP scale is the level match: it begins at 0 and gives both lines the same."
    ),
    "seat_missing": _("This match has no such seat."),
    "seat_not_in_deal": _("This player does not play the deal in hand."),
    "second_final_of_double": _("Only double elimination has a second final."),
    "second_final_is_one_match": _("With a second final each final is a single match."),
    "second_chance_needs_plain_bracket": _(
        "A second chance needs a fixed bracket: do not redraw the rounds, and do not play every place out."
    ),
    "separate_rounds_out_of_range": _("Groups can be kept apart for 1 to %(most)s rounds."),
    "sheet_unreadable": _("What is stored of this match cannot be read: take it back first."),
    "step_after_no_show": _("Step %(step)s of the ladder comes after a no-show: the match is lost by then."),
    "step_kind": _(
        "Step %(step)s of the ladder: lateness leads to a warning, a penalty or a no-show, not to “%(given)s”."
    ),
    "step_minutes": _("Step %(step)s of the ladder: its minutes are from 0 to 240, not %(given)s."),
    "steps_not_rising": _(
        "Step %(step)s of the ladder comes at minute %(given)s, but the one before it at minute "
        "%(before)s: put them in order."
    ),
    "swiss_without_rematches": _("In a Swiss nobody meets twice: choose a Danish to allow rematches."),
    "swap_changes_nothing": _("These two positions are the same: there is nothing to swap."),
    "swap_empties_table": _("This swap would leave a table without anybody."),
    "swap_needs_reason": _("Say why the two positions are swapped: the reason is published."),
    "table_points_range": _("Table points are whole numbers from 0 to %(most)s, not %(given)s."),
    "table_points_rise": _("A better result gives at least as many table points as a worse one."),
    "thirds_cannot_fill": _(
        "The winners and the best thirds of %(given)s players do not fill the next round: "
        "%(fewer)s or %(more)s could be played."
    ),
    "three_have_no_final": _(
        "Three players make one table, but no final of four: they may play a table among themselves, not this event."
    ),
    "time_is_over": _("Your time for this play was over."),
    "time_out_of_range": _("The time to give is from one second to %(most)s minutes."),
    "too_few_for_partners": _("Rotating partners need at least %(least)s players, not %(given)s."),
    "too_few_entrants": _("A draw needs at least two entrants; entered now: %(given)s."),
    "too_few_for_groups": _("Groups need at least %(least)s entrants; entered now: %(given)s."),
    "too_few_for_tables": _("Elimination tables need at least %(least)s players; entered now: %(given)s."),
    "too_few_go_on": _("At least %(least)s must go on from the stage before."),
    "too_many_entrants": _("A draw holds at most %(most)s entrants; entered now: %(given)s."),
    "too_many_places": _("Table points are for %(most)s places at most, not for %(given)s."),
    "too_many_point_places": _("At most the first %(most)s places have points of their own."),
    "too_many_steps": _("A ladder of lateness has %(most)s steps at most, not %(given)s."),
    "total_ruled_out": _("Somebody was ruled out in the middle of the match: write it deal by deal."),
    "so_far_over": _("With %(points)s the match is over: write that as its result, not as a score so far."),
    "total_unfinished": _("A match does not end %(points)s: look at the points, or say that time was called."),
    "unknown_bye_policy": _("Byes go to the seeds or by lot, not “%(given)s”."),
    "unknown_choice": _("“%(given)s” is not one of the choices."),
    "unknown_criterion": _("Standings cannot be ordered by “%(given)s”."),
    "unknown_odd": _(
        "What is done with an odd number is not “%(given)s”: one rests, or the last entered is refused. Here matches "
        "of two are compared: for a table of three choose heats or elimination tables, where the game takes three."
    ),
    "unknown_field": _("“%(name)s” is not known here."),
    "unknown_fill": _("Groups are filled by seeds to and fro, or by lot, not “%(given)s”."),
    "unknown_format": _("There is no way to run an event called “%(given)s”."),
    "unknown_penalty": _("There is no penalty called “%(given)s”."),
    "unknown_policy": _("The first round has no way called “%(given)s” to take any number of players."),
    "unknown_position": _("The draw has no such position."),
    "unknown_rankings": _("There is one ranking, or one of each line, not “%(given)s”."),
    "unknown_round_name": _("There is no round called “%(given)s”."),
    "unknown_scoring": _("“%(given)s” is no way to count a season: by places or by VP."),
    "unknown_second_chance": _("There is no second chance called “%(given)s”."),
    "unknown_scale": _("No published VP scale belongs to this length of match: choose one."),
}

# Why an entrant is not in the drawn position: name, because (a name), from_position, to_position, round.
_MOVES = {
    "same_group": _(
        "%(name)s moves from position %(from_position)s to %(to_position)s: "
        "%(because)s of the same club could have been met (%(round)s)."
    ),
    "same_circle": _(
        "%(name)s moves from position %(from_position)s to %(to_position)s: "
        "%(because)s of the same valley or league could have been met (%(round)s)."
    ),
    "should_not_meet": _(
        "%(name)s moves from position %(from_position)s to %(to_position)s: "
        "%(because)s could have been met (%(round)s), and the two should not meet."
    ),
    "made_room": _("%(name)s moves from position %(from_position)s to %(to_position)s to make room for %(because)s."),
    "seed_gave_way": _(
        "%(name)s stands at position %(to_position)s and not at %(from_position)s: "
        "the lots gave byes to so many, the last of them %(because)s, that no table was left for this seed."
    ),
}

# Why two meet, and why one rests, by ranks in the standing: rank, other, nearest, round.
_PAIRINGS = {
    "neighbours_meet": _("Ranks %(rank)s and %(other)s are neighbours in the standing."),
    "nearest_unmet": _(
        "Rank %(rank)s meets rank %(other)s: rank %(nearest)s, who is nearer, was met in round %(round)s."
    ),
    "nearest_kept_apart": _(
        "Rank %(rank)s meets rank %(other)s: rank %(nearest)s, who is nearer, is kept apart by the organiser."
    ),
    "apart_unavoidable": _(
        "Ranks %(rank)s and %(other)s should be kept apart: no pairing without a rematch has fewer such meetings."
    ),
    "nearest_left_to_others": _(
        "Rank %(rank)s meets rank %(other)s: with rank %(nearest)s, who is nearer, "
        "more of the others would have to meet again."
    ),
    "nearest_would_cost_more": _(
        "Rank %(rank)s meets rank %(other)s: with rank %(nearest)s, who is nearer, more of all would meet somebody of "
        "another score or further away, or could not be paired without a rematch."
    ),
    "scores_meet": _(
        "Ranks %(rank)s and %(other)s have different scores: no pairing without a rematch has fewer such meetings."
    ),
    "paired_for_later_rounds": _(
        "Ranks %(rank)s and %(other)s meet so that all rounds to come can be paired without a rematch."
    ),
    "rests_for_later_rounds": _("Rank %(rank)s rests, so that all rounds to come can be paired without a rematch."),
    "rematch_unavoidable": _(
        "Ranks %(rank)s and %(other)s meet again after round %(round)s: no pairing has fewer rematches."
    ),
    "rests_last": _("Rank %(rank)s rests: the last in the standing of those who have rested least."),
    "rests_for_others": _(
        "Rank %(rank)s rests: if somebody below rested instead, more of the others would have to meet again."
    ),
}

# What should not be, and is made by hand: name, others, and the round in which it is so too.
_DOUBTS = {
    "met_before": _("%(name)s has met %(others)s already, in round %(round)s."),
    "meet_later": _("%(name)s and %(others)s meet in round %(round)s too."),
    "partners_before": _("%(name)s and %(others)s were partners already, in round %(round)s."),
    "same_club": _("%(name)s and %(others)s are of one club."),
    "kept_apart": _("%(name)s and %(others)s should not meet (%(set)s)."),
    "leaves_table": _("%(name)s has a fixed table, and would leave it."),
    "leaves_room": _("%(name)s always plays in one room, and would leave it."),
    "late_from_table": _("%(name)s has the fixed table %(table)s, and would play at another one in this round."),
    "late_from_room": _("%(name)s always plays in “%(room)s”, and would play elsewhere in this round."),
    "rested_before": _("%(name)s has rested already, in round %(round)s."),
    "rests_later": _("%(name)s rests in round %(round)s too."),
}

# Why somebody sits at a table that was changed by hand.
_BY_HAND = {"changed_by_hand": _("The director changed this table by hand.")}

# Why two meet on a ladder, or where another stage begins: the place in the standings or in a group, of both.
_SEATINGS = {
    "ladder_meet": _("Neighbours on the ladder after the last round: winners go up a table, losers down."),
    "ladder_top": _("The winner of table %(first)s stays at the top, the winner of table %(second)s moves up."),
    "ladder_moves": _("The loser of table %(first)s goes down, the winner of table %(second)s moves up."),
    "ladder_bottom": _("The loser of table %(first)s goes down, the loser of table %(second)s stays at the bottom."),
    "ladder_again": _("The winner and the loser of table %(first)s meet again: there is no other table."),
    "ladder_rests": _("Rests: the lowest on the ladder of those who have rested least."),
    "from_groups_meet": _(
        "Place %(place)s of group %(group)s meets place %(other)s of group %(second)s: group mates meet late."
    ),
    "from_groups_alike": _("Place %(place)s of group %(group)s meets place %(other)s of group %(second)s."),
    "crossed_groups": _(
        "Place %(place)s of group %(group)s meets place %(other)s of group %(second)s, as the organiser chose."
    ),
    "crossed_heats": _(
        "Place %(place)s of heat %(group)s meets place %(other)s of heat %(second)s, as the organiser chose."
    ),
    "from_groups_sit": _("Places %(places)s sit together, of the groups %(groups)s in this order."),
    "from_groups_rests": _("Place %(place)s of group %(group)s goes on without a match."),
    "from_heats_meet": _(
        "Place %(place)s of heat %(group)s meets place %(other)s of heat %(second)s: those of one heat meet late."
    ),
    "from_heats_alike": _("Place %(place)s of heat %(group)s meets place %(other)s of heat %(second)s."),
    "from_heats_sit": _("Places %(places)s sit together, of the heats %(groups)s in this order."),
    "from_heats_rests": _("Place %(place)s of heat %(group)s goes on without a match."),
    "from_standings_meet": _("Place %(place)s of the standings meets place %(other)s."),
    "from_standings_sit": _("Places %(places)s of the standings sit together."),
    "from_standings_rests": _("Place %(place)s of the standings goes on without a match."),
}

# The effects of a corrected result.
_REACHES = {
    "nothing_announced": _("No later table has been announced: the result can be changed freely."),
    "only_points_change": _("Only the points change: same winner, same places, same tables."),
    "others_go_on": _("Others would go on to the next stage."),
    "paired_before": _("Rounds were paired on the old result."),
    "places_change": _("The winner stays the same, and places in the standings move."),
    "places_given_before": _("Free places were given on the old order of this table."),
    "reaches_further": _("Tables that were already announced or played depend on this result: a reason is needed."),
    "same_people_go_on": _("The same people go on to the same table: no later table is touched."),
    "winner_changes": _("Somebody else wins; no later table is touched."),
}

# Why an entry stands ahead of another one: value of both; of the better and the worse one.
_PLACES = {
    "ahead_on_points": _("Ahead on points: %(better)s to %(worse)s."),
    "ahead_on_vp": _("Ahead on VP: %(better)s to %(worse)s."),
    "ahead_on_mp": _("Ahead on MP: %(better)s to %(worse)s."),
    "ahead_on_wins": _("Ahead on matches won: %(better)s to %(worse)s."),
    "ahead_on_difference": _("Ahead on the difference of points: %(better)s to %(worse)s."),
    "ahead_on_scored": _("Ahead on points scored: %(better)s to %(worse)s."),
    "ahead_on_conceded": _("Ahead on points conceded: %(better)s to %(worse)s, fewer are better."),
    "ahead_on_penalties": _("Ahead on points scored: %(better)s to %(worse)s, fewer are better."),
    "ahead_on_least_byes": _("Ahead on rounds without an opponent: %(better)s to %(worse)s, fewer are better."),
    "ahead_on_lot": _("Ahead by lot: %(better)s to %(worse)s, the lower number goes first."),
    "ahead_on_average": _("Ahead on the average of a match: %(better)s to %(worse)s."),
    "ahead_on_buchholz": _("Ahead on the strength of opponents (Buchholz): %(better)s to %(worse)s."),
    "ahead_on_sonneborn_berger": _(
        "Ahead on the strength of those beaten (Sonneborn-Berger): %(better)s to %(worse)s."
    ),
    "ahead_on_extra_deal": _("Ahead by the extra deal."),
    "ahead_on_highest_card": _("Ahead by the highest card."),
    "ahead_on_head_to_head": _("Ahead in their own match: %(better)s to %(worse)s."),
    "ahead_on_classifica_avulsa": _("Ahead in the table among those who are level: %(better)s to %(worse)s."),
    "level_on_points": _("Level on points: %(value)s."),
    "level_on_vp": _("Level on VP: %(value)s."),
    "level_on_mp": _("Level on MP: %(value)s."),
    "level_on_wins": _("Level on matches won: %(value)s."),
    "level_on_difference": _("Level on the difference of points: %(value)s."),
    "level_on_scored": _("Level on points scored: %(value)s."),
    "level_on_conceded": _("Level on points conceded: %(value)s."),
    "level_on_penalties": _("Level on points scored: %(value)s."),
    "level_on_least_byes": _("Level on rounds without an opponent: %(value)s."),
    "level_on_lot": _("Level on the lot: %(value)s."),
    "level_on_average": _("Level on the average of a match: %(value)s."),
    "level_on_buchholz": _("Level on the strength of opponents (Buchholz): %(value)s."),
    "level_on_sonneborn_berger": _("Level on the strength of those beaten (Sonneborn-Berger): %(value)s."),
    "level_on_head_to_head": _("Level in their own match: %(value)s each."),
    "level_on_classifica_avulsa": _("Level in the table among those who are level: %(value)s."),
    "level_on_everything": _("Level on everything that counts: they share the place."),
    "turned_points": _("Points that %(worse)s lacked to be level: %(value)s."),
    "turned_vp": _("VP that %(worse)s lacked to be level: %(value)s."),
    "turned_mp": _("MP that %(worse)s lacked to be level: %(value)s."),
    "turned_wins": _("Matches won that %(worse)s lacked to be level: %(value)s."),
    "turned_difference": _("Difference of points that %(worse)s lacked to be level: %(value)s."),
    "turned_scored": _("Points scored that %(worse)s lacked to be level: %(value)s."),
    "turned_conceded": _("Points conceded that %(worse)s had too many to be level: %(value)s."),
    "turned_penalties": _("Points scored that %(worse)s had too many to be level: %(value)s."),
    "turned_least_byes": _("Rounds without an opponent that %(worse)s had too many to be level: %(value)s."),
    "new_partners": _("Both pairs are new."),
    "partners_again": _("Somebody has an earlier partner again: it could not be avoided."),
    "rests_in_turn": _("Rests: nobody has rested less."),
    "unused_extra_deal": _("No extra deal between them has been recorded."),
    "unused_highest_card": _("They have not drawn for the highest card."),
    "unused_head_to_head": _("Their own match does not count: more than two are level, or they have not met."),
    "unused_classifica_avulsa": _(
        "No table among those who are level counts: only two are, or not all of them have met equally often."
    ),
}

# Why a person of a season stands behind the one before: values of both.
_SEASONS = {
    "season_leads": _("The most points."),
    "season_fewer_points": _("Fewer points than the place before: %(worse)s to %(better)s."),
    "season_lower_best": _("Level on points; a lower best evening: %(worse)s to %(better)s."),
    "season_fewer_evenings": _("Level on points and on the best evening; fewer evenings: %(worse)s to %(better)s."),
    "season_shares_place": _("Level on points, on the best evening and on evenings: they share the place."),
    "season_by_lot": _("Level on points, on the best evening and on evenings: the lot decides."),
    "season_too_few": _("No place yet, because of too few evenings: %(evenings)s of %(minimum)s."),
}

PHRASES: Mapping[str, str] = MappingProxyType(
    {**_REFUSALS, **_MOVES, **_PAIRINGS, **_DOUBTS, **_BY_HAND, **_SEATINGS, **_REACHES, **_PLACES, **_SEASONS}
)
