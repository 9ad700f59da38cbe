"""An event's own copy of its ruleset in words: the match, the ties, the faults, the VP scale, every parameter."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.discipline import ladder_from_json
from tournaments.competition.formats.bracket import KnockoutFormat, TablesFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import (
    GroupsFormat,
    HeatsFormat,
    InRounds,
    KingFormat,
    MitchellFormat,
    PartnersFormat,
    StandingFormat,
)
from tournaments.competition.formats.stages import Part, StagesFormat
from tournaments.competition.handing_on import LEGS
from tournaments.competition.live.options import ITSELF, online_from_json
from tournaments.competition.pairing.options import EVERY, KnockoutOptions, in_order
from tournaments.competition.pairing.options import round_name as stage
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.competition.scoring import ROW_MINIMUM, ForfeitTerms, Scale, ScaleRow, scale_from_json, terms_from_json
from tournaments.competition.stages.standing_options import ALLOWED, NOT_IN_A_ROW
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import has_vp, seats_several
from tournaments.frame import format_words, penalty_words, ranking_words
from tournaments.frame.deal_words import match_of_deals
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.round_names import ROUNDS_WITH_A_NAME, round_name
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Tournament
from tournaments.timing.words import words_of_round


def in_rounds(event_format: Format | InRounds, entry_size: int, *, low_wins: bool) -> list[str]:
    """Return the rules of such a format, or of stages that follow each other, sentence by sentence."""
    if isinstance(event_format, StagesFormat):
        return [
            format_words.in_full(event_format, entry_size) + ".",
            *in_rounds(event_format.opening, entry_size, low_wins=low_wins),
            *_last(event_format.parts[-1], event_format.parts[-2].format),
        ]
    if not isinstance(event_format, InRounds):
        return []
    sentences = [format_words.heading(event_format) + "."]
    if isinstance(event_format, MitchellFormat):
        step = event_format.options.step
        moves = ngettext(
            "At each table one side stays; the other moves on by %(n)s table after each round.",
            "At each table one side stays; the other moves on by %(n)s tables after each round.",
            step,
        )
        sentences += [moves % {"n": step}, _("Nobody meets the same opponents twice.")]
        if event_format.options.rankings == "two_lines":
            sentences.append(_("Those who stay and those who move have standings of their own."))
    elif isinstance(event_format, KingFormat):
        sentences += [
            _("After each round the winner moves up one table and the loser down; table 1 is the best."),
            _("With an odd number the lowest of those who have rested least rests."),
        ]
    elif isinstance(event_format, PartnersFormat):
        sentences += [
            _("Everybody enters singly. In each round four sit at a table as two pairs, with new partners."),
            _("Each of the two gets the whole result of their pair."),
            _("Where the number does not divide by four, one to three rest; nobody twice before everybody has rested."),
        ]
    elif isinstance(event_format, HeatsFormat):
        if event_format.options.heat:
            own = _("There are at most %(size)s in a heat; where the number does not divide, heats differ by one.")
            sentences += [
                own % {"size": event_format.options.heat},
                _("Each heat has its own tables and its own standings."),
            ]
        company = _("At most %(n)s sit at a table, in new company in each round as far as possible.")
        sentences.append(company % {"n": event_format.options.max_table})
    elif isinstance(event_format, GroupsFormat):
        groups = event_format.options
        sentences = [
            _("Everybody meets everybody of the group twice, home and away.")
            if groups.double
            else _("Everybody meets everybody of the group once."),
            _("There are %(size)s in a group; where the number does not divide, groups differ by one.")
            % {"size": groups.size},
            _("The groups are filled to and fro: first the seeds, then everybody else by lot.")
            if groups.fill == "snake"
            else _("The groups are filled by lot."),
        ]
        if groups.even:
            sentences.append(
                _(
                    "Where groups differ in size, those of the smaller ones play an extra match, against another of "
                    "these groups or once more in their own, so that everybody has as many. It counts in the standings."
                )
            )
        if groups.separate_by_group:
            sentences.append(_("Entries of one club, valley or league are in different groups where possible."))
        if not groups.even:
            sentences.append(_("In a group with an odd number one rests in each round, everybody in turn."))
    elif isinstance(event_format, StandingFormat):
        options = event_format.options
        sentences = [
            ngettext("There is %(n)s round.", "There are %(n)s rounds.", options.rounds) % {"n": options.rounds},
            _(
                "The first round is drawn; after it those who have the same score meet, "
                "neighbours in the standings first."
            )
            if options.pairs_by_score
            else _(
                "The first round is drawn; after it the first of the standings meets the second, the third the fourth."
            ),
        ]
        if options.groups > 1:
            cut = _("Groups: %(n)s, cut from the top of the standings; each is paired and placed on its own.")
            sentences.append(cut % {"n": options.groups})
        if options.rematches == ALLOWED:
            again = _("Those who have met may meet again.")
        elif options.rematches == NOT_IN_A_ROW:
            again = _("Nobody meets the same opponents twice running: the nearest in the standings takes their place.")
        elif options.pairs_by_score:
            again = _(
                "Nobody meets the same opponents twice, and as few as possible meet somebody of another score: "
                "of all such pairings the one in which opponents are nearest in the standings."
            )
        else:
            again = _(
                "Nobody meets the same opponents twice: the nearest in the standings who has not been met comes next."
            )
        if options.looks_ahead:
            sentences.append(_("With up to 12 entries each round is paired so that those to come can be too."))
        sentences += [
            again,
            _("With an odd number the last of the standings who has not rested yet rests."),
            _("Nobody is out: everybody plays in every round."),
        ]
    if event_format.refuses_odd:
        sentences.append(_("An even number plays: where it is odd, the last one entered is on the waiting list."))
    return [*sentences, *ranking_words.sentences(event_format.ranking.of_game(low_wins=low_wins))]


def _last(part: Part, before: Format | InRounds) -> list[str]:
    """Return the rules of a knockout to which the others lead, the one ``before`` it at last."""
    if not isinstance(part.format, KnockoutFormat):
        return []
    if part.is_crossed:
        meet = _(
            "In the knockout who loses a match is out; at first nobody meets somebody of the same group as long as "
            "there is another way."
        )
        if format_words.has_heats(before):
            meet = _(
                "In the knockout who loses a match is out; at first nobody meets somebody of the same heat as long as "
                "there is another way."
            )
    elif part.apart:
        meet = _(
            "In the knockout firsts meet firsts only, seconds meet seconds and so on; who loses a match is out. All "
            "firsts are placed before all seconds, and all seconds before all thirds."
        )
    elif format_words.has_heats(before):
        meet = _("In the knockout who loses a match is out; two of the same heat meet again as late as possible.")
    else:
        meet = _("In the knockout who loses a match is out; two of the same group meet again as late as possible.")
    third = [_("The losers of the semifinals play for the third place.")]
    lengths = _lengths(part.format.options)
    return [meet, *(third if part.format.options.third_place else []), *lengths]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The content of the rules page: the source, sentences, the scale, the parameters of the game.

    An event without VP has no ``scale``. ``format`` says how the event leads to its winner.
    """

    preset: str
    match: tuple[str, ...]
    format: tuple[str, ...]
    is_bracket: bool
    faults: tuple[str, ...]
    lateness: tuple[str, ...]
    online: tuple[str, ...]
    scale: tuple[tuple[str, str], ...]
    parameters: tuple[tuple[str, str], ...]


