"""Tables of a round, and the lines that sit at them."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.entries import Entry
from tournaments.models.rounds import Round
from tournaments.models.timed import Timed
from tournaments.models.tournaments import Tournament


class Table(Timed):
    """One match of the plan. ``number`` is its own in the event, ``hall_number`` that of the table in the hall."""

    class Status(models.TextChoices):
        PLANNED = "planned", _("To come")
        CALLED = "called", _("Called")
        PLAYING = "playing", _("In play")
        TO_CONFIRM = "to_confirm", _("To confirm")
        DISPUTED = "disputed", _("Disputed")
        DONE = "done", pgettext_lazy("a table", "Finished")
        BYE = "bye", _("Bye")

    class Section(models.TextChoices):
        MAIN = "main", _("Main bracket")
        THIRD = "third", _("Third place")
        PLACEMENT = "placement", _("Placement")
        SECOND = "second", _("Second bracket")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    hall_number = models.PositiveIntegerField(null=True, blank=True)
    section = models.CharField(max_length=10, choices=Section, default=Section.MAIN)
    position = models.PositiveIntegerField()
    best_place = models.PositiveIntegerField(default=1)
    worst_place = models.PositiveIntegerField(default=2)
    best_of = models.PositiveSmallIntegerField(default=1)
    # How many games line A has won before the match begins.
    lead = models.PositiveSmallIntegerField(default=0)
    through = models.PositiveSmallIntegerField(default=1)
    # Whether the match can end level: nobody goes on by it.
    may_draw = models.BooleanField(default=False)
    # The group of a stage that has groups, from 1; of a knockout by place the bracket, from 2 for the seconds.
    group = models.PositiveSmallIntegerField(default=0)

    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNED)
    version = models.PositiveIntegerField(default=0)
    code_generation = models.PositiveSmallIntegerField(default=0)
    referee_called = models.BooleanField(default=False)
    tiebreak_due = models.PositiveSmallIntegerField(default=0)
    deals_played = models.PositiveSmallIntegerField(default=0)
    # How the match ended, for lists: "", "time", "tiebreak", "last_capture", "forfeit", "walkover", "bye" ...
    ending = models.CharField(max_length=16, blank=True)
    # Points of the tie-break deals, or the cause of a forfeit: lists show it in small letters below the names.
    note = models.JSONField(default=dict, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]
        indexes = [
            models.Index(fields=["tournament", "status"]),
            models.Index(fields=["round", "section", "position"]),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"

    @property
    def public_number(self) -> int:
        """The number that people read: that of the table in the hall, or its own where it has none yet."""
        return self.hall_number or self.number

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.DONE, self.Status.BYE)

    @property
    def has_own_time(self) -> bool:
        """Whether it has a deadline of its own: its own clock, or extra time."""
        return self.clock_started_at is not None or self.clock_added_ms != 0

    @property
    def has_sheet(self) -> bool:
        """Whether officials open its sheet: from the call on, also after the result; nobody writes at a rest."""
        return self.status not in (self.Status.PLANNED, self.Status.BYE)


class TableLine(models.Model):
    """A side at a table: an entry, or the one that finishes in ``source_place`` at ``source``; with its own VP and MP.

    Where ``from_round`` is set, it is the ``from_rank``-th best of all that finish in ``source_place`` in that round:
    ``source`` is that entry's table, known when the round is over.

    ``is_absent`` is a chair that stays empty because its entry had left, or did not come, before the match began;
    ``deals`` counts the regular deals that the line took part in. ``missing_since`` is when the line was reported
    missing, ``arrived_at`` when it came after all. Where each line has its own clock, ``clock_left_ms`` is what was
    left when it last stopped and ``clock_running_since`` when it started.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="lines")
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="lines")
    is_nobody = models.BooleanField(default=False)
    is_absent = models.BooleanField(default=False)
    source = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="feeds")
    source_place = models.PositiveSmallIntegerField(null=True, blank=True)
    from_round = models.PositiveSmallIntegerField(null=True, blank=True)
    from_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)
    games_won = models.PositiveSmallIntegerField(default=0)
    deals = models.PositiveSmallIntegerField(default=0)
    vp = models.SmallIntegerField(null=True, blank=True)
    mp = models.SmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    missing_since = models.DateTimeField(null=True, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    clock_left_ms = models.BigIntegerField(null=True, blank=True)
    clock_running_since = models.DateTimeField(null=True, blank=True)
    # The browser that opened the line's code last, the only one for which the code works.
    code_login = models.CharField(max_length=32, blank=True)

    class Meta:
        ordering = ["table_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="line_index_once"),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=True) | models.Q(is_nobody=False), name="line_entry_or_nobody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"

    @property
    def is_known(self) -> bool:
        return self.is_nobody or self.entry_id is not None
