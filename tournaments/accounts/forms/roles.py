"""Who is offered which role: by e-mail address, with an account or without."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.operations.of_roles import HIGHEST_TABLE, INVITE, MOST_TABLES, ROLE, Role, without_tables
from tournaments.frame.forms.declared import form_of


class RoleForm(form_of(INVITE.takes)):  # type: ignore[misc]
    """A role for anybody who reads the mail of this address; a scorer has tables."""

    role = forms.ChoiceField(label=ROLE[0].label, choices=Role.choices, widget=forms.RadioSelect, initial=Role.REFEREE)
    tables = forms.CharField(
        label=_("Tables of a scorer"), required=False, max_length=400, help_text=_("For instance: 1-8, 12")
    )

    def clean_tables(self) -> tuple[int, ...]:
        """The hall numbers that ``1-8, 12`` means."""
        numbers: set[int] = set()
        for part in filter(None, re.split(r"[,;\s]+", self.cleaned_data["tables"])):
            numbers |= self._numbers(part)
        if len(numbers) > MOST_TABLES:
            raise forms.ValidationError(gettext("At most %(most)s tables.") % {"most": MOST_TABLES})
        return tuple(sorted(numbers))

    @staticmethod
    def _numbers(part: str) -> set[int]:
        match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", part, re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= HIGHEST_TABLE:
            raise forms.ValidationError(gettext("“%(value)s” is no table: write 1-8, 12.") % {"value": part[:20]})
        return set(range(first, last + 1))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        wrong = without_tables(data) if "tables" in data else None
        if wrong:
            self.add_error(wrong[0], wrong[2])
        return data
