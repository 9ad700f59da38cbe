"""Roles in clubs and circuits, presets, invitations to a role, and merges of two people."""

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.people import Club, Person, User
from tournaments.models.tournaments import Circuit, Tournament


class ClubMembership(models.Model):
    """A role of a person in a club: an administrator runs the club's events and keeps its people."""

    class Role(models.TextChoices):
        ADMIN = "admin", pgettext_lazy("a role", "Administrator of the club")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="club_memberships")
    role = models.CharField(max_length=12, choices=Role, default=Role.ADMIN)

    class Meta:
        ordering = ["user__name"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="club_membership_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class ClubPreset(models.Model):
    """Settings of an event that a club keeps under a name, for its next events; see ``events.writes.copying``."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="presets")
    name = models.CharField(max_length=80)
    settings = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint("club", Lower("name"), name="club_preset_once")]

    def __str__(self) -> str:
        return self.name


class CircuitOwner(models.Model):
    """An owner of a circuit: decides which events belong to it."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="owners")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="circuits_owned")

    class Meta:
        ordering = ["user__name"]
        constraints = [models.UniqueConstraint(fields=["circuit", "user"], name="circuit_owner_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.circuit}"


class Invitation(models.Model):
    """A role offered by mail in an event, a club or a circuit. Only the hash of the link is kept."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        REFEREE = "referee", _("Referee")
        SCORER = "scorer", _("Scorer")
        CLUB_ADMIN = "admin", pgettext_lazy("a role", "Administrator of the club")
        CIRCUIT_OWNER = "owner", pgettext_lazy("a role", "Owner of the circuit")

    email = models.EmailField()
    role = models.CharField(max_length=12, choices=Role)
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    circuit = models.ForeignKey(Circuit, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    tables = models.JSONField(default=list, blank=True)
    secret_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=(
                    models.Q(tournament__isnull=False, club__isnull=True, circuit__isnull=True)
                    | models.Q(tournament__isnull=True, club__isnull=False, circuit__isnull=True)
                    | models.Q(tournament__isnull=True, club__isnull=True, circuit__isnull=False)
                ),
                name="invitation_to_one_thing",
            )
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.role}"


class PersonMerge(models.Model):
    """Two records of one person: what was moved to the one that stays, so that it can be moved back."""

    kept = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="merges")
    merged = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="merged_by")
    moved = models.JSONField()
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.merged_id} > {self.kept_id}"
