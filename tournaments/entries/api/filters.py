"""What the list of entries may be narrowed by."""

import django_filters

from tournaments.events.reads.public_lists import SHOWN
from tournaments.frame.api.filters import MOST, NameFilters
from tournaments.models import Entry


class EntryFilters(NameFilters):
    """Entries by status, club and a part of the name."""

    status = django_filters.ChoiceFilter(choices=[(key.value, key.value) for key in SHOWN], help_text="Their status")
    club = django_filters.NumberFilter("club_id", min_value=1, max_value=MOST, help_text="Their club")
    search = django_filters.CharFilter("label", method="named", max_length=100, help_text="A part of the name")

    class Meta:
        model = Entry
        fields: list[str] = []
