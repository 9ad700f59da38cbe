"""Moments in the bodies of the API, checked as the forms of the pages check them."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.frame.forms.widgets import EARLIEST_YEAR, LATEST_YEAR


class MomentField(serializers.DateTimeField):
    """The moment of an event, within the years that events have."""

    def to_internal_value(self, value: Any) -> datetime:
        try:
            found = super().to_internal_value(value)
        except (OverflowError, ValueError) as error:
            raise serializers.ValidationError(
                _("This is not a date with a time: write it as 2026-11-20T20:30:00+01:00."), code="invalid"
            ) from error
        if not EARLIEST_YEAR <= found.year <= LATEST_YEAR:
            raise serializers.ValidationError(
                _("Year: %(year)s. Events are between %(first)s and %(last)s.")
                % {"year": found.year, "first": EARLIEST_YEAR, "last": LATEST_YEAR},
                code="year_range",
            )
        return found
