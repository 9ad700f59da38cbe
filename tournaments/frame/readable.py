"""Whether what an event keeps of its rules can be read: a row changed from outside takes down its own event alone."""

from tournaments.competition.discipline.ladder import ladder_from_json
from tournaments.competition.formats.registry import format_of
from tournaments.competition.live.options import online_from_json
from tournaments.competition.scoring.scales import scale_from_json
from tournaments.competition.scoring.terms import terms_from_json
from tournaments.errors import RefusedError, UnreadableError
from tournaments.games import registry
from tournaments.models import Tournament


def is_readable(event: Tournament) -> bool:
    """Whether the game, its rules, the format, the VP, the terms, the ladder and the online options can be read."""
    if not registry.is_known(event.game):
        return False
    try:
        registry.game(event.game).check_rules(event.rules)
        format_of(event.format)
        ladder_from_json(event.discipline)
        if event.vp_scale is not None:
            scale_from_json(event.vp_scale)
            terms_from_json(event.terms)
        if event.mode != Tournament.Mode.HALL:
            online_from_json(event.online)
    except RefusedError:
        return False
    return True


def require_readable(event: Tournament) -> None:
    """Raise UnreadableError for an event whose rules cannot be read."""
    if not is_readable(event):
        raise UnreadableError(event.slug)
