"""Events, each with its own copy of every rule it is played by; the roles in them; and the circuits of events."""

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.games import registry
from tournaments.models.people import Club, User


class Circuit(models.Model):
    """A season of events, kept by its owners."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="circuits")
    description = models.TextField(blank=True, max_length=4000)
    # The options of its table of persons (competition.season.options); empty: it has no table.
    season = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """One event. ``version`` grows with every write in it, so a page is rebuilt once per version."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("In preparation")
        OPEN = "open", _("Entries open")
        CLOSED = "closed", _("Entries closed")
        RUNNING = "running", _("Running")
        FINISHED = "finished", pgettext_lazy("an event", "Finished")

    class Mode(models.TextChoices):
        HALL = "hall", _("In the hall")
        ONLINE = "online", _("Online")
        BOTH = "both", _("In the hall and online")

    class PrizeKind(models.TextChoices):
        GOODS = "goods", _("Goods: cups, food, vouchers")
        CASH = "cash", _("Money, also in part")

    class FeeKind(models.TextChoices):
        ENTRY = "entry", _("for each entry, pair or single")
        PERSON = "person", _("for each person")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments")
    circuit = models.ForeignKey(Circuit, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments")
    venue = models.CharField(max_length=160, blank=True)
    starts_at = models.DateTimeField()
    description = models.TextField(blank=True, max_length=4000)
    prizes = models.TextField(blank=True, max_length=4000)
    prize_kind = models.CharField(max_length=5, choices=PrizeKind, default=PrizeKind.GOODS)

    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=60)
    rules = models.JSONField()
    # Empty, and no terms either, where the game has no VP and MP.
    vp_scale = models.JSONField(null=True, blank=True)
    terms = models.JSONField(default=dict, blank=True)
    format = models.JSONField()
    # The stage that is played now, of an event of several; see competition.formats.stages.
    stage = models.PositiveSmallIntegerField(default=1)
    entry_size = models.PositiveSmallIntegerField(default=2)
    # The ladder for late arrivals, and what else the ruleset says of penalties; see competition.discipline
    discipline = models.JSONField(default=dict, blank=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    mode = models.CharField(max_length=6, choices=Mode, default=Mode.HALL)
    # The options of its online matches, see competition.live.options; empty in the hall.
    online = models.JSONField(default=dict, blank=True)

    # Where the tables stand, in the order in which they are filled: name, first and last number (competition.rooms).
    rooms = models.JSONField(default=list, db_default=[], blank=True)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    public_sign_up = models.BooleanField(default=True)
    review_sign_ups = models.BooleanField(default=True)
    fee_cents = models.PositiveIntegerField(default=0)
    fee_kind = models.CharField(max_length=6, choices=FeeKind, default=FeeKind.ENTRY)

    # Whether who waited for a no-show has a rest and no match won (R-TIE-03). False in events of teams, and in those
    # that earlier releases made: an event keeps the rule that it began with.
    no_show_is_rest = models.BooleanField(default=False, db_default=False)

    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    version = models.PositiveBigIntegerField(default=1)
    # The last row of the log from which webhooks were made.
    told_seq = models.PositiveBigIntegerField(default=0)
    last_entry_number = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_at"]
        indexes = [
            models.Index(fields=["status", "-starts_at"]),
            # The pages of a club and of a circuit, in the order of their lists.
            models.Index(fields=["club", "-starts_at"], name="event_by_club"),
            models.Index(fields=["circuit", "starts_at"], name="event_by_circuit"),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Self:
        event = super().from_db(db, field_names, values, **more)
        event.as_read()
        return event

    def as_read(self) -> None:
        """Return rules of an older version of the event's game as rules of the current version (ADR 0018)."""
        # A game that is not here, as after a change from outside, is for the event's own pages to say.
        if "rules" in self.__dict__:
            self.rules = registry.with_newest_rules(self.game, self.rules)

    @property
    def is_public(self) -> bool:
        return self.status != self.Status.DRAFT


class Membership(models.Model):
    """A role of a person in one event."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        REFEREE = "referee", _("Referee")
        SCORER = "scorer", _("Scorer")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)
    # Hall numbers that a scorer may enter; ignored for the other roles.
    tables = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["role", "user__name"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="membership_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
