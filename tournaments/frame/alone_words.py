"""What a line does in a round in which it meets nobody, in words: for every page, paper and file."""

from django.utils.translation import gettext as _

from tournaments.competition.stages.alone import ABSENT, WITHDRAWN


def alone_word(alone: str, rests: str) -> str:
    """Return the word for what ``stages.alone`` says; ``rests`` is the word of the place for a rest or a bye."""
    if alone == ABSENT:
        return _("absent for the round")
    return _("withdrawn before the round") if alone == WITHDRAWN else rests


def alone_title(alone: str, rests: str) -> str:
    """Return the same as a title."""
    if alone == ABSENT:
        return _("Absent for a round")
    return _("Withdrawn before the round") if alone == WITHDRAWN else rests
