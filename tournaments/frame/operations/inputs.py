"""The input of an operation: fields with their type, bounds and words, for a page and for the API alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from django.utils.translation import gettext_lazy as _

from tournaments.competition.match.contents import MOST_LINES
from tournaments.frame.clock_bounds import LONGEST, MOST_EXTRA
from tournaments.games.contract import Json

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOST_REASON: Final = 400
MOST_NUMBER: Final = 2**31 - 1
MOST_ID: Final = 2**53 - 1
MOST_CENTS: Final = 999_900
HIGHEST_SEED: Final = 99_999


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``least`` to ``most``.

    ``label`` and ``help`` are for people, in their language; ``hint`` describes the field to programmers.
    An optional number that is not sent is left out where ``nullable`` is false, and is None where it is true; a
    required one that is ``nullable`` has to be sent by a program, and may stay empty on a page. A page begins with
    ``initial``, and a program that sends nothing chooses it.
    """

    name: str
    label: str | _StrPromise
    least: int
    most: int
    required: bool = True
    nullable: bool = False
    initial: int | None = None
    help: str | _StrPromise = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most ``most`` characters, which may be empty where it is optional or ``is_blank``.

    An optional one that is not sent is empty. A ``kind`` is an "email" address, a "url", the "slug" of an event, or a
    name that is safe in a spreadsheet: "family", "given", "club", "circle", "preset".
    """

    name: str
    label: str | _StrPromise
    most: int
    required: bool = True
    is_blank: bool = False
    kind: str = ""
    rows: int = 1
    help: str | _StrPromise = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values, each with its words for people.

    A page begins with ``initial``; where the choice is not required, a program that says nothing chooses it too.
    """

    name: str
    label: str | _StrPromise
    choices: tuple[tuple[str, str | _StrPromise], ...]
    initial: str
    required: bool = True
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """Any number of a few values, each with its words for people; a page begins with ``initial``."""

    name: str
    label: str | _StrPromise
    choices: tuple[tuple[str, str | _StrPromise], ...]
    initial: tuple[str, ...] = ()
    required: bool = False
    help: str | _StrPromise = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """Yes or no: a page has a button for each. A program that sends nothing chooses ``initial``."""

    name: str
    required: bool = True
    initial: bool | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment within the years that events have; a program sends it with its offset from UTC."""

    name: str
    required: bool = True
    nullable: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """The keys of rows, or other numbers from 1 to ``highest``: from ``least`` to ``most`` of them."""

    name: str
    most: int
    least: int = 1
    highest: int = MOST_NUMBER
    required: bool = True
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """An object whose fields the rules of the game or of the event name.

    Its ``kind`` is "rules" for the parameters of a game, "format" for how an event is played, "named" where the name of
    a published one is taken too.
    """

    name: str
    kind: Literal["", "rules", "format", "named"] = ""
    required: bool = True
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Slugs:
    """The slugs of at most so many events."""

    name: str
    most: int
    hint: str = ""


# A page asks for a moment, for rows, for a document and for events in a way of its own.
PageField: TypeAlias = Number | Text | Choice | Choices | Tick
# The field, the code of what is wrong with it, and the sentence.
Wrong: TypeAlias = tuple[str, str, str]
Field: TypeAlias = PageField | Moment | Rows | Document | Slugs


@dataclass(frozen=True, slots=True)
class Input:
    """What an operation takes. ``name`` and ``about`` are those of the body in the API's schema.

    Of a partial one a program sends what is to be changed. ``check`` says what is wrong with values that are right one
    by one. ``example`` has a title and a body.
    """

    name: str
    about: str
    fields: tuple[Field, ...] = ()
    is_partial: bool = False
    check: Callable[[Mapping[str, Any]], Wrong | None] | None = None
    example: tuple[str, Json] | None = field(default=None, compare=False)

    @property
    def takes_version(self) -> bool:
        """Whether the service compares the version of the table that the caller has read."""
        return SEEN in self.fields


SEEN: Final = Number(
    "seen",
    _("Version"),
    0,
    MOST_NUMBER,
    required=False,
    hint="The version of the table that was read; or the header If-Match. 409 when it has changed since.",
)
EVENT_SEEN: Final = Number(
    "seen",
    _("Version"),
    0,
    MOST_ID,
    required=False,
    hint="The version of the event that was read; 409 when it has changed since.",
)
REASON: Final = Text("reason", _("Reason"), MOST_REASON, help=_("It stays on record."), hint="It stays on record.")
MAYBE_REASON: Final = Text(
    "reason", _("Reason"), MOST_REASON, required=False, help=_("It stays on record."), hint="It stays on record."
)
OFFICIAL_REASON: Final = replace(
    REASON,
    label=_("Reason, for the officials"),
    help=_("It stays on record. The public is told what, and not why."),
    hint="It stays on record, with the officials.",
)
PUBLIC_REASON: Final = Text(
    "public_reason",
    _("What everybody may read"),
    MOST_REASON,
    required=False,
    help=_("Only if you want to say something in public: it is shown as you write it."),
    hint="What the public reads beside the ruling; without it the public is told what, and not why.",
)
LINE: Final = Number("line", _("Line"), 0, MOST_LINES - 1, hint="0 is A, 1 is B …")
MINUTES: Final = Number("minutes", _("Minutes"), 1, LONGEST, required=False, nullable=True)
EXTRA_MINUTES: Final = Number(
    "minutes", _("Minutes more"), -MOST_EXTRA, MOST_EXTRA, help=_("With a minus they are taken away.")
)

NOTHING: Final = Input("Nothing", "No fields: a step that needs no words.")
VERSION: Final = Input("TableSeenBody", "The version that was read.", (SEEN,))
VERSION_AND_REASON: Final = Input(
    "TableMaybeReasonBody", "A step for which a reason may be given.", (SEEN, MAYBE_REASON)
)
WHY: Final = Input("TableReasonBody", "A step with its reason.", (REASON,))
MAYBE_WHY: Final = Input("MaybeWhyBody", "A reason, where there is one to say.", (MAYBE_REASON,))
ONE_LINE: Final = Input("TableLineBody", "A line of the table.", (LINE,))
CLOCK_MINUTES: Final = Input("ClockMinutesBody", "How long; what the event says where nothing is.", (MINUTES,))
EVENT_WHY: Final = Input("ReasonBody", "A step with its reason.", (EVENT_SEEN, REASON))
EVENT_VERSION: Final = Input(
    "SeenBody", "Nothing but the version that was read.", (EVENT_SEEN,), example=("As it was read", {"seen": 4})
)
ROUND_MINUTES: Final = Input(
    "StartBody", "How long the clock runs; without a word as long as the event says.", (EVENT_SEEN, MINUTES)
)
ROUND_EXTRA_TIME: Final = Input(
    "ExtraBody", "Minutes more, or fewer with a minus, and why.", (EVENT_SEEN, EXTRA_MINUTES, REASON)
)
EXTRA_TIME: Final = Input("TableExtraTimeBody", "More time, or less with a minus.", (REASON, EXTRA_MINUTES))
