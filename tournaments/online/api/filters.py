"""What the list of online matches may be narrowed by."""

import django_filters
from django_filters import FilterSet

from tournaments.frame.api.filters import MOST
from tournaments.models import Match


class MatchFilters(FilterSet):
    """Online matches by round, table and status."""

    round = django_filters.NumberFilter("table__round__number", min_value=1, max_value=MOST, help_text="The round")
    table = django_filters.NumberFilter("table__number", min_value=1, max_value=MOST, help_text="The table")
    status = django_filters.ChoiceFilter(choices=[(key, key) for key in Match.Status.values], help_text="Their status")

    class Meta:
        model = Match
        fields: list[str] = []
