"""The codes that the API answers with, and the sentences of all codes that a program may meet."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.conf import settings
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_noop as _

from tournaments.competition import phrases as competition
from tournaments.frame import phrases
from tournaments.frame.serving import bodies
from tournaments.games import registry

# Those of the framework's fields and of our own; tests/tournaments/api/test_codes.py asks every body for its codes.
FIELDS: Final[Mapping[str, str]] = {
    "blank": "Something must be written here.",
    "date": "A moment is taken here, and this is a day.",
    "deals_or_total": "The deals or the total are written, one of the two.",
    "empty": "The list may not be empty.",
    "invalid": "The value is not of the form or the kind that is taken here.",
    "invalid_choice": "The value is none of those that can be chosen.",
    "invalid_unicode": "Letters that no address can have.",
    "make_aware": "There is no such moment in this time zone.",
    "max_length": "Too long, or too many.",
    "max_string_length": "A number of so many digits is not read.",
    "max_value": "More than the most that is taken.",
    "min_length": "Too short, or too few.",
    "min_value": "Less than the least that is taken.",
    "not_a_dict": "An object is taken here.",
    "not_a_list": "A list is taken here.",
    "null": "There must be a value here.",
    "null_characters_not_allowed": "NUL cannot be written.",
    "one_of": "One of several ways is taken, and this is none of them or more than one.",
    "overflow": "The moment is out of range.",
    "required": "The field must be there.",
    "scorer_tables": "A scorer needs tables.",
    "surrogate_characters_not_allowed": "Half a letter of UTF-16 cannot be written.",
    "text_control": "The name has a letter that cannot be printed, or that turns the direction of writing.",
    "text_mixed": "The name mixes letters of two alphabets that look alike.",
    "text_nothing": "The name has no letter.",
    "text_formula": "The name begins like a formula of a spreadsheet.",
    "text_too_long": "The name is too long.",
    "unknown_field": "There is no such field here.",
    "unknown_parameter": "There is no such parameter here.",
    "year_range": "The year is not one that events have.",
}


SAID: Final = (
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop("Datetime value out of range."),
    gettext_noop('Invalid datetime for the timezone "{timezone}".'),
    gettext_noop("Ensure this field has at least {min_length} elements."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
    gettext_noop("This dictionary may not be empty."),
    gettext_noop("A valid biginteger is required."),
    gettext_noop("Integer value too large to convert to float"),
    gettext_noop('Enter a valid "slug" consisting of Unicode letters, numbers, underscores, or hyphens.'),
    gettext_noop("Must be a valid UUID."),
)


MEDIA_TYPE = "application/problem+json"
# What no operation promises: it is found by anybody who meets it, and not described.
FAULT = 500
TITLES = {
    400: _("The request cannot be read"),
    401: _("Nobody has said who they are"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Not done this way"),
    408: _("Too slow"),
    409: _("Somebody else was faster"),
    413: _("Too large"),
    415: _("Not JSON"),
    422: _("Refused"),
    429: _("Too often"),
    FAULT: _("A fault of the program"),
    503: _("Not available just now"),
}

PHRASES = {
    "csrf_failed": _("A browser's session writes with the CSRF token of the site's own pages only (X-CSRFToken)."),
    "event_unreadable": _(
        "The rules of this event cannot be read: they were changed from outside. Others are not touched."
    ),
    "fault": _("Something went wrong here and was written down; nothing was done."),
    "forbidden": _("You can see this, but you may not do this to it; a token may also lack the scope for it."),
    "idempotency_key_invalid": _("Idempotency-Key: 1 to 128 printable characters without spaces."),
    "if_match_unreadable": _("If-Match: the version that was read, as a number or as the ETag of an event's state."),
    "invalid": _("Fields of the body are not what is taken here: see “errors”."),
    "invalid_query": _("Parameters of the address are not what is taken here: see “errors”."),
    "malformed": _(
        "The body is not JSON that can be read: UTF-8, whole numbers below 2^53, no NUL, not nested too deeply."
    ),
    "method_not_allowed": _("This address does not take this method: see the header Allow."),
    "not_authenticated": _("Send a token: Authorization: Bearer sb_…"),
    "not_found": _("There is no such thing here, or it is not shown to anybody who asks."),
    "throttled": _("Asked too often within a minute: wait as long as the header Retry-After says."),
    "token_invalid": _("The token is unknown, has expired or was revoked."),
    "too_busy": bodies.SENTENCES[503],
    "too_large": bodies.SENTENCES[413],
    "too_many": _("%(field)s: %(count)s are too many; at most %(bound)s are taken."),
    "too_many_waiting": bodies.SENTENCES[429],
    "too_slow": bodies.SENTENCES[408],
    "unavailable": _("The database does not answer: nothing was done, try again."),
    "unknown_parameter": _("There is no such parameter here."),
    "unknown_field": _("There is no such field here."),
    "unsupported_media_type": _(
        "Content-Type: application/json is the only one that is read; of archives it is application/zip."
    ),
}


def type_of(code: str) -> str:
    """The address where a code is explained."""
    return f"{settings.SITE_URL}/api/v1/problems/{code}/"


def problem_sentences() -> Sequence[tuple[str, str]]:
    """Return every problem code with its sentence in the reader's language, the placeholders not yet filled in."""
    return [(code, gettext(said)) for code, said in sorted(sentences().items())]


def sentences() -> Mapping[str, str]:
    """Return every problem code with its English sentence. A game's other phrases, such as labels, are left out."""
    games = {
        code: said
        for key in settings.GAMES
        for code, said in registry.game(key).phrases.items()
        if "." not in code and said.endswith(".") and code not in registry.game(key).presets
    }
    return {**games, **competition.PHRASES, **phrases.REFUSALS, **PHRASES}
