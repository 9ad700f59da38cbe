"""Every text and number of every form of the pages has a bound."""

import importlib
from collections.abc import Iterator

import pytest
from django import forms
from django.conf import settings

from script import places
from tournaments.accounts.forms.passkeys import CredentialField

# What is held against a list of what can be chosen, or read by a form of its own.
CHOSEN = (forms.ChoiceField, forms.ModelChoiceField, forms.BooleanField, forms.FileField)


def below(kind: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def own_forms() -> list[type[forms.BaseForm]]:
    for path in places.floors("forms"):
        importlib.import_module(places.module(path))
    return sorted({one for one in below(forms.BaseForm) if one.__module__.startswith("tournaments.")}, key=str)


def unbounded(field: forms.Field) -> bool:
    if isinstance(field, CHOSEN):
        return False
    if isinstance(field, forms.IntegerField | forms.DecimalField):
        return field.min_value is None or field.max_value is None
    if isinstance(field, CredentialField):
        return field.longest > 100_000
    if isinstance(field, forms.CharField):
        return field.max_length is None
    return not isinstance(field, forms.DateField | forms.TimeField)


def test_no_field_of_a_page_takes_a_value_of_any_size() -> None:
    found = [
        f"{one.__name__}.{name}" for one in own_forms() for name, field in one.base_fields.items() if unbounded(field)
    ]
    assert found == []


def test_a_page_takes_so_many_fields_and_files_and_no_more() -> None:
    assert settings.DATA_UPLOAD_MAX_NUMBER_FIELDS <= 2000
    assert settings.DATA_UPLOAD_MAX_NUMBER_FILES <= 100


@pytest.mark.parametrize("credential", ["[" * 19_000, "{" + "x" * 30_000])
def test_a_credential_that_no_browser_makes_is_refused(credential: str) -> None:
    with pytest.raises(forms.ValidationError):
        CredentialField().clean(credential)