def ruleset(event: Tournament) -> Ruleset:
    """Return all rules of an event."""
    scale = scale_from_json(event.vp_scale) if has_vp(event) else None
    event_format = format_of(event.format)
    if isinstance(event_format, TablesFormat):
        format_sentences = _tables(event_format.options)
    elif isinstance(event_format, KnockoutFormat):
        format_sentences = _bracket(event_format.options)
    else:
        low_wins = registry.game(event.game).low_wins(event.rules)
        format_sentences = in_rounds(event_format, event.entry_size, low_wins=low_wins)
    # The terms of a forfeit where there are VP, and who has won no match where matches won are counted.
    faults = fault_sentences(terms_from_json(event.terms)) if has_vp(event) else []
    if event.no_show_is_rest and (has_vp(event) or not event_format.is_elimination):
        faults.append(
            _(
                "Who waits for a line that has left, or does not come, goes on or has the points of a rest: it counts "
                "as no match won."
            )
        )
    if is_of_teams(event):
        faults.append(
            _(
                "A team that does not come loses every board of its match by forfeit. Who would have met a team that "
                "has left goes on, or has the points of a rest: it counts as no match won."
            )
        )
    return Ruleset(
        preset=words.phrase(event.game, event.preset),
        match=tuple(_match(event)),
        format=tuple(format_sentences),
        is_bracket=isinstance(event_format, KnockoutFormat),
        faults=tuple(faults),
        lateness=tuple(penalty_words.sentences(ladder_from_json(event.discipline))),
        online=tuple(_online(event)),
        scale=scale_rows(scale) if scale else (),
        parameters=parameters(event.game, event.rules),
    )


