"""Who takes part: an entry is one player or one pair, from the sign-up to the withdrawal."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club, Person, User
from tournaments.models.tournaments import Tournament


class Entry(models.Model):
    """A competitor of one event. ``label`` is the name on every page, kept here so that lists need no join.

    A ``PAIR`` sits at one table: two who have entered singly are its members, each ``of`` an entry of their own.
    """

    class Status(models.TextChoices):
        PENDING = "pending", _("To review")
        SINGLE = "single", _("Looking for a partner")
        CONFIRMED = "confirmed", _("Entered")
        WAITING = "waiting", _("Waiting list")
        REJECTED = "rejected", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        PAIR = "pair", _("Pair of a round")

    class Source(models.TextChoices):
        DESK = "desk", _("Desk")
        FILE = "file", _("File")
        SIGN_UP = "sign_up", _("Sign-up")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=140)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries")
    seed = models.PositiveIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status)
    source = models.CharField(max_length=8, choices=Source, default=Source.DESK)
    contact = models.EmailField(blank=True)
    # Telephone numbers that a list had beside the names; never public.
    phone = models.CharField(max_length=60, blank=True, default="", db_default="")
    entered_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries_made")
    checked_in = models.BooleanField(default=False)
    # Nothing more to pay.
    fee_paid = models.BooleanField(default=False)
    # Another amount to pay than the event's fee, and its reason; see entries.reads.fees.
    fee_cents = models.PositiveIntegerField(null=True, blank=True)
    fee_reason = models.CharField(max_length=120, blank=True)
    is_late = models.BooleanField(default=False)
    final_place = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "seed"], condition=models.Q(seed__isnull=False), name="entry_seed_once"
            ),
        ]
        indexes = [models.Index(fields=["tournament", "status", "number"])]

    def __str__(self) -> str:
        return self.label


class EntryMember(models.Model):
    """A person in an entry; in the pair of a round, ``of`` the entry that gets what the pair makes."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()
    of = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="in_pairs")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="member_position_once"),
            models.UniqueConstraint(fields=["entry", "person"], name="member_once"),
        ]

    def __str__(self) -> str:
        return str(self.person)
