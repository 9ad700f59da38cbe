"""What the list of events may be narrowed by."""

import django_filters

from tournaments.frame.api.filters import MOST, NameFilters
from tournaments.models import Tournament

PUBLIC = [(key, key) for key in Tournament.Status.values if key != Tournament.Status.DRAFT]


class EventFilters(NameFilters):
    """Events by status, club, circuit, day and a part of the name."""

    status = django_filters.ChoiceFilter(choices=PUBLIC, help_text="How far the event has come")
    club = django_filters.NumberFilter("club_id", min_value=1, max_value=MOST, help_text="The club that holds it")
    circuit = django_filters.CharFilter("circuit__slug", max_length=80, help_text="The circuit it belongs to")
    starts_from = django_filters.DateFilter("starts_at__date", "gte", help_text="This day or later")
    starts_to = django_filters.DateFilter("starts_at__date", "lte", help_text="This day or earlier")
    search = django_filters.CharFilter("name", method="named", max_length=100, help_text="A part of the name")

    class Meta:
        model = Tournament
        fields: list[str] = []