def _online(event: Tournament) -> list[str]:
    """Return the rules of its online matches; nothing where there are none."""
    if event.mode == Tournament.Mode.HALL:
        return []
    options = online_from_json(event.online)
    move, bank, grace = options.move_seconds, options.bank_minutes, options.grace_minutes
    sentences: list[str] = []
    if move is not None:
        text = ngettext("There is %(n)s second for each play.", "There are %(n)s seconds for each play.", move)
        sentences.append(text % {"n": move})
    if bank is not None:
        text = ngettext(
            "Each player has %(n)s minute for a whole match.", "Each player has %(n)s minutes for a whole match.", bank
        )
        sentences.append(text % {"n": bank})
    sentences.append(_("A player whose time runs out loses the match.") if sentences else _("No clock runs."))
    if options.robots:
        late = ngettext(
            "A robot plays for a player who has not come %(n)s minute after the table opened.",
            "A robot plays for a player who has not come %(n)s minutes after the table opened.",
            grace,
        )
    else:
        late = ngettext(
            "A player who has not come %(n)s minute after the table opened loses the match.",
            "A player who has not come %(n)s minutes after the table opened loses the match.",
            grace,
        )
    sentences.append(late % {"n": grace})
    if options.opens == ITSELF:
        sentences.append(_("The next round opens by itself when the one before it is over."))
    else:
        sentences.append(_("The organiser opens each round."))
    return sentences


def _match(event: Tournament) -> list[str]:
    """Return how long a match is, its time limit with the effect of its end, and whether it must have a winner."""
    game = registry.game(event.game)
    length = game.match_length(event.rules)
    target, deals, minutes = length.target or 0, length.deals, event.round_minutes
    if length.is_out:
        text = ngettext(
            "Points are penalties: with %(n)s point a player is out.",
            "Points are penalties: with %(n)s points or more a player is out.",
            target,
        )
        sentences = [text % {"n": target}]
    elif deals:
        sentences = [match_of_deals(event.game, deals)]
    else:
        text = ngettext("A match goes to %(n)s point.", "A match goes to %(n)s points.", target)
        sentences = [text % {"n": length.target}]
    if game.low_wins(event.rules) and not length.is_out:
        sentences.append(_("The fewest points win."))
    if minutes:
        limit = words_of_round(event, 1, 2)
        if limit.rule.costs_the_match:
            text = ngettext(
                "Each line has a clock of its own with %(n)s minute.",
                "Each line has a clock of its own with %(n)s minutes.",
                minutes,
            )
            sentences += [text % {"n": minutes}, limit.own_clock]
        else:
            text = ngettext(
                "The hall's clock gives %(n)s minute; when it runs out nobody is at fault.",
                "The hall's clock gives %(n)s minutes; when it runs out nobody is at fault.",
                minutes,
            )
            sentences += [text % {"n": minutes}, limit.at_zero]
    event_format = format_of(event.format)
    parts = [part.format for part in event_format.parts] if isinstance(event_format, StagesFormat) else [event_format]
    draws = [part for part in parts if isinstance(part, InRounds) and part.ranking.draws]
    others = [part for part in parts if part not in draws]
    if seats_several(event) and (others or len(parts) > 1):
        sentences.append(_("Level where it decides who goes on: those who are level play a tie-break."))
    elif not others:
        sentences.append(_("A match that ends level is a draw."))
    elif not draws:
        sentences.append(
            _("A match must have a winner: level lines play tie-break deals, and these decide the winner only.")
        )
    else:
        text = _("A match that ends level is a draw in these stages: %(stages)s.")
        sentences.append(text % {"stages": ", ".join(dict.fromkeys(map(format_words.inside, draws)))})
        text = _(
            "A match must have a winner in these: %(stages)s. Level lines play tie-break deals, and these decide the "
            "winner only."
        )
        sentences.append(text % {"stages": ", ".join(dict.fromkeys(map(format_words.inside, others)))})
    return sentences


