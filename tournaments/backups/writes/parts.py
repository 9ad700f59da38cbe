"""The models in a backup, their order in a restore, and the models left out, with the reason."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db.models import Model, Q

from tournaments import models

AnyModel: TypeAlias = type[Model]

# A model comes after every model that it refers to.
MODELS: Final[tuple[AnyModel, ...]] = (
    models.User,
    EmailAddress,
    Authenticator,
    models.Club,
    models.ClubLogo,
    models.ClubMembership,
    models.ClubPreset,
    models.Person,
    models.PersonMerge,
    models.Circuit,
    models.CircuitOwner,
    models.Tournament,
    models.Membership,
    models.Invitation,
    models.Entry,
    models.EntryMember,
    models.Payment,
    models.Receipt,
    models.Draw,
    models.Round,
    models.Table,
    models.TableLine,
    models.Scoresheet,
    models.Tie,
    models.Ruling,
    models.Deadline,
    models.Match,
    models.MatchEvent,
    models.MatchDeadline,
    models.DealSecret,
    models.EventPass,
    models.ApiToken,
    models.ApiAnswer,
    models.Tries,
    models.Pulse,
    models.OutboxMessage,
    models.Job,
    models.AuditChain,
    models.AuditEntry,
    models.Webhook,
    models.WebhookDelivery,
)

# The models whose rows belong to an event, with the way to it. Rows that change after the event is over, as those of
# passes and answers, are the installation's.
OF_EVENT: Final[Mapping[AnyModel, str]] = {
    models.Tournament: "pk",
    models.Membership: "tournament",
    models.Entry: "tournament",
    models.EntryMember: "entry__tournament",
    models.Payment: "entry__tournament",
    models.Receipt: "tournament",
    models.Draw: "tournament",
    models.Round: "tournament",
    models.Table: "tournament",
    models.TableLine: "table__tournament",
    models.Scoresheet: "table__tournament",
    models.Tie: "table__tournament",
    models.Ruling: "tournament",
    models.Deadline: "tournament",
    models.Match: "table__tournament",
    models.MatchEvent: "match__table__tournament",
    models.MatchDeadline: "match__table__tournament",
    models.DealSecret: "match__table__tournament",
    models.AuditChain: "event",
    models.AuditEntry: "tournament",
}

# A pulse is no data: it moves while nothing happens. It is kept, so that the clocks know how long the site was down.
BEATS: Final[frozenset[AnyModel]] = frozenset({models.Pulse})

LEFT_OUT: Final = {
    "sessions.Session": "everybody logs in again",
    "usersessions.UserSession": "the list of these sessions",
    "account.EmailConfirmation": "not used: the link of a mail is signed, and nothing is kept of it",
    "contenttypes.ContentType": "made by the migrations",
    "auth.Permission": "made by the migrations; rights are roles in an event",
    "tournaments.EventCheck": "what was checked here; after a restore everything is checked anew",
    "tournaments.Follower": "addresses of browsers: each asks again when it opens the page that it follows",
    "tournaments.LiveLease": "which processes serve sockets at this moment",
    "tournaments.SeatDevice": "the sockets of these processes",
    "auth.Group": "not used: rights are roles in an event",
}


def label(model: AnyModel) -> str:
    """Return the name of a model in an archive: ``tournaments.entry``."""
    return model._meta.label_lower


def part_name(model: AnyModel) -> str:
    """Return the file name of a model inside an archive."""
    return f"parts/{label(model)}.jsonl"


def of_event(model: AnyModel, event: int) -> Q:
    """Return the condition for the rows of a model that belong to an event."""
    return Q(**{OF_EVENT[model]: event})


def of_no_event(model: AnyModel) -> Q | None:
    """Return the condition for the rows that belong to no event; None where that is every row."""
    if model not in OF_EVENT:
        return None
    if model is models.AuditChain:
        return ~Q(event__in=models.Tournament.objects.values("pk"))
    return Q(**{f"{OF_EVENT[model]}__isnull": True})


def models_without_place() -> list[str]:
    """Return the models of the installation that a backup neither holds nor leaves out; there must be none."""
    known = {model._meta.label for model in MODELS} | LEFT_OUT.keys()
    return sorted(model._meta.label for model in apps.get_models() if model._meta.label not in known)
