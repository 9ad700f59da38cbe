"""Inputs that several forms share: a day, an hour, money as people write it, names that are safe to export."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from tournaments.frame.names import LONGEST, MOST_UNTIDY, text_problem, tidy
from tournaments.guessing.names import usual_capitals
from tournaments.models import Tournament

EARLIEST_YEAR, LATEST_YEAR = 2000, 2100
# What the fee of an event is for.
FEE_KINDS: Final = {
    Tournament.FeeKind.ENTRY: _("for each entry: a single player, a pair or a team"),
    Tournament.FeeKind.PERSON: _("for each person"),
}


def day_input() -> forms.DateInput:
    """The browser's own calendar."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def hour_input() -> forms.TimeInput:
    """The browser's own hour field, without seconds."""
    return forms.TimeInput(format="%H:%M", attrs={"type": "time"})


class DayField(forms.DateField):
    """A day of an event."""

    widget = day_input()

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and not EARLIEST_YEAR <= value.year <= LATEST_YEAR:
            raise forms.ValidationError(
                _("Year: %(year)s. Events are between %(first)s and %(last)s."),
                params={"year": value.year, "first": EARLIEST_YEAR, "last": LATEST_YEAR},
            )


class MoneyField(forms.DecimalField):
    """Euros and cents, with a comma or a point; cleaned to cents."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal"}))
        super().__init__(min_value=0, max_value=9999, decimal_places=2, max_digits=6, **options)

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.replace(",", ".").replace("€", "").strip() if isinstance(value, str) else value)

    def clean(self, value: Any) -> Any:
        euros = super().clean(value)
        return int(euros * 100) if euros is not None else 0


def typed_money(cents: int) -> str:
    """Return an amount as a field for money shows it: ``7.50``, in Italian ``7,50``."""
    return number_format(Decimal(cents).scaleb(-2), 2, force_grouping=False)


class NumberChoice(forms.ChoiceField):
    """One of a few numbers, each with its words; the number ``otherwise`` where nothing is chosen.

    It ``is_answered`` from the start, so that the page does not call it optional.
    """

    def __init__(self, numbers: Mapping[int, Any], *, otherwise: int, **options: Any) -> None:
        choices = list(numbers.items())
        super().__init__(choices=choices, initial=otherwise, **{"required": False, **options})
        self.otherwise = otherwise
        self.is_answered = True

    def clean(self, value: Any) -> Any:
        chosen = super().clean(value)
        return int(chosen) if chosen else self.otherwise


class CountField(forms.IntegerField):
    """A whole number; the number ``otherwise`` where nothing is typed."""

    def __init__(self, *, otherwise: int, **options: Any) -> None:
        super().__init__(initial=otherwise, **{"required": False, **options})
        self.otherwise = otherwise
        self.is_answered = True

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Leave bounds to the server: a browser would hold a form back for a field that the page hides."""
        return {}

    def clean(self, value: Any) -> int:
        typed = super().clean(value)
        return self.otherwise if typed is None else int(typed)


class NameFormField(forms.CharField):
    """A name of a person (``family``, ``given``), a ``club`` or a ``circle``, safe to export to a spreadsheet.

    With ``mends`` a name in one size of letters gets its capitals; an entry gets them when it is taken.
    """

    def __init__(self, kind: str, *, autocomplete: str = "off", mends: bool = False, **options: Any) -> None:
        super().__init__(strip=False, **{"max_length": LONGEST[kind], **options})
        self.kind, self.mends = kind, mends
        # Most names are those of other people, which a browser must not fill in.
        self.widget.attrs["autocomplete"] = autocomplete

    def to_python(self, value: Any) -> str:
        typed = super().to_python(value) or ""
        return tidy(typed) if len(typed) <= MOST_UNTIDY else typed

    def clean(self, value: Any) -> str:
        typed: str = super().clean(value)
        return usual_capitals(typed) if self.mends else typed

    def validate(self, value: str) -> None:
        super().validate(value)
        if len(value) > MOST_UNTIDY:
            return
        problem = text_problem(value, self.kind)
        if problem is not None:
            raise forms.ValidationError(str(problem))


def number_input(**attrs: object) -> forms.NumberInput:
    """A whole number, with the digits of the phone's keyboard."""
    return forms.NumberInput(attrs={"inputmode": "numeric", **attrs})


def signed_input(least: int, most: int, **attrs: object) -> forms.NumberInput:
    """A whole number within bounds; a phone's digits have no minus, so below nothing it shows all its keys."""
    return number_input(min=least, max=most, **({"inputmode": "text"} if least < 0 else {}), **attrs)


def field_of_refusal(form: forms.Form, field: str) -> str | None:
    """The field of the form that a refusal is about; None puts it above the form."""
    return field if field in form.fields else None
