"""The formats in which everybody plays in each round, in words: the pairing, the rests, the standings."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.contract import Format
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
from tournaments.competition.stages.group_options import GroupOptions
from tournaments.competition.stages.heats import HeatsOptions
from tournaments.competition.stages.mitchell import MitchellOptions
from tournaments.competition.stages.standing_options import ALLOWED, NOT_IN_A_ROW, StandingOptions
from tournaments.frame import format_words, ranking_words


def in_rounds(event_format: Format | InRounds, entry_size: int) -> list[str]:
    """Return the rules of such a format, or of stages that follow each other, sentence by sentence."""
    if isinstance(event_format, StagesFormat):
        return [
            format_words.in_full(event_format, entry_size) + ".",
            *in_rounds(event_format.opening, entry_size),
            *_last(event_format.parts[-1], event_format.parts[-2].format),
        ]
    if not isinstance(event_format, InRounds):
        return []
    sentences = [format_words.heading(event_format) + "."]
    if isinstance(event_format, MitchellFormat):
        sentences += _mitchell(event_format.options)
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
        sentences += _heats(event_format.options)
    elif isinstance(event_format, GroupsFormat):
        sentences = _groups(event_format.options)
    elif isinstance(event_format, StandingFormat):
        sentences = _by_standing(event_format.options)
    return [*sentences, *ranking_words.sentences(event_format.ranking)]


def _last(part: Part, before: Format | InRounds) -> list[str]:
    """Return the rules of a knockout to which the others lead, the one ``before`` it at last."""
    event_format = part.format
    if not isinstance(event_format, KnockoutFormat):
        return []
    meet = _("In the knockout who loses a match is out; two of the same group meet again as late as possible.")
    if part.apart:
        meet = _(
            "In the knockout firsts meet firsts only, seconds meet seconds and so on; who loses a match is out. All "
            "firsts are placed before all seconds, and all seconds before all thirds."
        )
    elif format_words.has_heats(before):
        meet = _("In the knockout who loses a match is out; two of the same heat meet again as late as possible.")
    third = [_("The losers of the semifinals play for the third place.")]
    return [
        meet,
        *(third if event_format.options.third_place else []),
    ]


def _heats(options: HeatsOptions) -> list[str]:
    company = _("At most %(n)s sit at a table, in new company in each round as far as possible.")
    own = [
        _("There are at most %(size)s in a heat; where the number does not divide, heats differ by one."),
        _("Each heat has its own tables and its own standings."),
    ]
    return [
        *([each % {"size": options.heat} for each in own] if options.heat else []),
        company % {"n": options.max_table},
    ]


def _groups(options: GroupOptions) -> list[str]:
    meets = _("Everybody meets everybody of the group once.")
    if options.double:
        meets = _("Everybody meets everybody of the group twice, home and away.")
    fill = _("The groups are filled by lot.")
    if options.fill == "snake":
        fill = _("The groups are filled to and fro: first the seeds, then everybody else by lot.")
    apart = [_("Entries of one club, valley or league are in different groups where possible.")]
    return [
        meets,
        _("There are %(size)s in a group; where the number does not divide, groups differ by one.")
        % {"size": options.size},
        fill,
        *(apart if options.separate_by_group else []),
        _("In a group with an odd number one rests in each round, everybody in turn."),
    ]


def _mitchell(options: MitchellOptions) -> list[str]:
    moves = ngettext(
        "At each table one side stays; the other moves on by %(n)s table after each round.",
        "At each table one side stays; the other moves on by %(n)s tables after each round.",
        options.step,
    )
    two = [_("Those who stay and those who move have standings of their own.")]
    return [
        moves % {"n": options.step},
        _("Nobody meets the same opponents twice."),
        *(two if options.rankings == "two_lines" else []),
    ]


def _by_standing(options: StandingOptions) -> list[str]:
    again = {
        ALLOWED: _("Those who have met may meet again."),
        NOT_IN_A_ROW: _(
            "Nobody meets the same opponents twice running: the nearest in the standings takes their place."
        ),
    }
    cut = _("Groups: %(n)s, cut from the top of the standings; each is paired and placed on its own.")
    never = _("Nobody meets the same opponents twice: the nearest in the standings who has not been met comes next.")
    return [
        ngettext("There is %(n)s round.", "There are %(n)s rounds.", options.rounds) % {"n": options.rounds},
        _("The first round is drawn; after it the first of the standings meets the second, the third the fourth."),
        *([cut % {"n": options.groups}] if options.groups > 1 else []),
        again.get(options.rematches, never),
        _("With an odd number the last of the standings who has not rested yet rests."),
        _("Nobody is out: everybody plays in every round."),
    ]