def _tables(options: TablesOptions) -> list[str]:
    """Return the rules of elimination tables: who advances, how any number fits the first round, who has a bye."""
    two = _("From each table the best two go on; the two of one table meet the two of another.")
    rest = (
        _("Where two are left over they rest in the first round: the best seeds do.")
        if options.byes == "seeds"
        else _("Where two are left over they rest in the first round: the lots say who.")
    )
    by_policy = {
        "balanced": [
            two,
            _("In the first round at most %(n)s sit at a table, and the sizes differ by one at most.")
            % {"n": options.max_table},
            rest,
        ],
        "strict4": [
            two,
            _("In the first round only as many play as must go out to leave a full number; the others rest."),
        ],
        "ripescaggio": [two, _("After the first round the best thirds come back, so that every table is full.")],
        "reject_last": [two, _("Only full tables of four are played: anybody who entered beyond them is left out.")],
        "batterie": [
            _("From each heat one goes on."),
            _("At most %(n)s play a heat.") % {"n": options.max_table},
        ],
    }
    sentences = by_policy[options.policy]
    if options.re_entry:
        sentences.append(_("Who is out may enter again, in a heat that has not been called and has a place."))
    sentences.append(_("The last table is a final of four: it has one winner."))
    if options.separate_by_group:
        sentences.append(_("Players of one club, valley or league are kept apart in the first round where possible."))
    return sentences


def _bracket(options: KnockoutOptions) -> list[str]:
    sentences = [_("Who loses a match is out; who wins goes on to the next round.")]
    if options.placement:
        sentences = [_("Every place is played out: who loses plays on for the places below.")]
    elif options.second_chance == "double":
        sentences = [
            _("Who loses a match goes on in the second bracket; who loses there is out."),
            _("The winners of the two brackets play the final. Who has not lost before has to be beaten twice there.")
            if options.second_final
            else _("The winners of the two brackets play the final, which is not repeated."),
        ]
    elif options.third_place:
        sentences.append(_("The losers of the semifinals play for the third place."))
    if options.second_chance == "repechage":
        sentences.append(
            ngettext(
                "Who loses in the first round plays in the second bracket, for the best place after the main one.",
                "Who loses in the first %(n)s rounds plays in the second bracket, for the best place after the main "
                "one.",
                options.second_chance_rounds,
            )
            % {"n": options.second_chance_rounds}
        )
    if options.redraw:
        sentences.append(_("Every round is drawn anew."))
    if options.byes == "seeds":
        sentences.append(_("Where the number is not a power of two, the best seeds rest in the first round."))
    else:
        sentences.append(_("Where the number is not a power of two, the lots say who rests in the first round."))
    if options.separate_by_group:
        n = {"n": options.separate_rounds}
        sentences.append(
            ngettext(
                "Entries of one club, valley or league are kept apart in the first round where possible.",
                "Entries of one club, valley or league are kept apart in the first %(n)s rounds where possible.",
                options.separate_rounds,
            )
            % n
        )
    return sentences + _lengths(options)


def _lengths(options: KnockoutOptions) -> list[str]:
    """Return how long a table of a knockout plays, round by round, where it is not a single game."""
    sentences: list[str] = []
    for name, games in in_order(options.best_of):
        if games == LEGS:
            text = _("%(round)s: two legs, the sum decides; where it is level, a third game.")
            sentences.append(text % {"round": stage_name(name)})
        elif games > 1:
            sentences.append(_("%(round)s: best of %(n)s games.") % {"round": stage_name(name), "n": games})
        elif EVERY in options.best_of:
            sentences.append(_("%(round)s: a single game.") % {"round": stage_name(name)})
    return sentences


