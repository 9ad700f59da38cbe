"""What the list of tables may be narrowed by."""

import django_filters
from django_filters import FilterSet

from tournaments.frame.api.filters import MOST
from tournaments.models import Table


class TableFilters(FilterSet):
    """Tables by round, status, section and the number in the hall."""

    round = django_filters.NumberFilter("round__number", min_value=1, max_value=MOST, help_text="The round")
    status = django_filters.ChoiceFilter(choices=[(key, key) for key in Table.Status.values], help_text="Their status")
    section = django_filters.ChoiceFilter(
        choices=[(key, key) for key in Table.Section.values], help_text="The part of the bracket"
    )
    hall_number = django_filters.NumberFilter(min_value=1, max_value=MOST, help_text="The number in the hall")

    class Meta:
        model = Table
        fields: list[str] = []
