"""The tables of the database: fields, constraints and one-line facts; services are the only writers."""

from tournaments.models.audit import AuditEntry
from tournaments.models.clocks import Deadline, Pulse
from tournaments.models.entries import Entry, EntryMember
from tournaments.models.jobs import Job
from tournaments.models.outbox import OutboxMessage
from tournaments.models.people import Club, Person, User
from tournaments.models.rounds import Draw, Round
from tournaments.models.rulings import Ruling
from tournaments.models.scoresheets import Scoresheet
from tournaments.models.tables import Table, TableLine
from tournaments.models.ties import Tie
from tournaments.models.tournaments import Membership, Tournament

__all__ = [
    "AuditEntry",
    "Club",
    "Deadline",
    "Draw",
    "Entry",
    "EntryMember",
    "Job",
    "Membership",
    "OutboxMessage",
    "Person",
    "Pulse",
    "Round",
    "Ruling",
    "Scoresheet",
    "Table",
    "TableLine",
    "Tie",
    "Tournament",
    "User",
]
