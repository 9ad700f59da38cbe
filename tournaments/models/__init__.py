"""The tables of the database: fields, constraints and one-line facts; services are the only writers."""

from tournaments.models.answers import ApiAnswer
from tournaments.models.audit import AuditChain, AuditEntry
from tournaments.models.checks import EventCheck
from tournaments.models.clocks import Deadline, Pulse
from tournaments.models.clubs import CircuitOwner, ClubMembership, ClubPreset, Invitation, PersonMerge
from tournaments.models.deal_secrets import DealSecret
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.followers import Follower
from tournaments.models.jobs import Job
from tournaments.models.matches import Match, MatchDeadline, MatchEvent
from tournaments.models.outbox import OutboxMessage
from tournaments.models.passes import ApiToken, EventPass, Tries
from tournaments.models.payments import Payment, Receipt
from tournaments.models.people import Club, ClubLogo, Person, User
from tournaments.models.presence import LiveLease, SeatDevice
from tournaments.models.rounds import Draw, Round
from tournaments.models.rulings import Ruling
from tournaments.models.scoresheets import Scoresheet
from tournaments.models.tables import Table, TableLine
from tournaments.models.ties import Tie
from tournaments.models.tournaments import Circuit, Membership, Tournament
from tournaments.models.webhooks import Webhook, WebhookDelivery

__all__ = [
    "ApiAnswer",
    "ApiToken",
    "AuditChain",
    "AuditEntry",
    "Circuit",
    "CircuitOwner",
    "Club",
    "ClubLogo",
    "ClubMembership",
    "ClubPreset",
    "Deadline",
    "DealSecret",
    "Draw",
    "Entry",
    "EntryMember",
    "EventCheck",
    "EventPass",
    "Follower",
    "Invitation",
    "Job",
    "LiveLease",
    "Match",
    "MatchDeadline",
    "MatchEvent",
    "Membership",
    "OutboxMessage",
    "Payment",
    "Person",
    "PersonMerge",
    "Pulse",
    "Receipt",
    "Round",
    "Ruling",
    "Scoresheet",
    "SeatDevice",
    "Table",
    "TableLine",
    "Tie",
    "Tournament",
    "Tries",
    "User",
    "Webhook",
    "WebhookDelivery",
]
