"""The form of a page, made from the input that an operation declares."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django import forms

from tournaments.frame.forms.widgets import NameFormField, number_input
from tournaments.frame.operations.inputs import EVENT_SEEN, SEEN, Choice, Choices, Input, Number, PageField, Tick

ADDRESSES = {"email": (forms.EmailField, forms.EmailInput), "url": (forms.CharField, forms.URLInput)}


@cache
def form_of(takes: Input) -> type[forms.Form]:
    """The form with the fields of ``takes``, each with its label and its bounds.

    A page does not state the version of an event: it follows the event, and its steps hold whatever else has changed.
    """
    fields = {
        each.name: field_of(each) for each in takes.fields if each is not EVENT_SEEN and isinstance(each, PageField)
    }
    return type(f"{takes.name}Form", (forms.Form,), fields)


def field_of(field: PageField) -> forms.Field:
    """One field of a form, with the bounds that it declares."""
    if field is SEEN:
        return forms.IntegerField(
            label=SEEN.label, min_value=SEEN.least, max_value=SEEN.most, widget=forms.HiddenInput()
        )
    if isinstance(field, Number):
        # A phone's number pad may have no minus.
        widget = number_input(inputmode="text") if field.least < 0 else number_input()
        return forms.IntegerField(
            label=field.label,
            help_text=field.help,
            required=field.required and not field.nullable,
            min_value=field.least,
            max_value=field.most,
            widget=widget,
            initial=field.initial,
        )
    if isinstance(field, Tick):
        return forms.BooleanField(required=False)
    if isinstance(field, Choice):
        return forms.ChoiceField(label=field.label, choices=field.choices, initial=field.initial)
    if isinstance(field, Choices):
        return forms.MultipleChoiceField(
            label=field.label,
            help_text=field.help,
            required=field.required,
            choices=field.choices,
            widget=forms.CheckboxSelectMultiple,
            initial=field.initial,
        )
    if field.kind in ADDRESSES:
        # It is somebody else's, which a browser must not fill in.
        field_class, widget_class = ADDRESSES[field.kind]
        alone = widget_class(attrs={"autocomplete": "off"})
        return field_class(label=field.label, help_text=field.help, max_length=field.most, widget=alone)
    if field.kind:
        return NameFormField(
            field.kind,
            mends=field.kind in ("family", "given"),
            label=field.label,
            help_text=field.help,
            required=field.required,
        )
    return forms.CharField(
        label=field.label,
        help_text=field.help,
        required=field.required,
        max_length=field.most,
        widget=forms.Textarea(attrs={"rows": field.rows}) if field.rows > 1 else None,
    )


def offer(form: forms.Form, name: str, numbers: Sequence[tuple[Any, Any]]) -> None:
    """Let a page choose the number of a field among ``numbers``, each with its words; "" stands for none."""
    field = form.fields[name]
    form.fields[name] = forms.TypedChoiceField(
        label=field.label,
        help_text=field.help_text,
        required=field.required,
        choices=numbers,
        coerce=int,
        empty_value=None,
    )


def first_error(form: forms.Form) -> str:
    """Return the first error of a form in one sentence that names the field."""
    name, said = next(iter(form.errors.items()))
    return f"{form.fields[name].label}: {said[0]}"