def stage_name(name: str) -> str:
    """Return the name of a knockout round in its format."""
    names = {
        **{stage(to_go): round_name(1, to_go + 1) for to_go in range(ROUNDS_WITH_A_NAME)},
        EVERY: _("Every round"),
        "third": _("Third place"),
        "placement": _("Placement games"),
        "second": _("Second bracket"),
    }
    return names.get(name) or _("Round of %(n)s") % {"n": name.rpartition("_")[2]}


def fault_sentences(terms: ForfeitTerms) -> list[str]:
    """Return the terms of a forfeit, sentence by sentence."""
    values = {
        "offender": terms.offender_vp,
        "floor": terms.victim_vp_floor,
        "bye": terms.bye_vp,
        "bye_mp": terms.bye_mp,
    }
    sentences = [_("The line at fault loses the match and gets %(offender)s VP.") % values]
    if terms.victim_vp_value == "floor":
        sentences.append(_("The other line gets %(floor)s VP.") % values)
    else:
        sentences.append(_("The other line gets the VP of the table, and at least %(floor)s.") % values)
    if terms.mp_source == ROW_MINIMUM:
        sentences.append(_("Each line gets the smallest MP of the row of its own VP."))
    else:
        sentences.append(_("The MP are the difference of the points."))
    if terms.no_show == "flat":
        sentences.append(_("Who does not come loses; the other line gets %(floor)s VP.") % values)
    if terms.double_forfeit == "both_lose":
        sentences.append(_("When both lines are at fault both lose."))
    else:
        sentences.append(_("When both lines are at fault the match is played again."))
    if terms.bye_mp == ROW_MINIMUM:
        sentences.append(_("A line that rests gets %(bye)s VP and the smallest MP of that row.") % values)
    else:
        sentences.append(_("A line that rests gets %(bye)s VP and %(bye_mp)s MP.") % values)
    return sentences


def scale_rows(scale: Scale) -> tuple[tuple[str, str], ...]:
    """Return the VP scale as a table: the difference in MP, and the VP of winner and loser."""
    return tuple((difference_word(row), f"{row.winner_vp} – {row.loser_vp}") for row in scale.rows)


def difference_word(row: ScaleRow) -> str:
    """Return “4 to 5”, “20 or more”."""
    if row.to_mp is None:
        return _("%(least)s or more") % {"least": row.from_mp}
    if row.from_mp == row.to_mp:
        return str(row.from_mp)
    return _("%(least)s to %(most)s") % {"least": row.from_mp, "most": row.to_mp}


def parameters(game: str, rules: Json) -> tuple[tuple[str, str], ...]:
    """Return every parameter of the game's rules that has words, with its value in words."""
    scored = registry.game(game)
    phrases, causes = scored.phrases, scored.forfeit_causes(rules)
    named = []
    for name, value in rules.items():
        if f"rule.{name}" not in phrases:
            continue
        if isinstance(value, list | tuple):
            # At a table of several no cause loses the match, whatever the list says.
            value = [each for each in value if f"cause.{each}" not in phrases or each in causes]
        named.append((_(phrases[f"rule.{name}"]), value_word(game, name, value)))
    return tuple(named)


def value_word(game: str, name: str, value: Json) -> str:
    """Return the value of a parameter of a game's rules in words."""
    if value and isinstance(value, list | tuple) and all(type(each) is int for each in value):
        return ", ".join(map(str, value))
    phrases = registry.game(game).phrases
    if isinstance(value, list | tuple):
        # Causes have phrases; what is played at the boards is in the organiser's words.
        said = [_(phrases[f"cause.{each}"]) if f"cause.{each}" in phrases else str(each) for each in value]
        return ", ".join(said) or _("nothing")
    for known in (f"rule.{name}.{value}", f"cause.{value}"):
        if known in phrases:
            return _(phrases[known])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _("none") if value in (None, "") else str(value)
