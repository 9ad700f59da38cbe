"""What is typed at the desk: names of entries, pairs, fees, the counted drawer, who has qualified, a list."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.entries.forms.entry_file import MOST_BYTES
from tournaments.entries.operations import FEE_REASON, PAIR, QUALIFIED
from tournaments.entries.writes.entries import NewEntry, PersonName, needs_all
from tournaments.folding import fold
from tournaments.frame.forms.declared import field_of, form_of, offer
from tournaments.frame.forms.widgets import MoneyField, NameFormField, typed_money
from tournaments.frame.names import text_problem, tidy
from tournaments.frame.reads.teams import is_of_teams
from tournaments.guessing.names import PARTICLES
from tournaments.models import Entry, Tournament

MOST_TYPED = 160
# People of a team, as programs may send them too, and what they take with their lines.
MOST_MEMBERS = 12
MOST_MEMBERS_TYPED = MOST_MEMBERS * (MOST_TYPED + 2)
# Between two people: a comma, a semicolon or a slash, or a dash with a space beside it.
BETWEEN = re.compile(r"\s*[,;/+]\s*|\s+[-–—]+\s+|\s+[-–—]+$")
Known = Mapping[tuple[str, str], PersonName]


def parts_of(typed: str) -> list[str]:
    """Return the typed text of each person, in the order of typing."""
    return [part for part in BETWEEN.split(tidy(typed[:MOST_TYPED])) if part]


def people_of(typed: str, known: Known) -> tuple[PersonName, ...]:
    """The people that were typed; somebody ``known`` (by folded names) as they are known, in either order."""
    people = []
    for part in parts_of(typed):
        read = readings(part)
        people.append(next((known[each.key] for each in read if each.key in known), read[0]))
    return tuple(people)


def readings(part: str) -> list[PersonName]:
    """Every way to read the words of a part as a family name and a name, the likeliest first."""
    if part in (part.lower(), part.upper()):
        # Capitals where there were only small letters, or only capitals; else as it was typed.
        part = re.sub(r"[^\W\d_]+", lambda word: word[0][0].upper() + word[0][1:].lower(), part)
    words = part.split()
    first = 1
    while first < len(words) and fold(words[first - 1]) in PARTICLES:
        first += 1
    cuts = [first, *(cut for cut in range(1, len(words) + 1) if cut != first)]
    ahead = [PersonName(" ".join(words[:cut]), " ".join(words[cut:])) for cut in cuts]
    behind = [PersonName(" ".join(words[cut:]), " ".join(words[:cut])) for cut in range(1, len(words))]
    return [*ahead, *behind]


def problem_of(people: Iterable[PersonName]) -> str:
    """Return the first error of the names as a sentence; empty if there is none."""
    for person in people:
        for name, kind in ((person.family_name, "family"), (person.given_name, "given")):
            problem = text_problem(name, kind)
            if problem is not None:
                return str(problem)
    return ""


class EntryForm(forms.Form):
    """One entry; in a pair the second person stays empty for a player who looks for a partner."""

    family1 = NameFormField("family", label=_("Family name"), max_length=60)
    given1 = NameFormField("given", label=pgettext_lazy("of a person", "Name"), max_length=60, required=False)
    family2 = NameFormField("family", label=_("Family name of the partner"), max_length=60, required=False)
    given2 = NameFormField("given", label=_("Name of the partner"), max_length=60, required=False)
    family3 = NameFormField("family", label=_("Family name of the third player"), max_length=60)
    given3 = NameFormField("given", label=_("Name of the third player"), max_length=60, required=False)
    club = NameFormField("club", label=_("Club"), max_length=120, required=False)

    def __init__(self, size: int, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for place in (2, 3):
            if size < place:
                del self.fields[f"family{place}"], self.fields[f"given{place}"]
        if needs_all(size):
            self.fields["family2"].required = True
            self.fields["family2"].label = _("Family name of the second player")
            self.fields["given2"].label = _("Name of the second player")
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("given2") and not data.get("family2") and not self.fields["family2"].required:
            self.add_error("family2", _("The family name is missing."))
        return data

    def new_entry(self) -> NewEntry:
        """The entry as the services take it."""
        data = self.cleaned_data
        places = [place for place in (1, 2, 3) if data.get(f"family{place}")]
        people = tuple(PersonName(data[f"family{place}"], data[f"given{place}"]) for place in places)
        return NewEntry(people=people, club=data["club"])


class DeskForm(EntryForm):
    """One entry at the desk; ``table`` is where a late one was shown to sit, 0 at none yet, nothing before it was."""

    table = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False, widget=forms.HiddenInput)


class RenameForm(EntryForm):
    """The names of an entry that stands already: as many people as it has."""

    def __init__(self, size: int, *args: Any, **options: Any) -> None:
        super().__init__(size, *args, **options)
        for field in self.fields.values():
            if isinstance(field, NameFormField):
                field.mends = field.kind != "club"

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, str]:
        """The entry, with its members loaded, as the form shows it."""
        shown = {"club": entry.club.name if entry.club else ""}
        for position, member in enumerate(entry.members.all(), start=1):
            shown[f"family{position}"] = member.person.family_name
            shown[f"given{position}"] = member.person.given_name
        return shown


class TeamFields(forms.Form):
    """A team: its name, its people one a line, its club."""

    name = NameFormField("club", label=_("Name of the team"), max_length=60)
    members = forms.CharField(
        label=_("Players"),
        max_length=MOST_MEMBERS_TYPED,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One a line, the family name first. The captain is the first, substitutes are at the end."),
    )
    club = NameFormField("club", label=_("Club"), max_length=120, required=False)

    known: Known = {}

    def clean_members(self) -> str:
        typed: str = self.cleaned_data["members"]
        if len(self.people(typed)) > MOST_MEMBERS:
            raise forms.ValidationError(_("A team has %(most)s people at most.") % {"most": MOST_MEMBERS})
        problem = problem_of(self.people(typed))
        if problem:
            raise forms.ValidationError(problem)
        return typed

    def people(self, typed: str) -> tuple[PersonName, ...]:
        """Return the people that were typed, those of the team as they are known."""
        return tuple(person for line in typed.splitlines() for person in people_of(line, self.known))

    def new_entry(self) -> NewEntry:
        """The team as the services take it."""
        data = self.cleaned_data
        return NewEntry(people=self.people(data["members"]), club=data["club"], name=data["name"])


class TeamDeskForm(TeamFields):
    """A team at the desk; ``table`` as in ``DeskForm``."""

    table = forms.IntegerField(min_value=0, max_value=2**31 - 1, required=False, widget=forms.HiddenInput)


class TeamRenameForm(TeamFields):
    """A team that stands already: its name, its people, further ones at the end."""

    def __init__(self, entry: Entry, data: Any = None) -> None:
        people = [PersonName(one.person.family_name, one.person.given_name) for one in entry.members.all()]
        self.known = {person.key: person for person in people}
        shown = "\n".join(f"{person.family_name} {person.given_name}".strip() for person in people)
        club = entry.club.name if entry.club else ""
        super().__init__(data, initial={"name": entry.label, "members": shown, "club": club})


def desk_form(event: Tournament, data: Any = None) -> DeskForm | TeamDeskForm:
    """Return the form of an entry at the desk."""
    return TeamDeskForm(data) if is_of_teams(event) else DeskForm(event.entry_size, data)


class FeeForm(forms.Form):
    """What one entry has to pay: the usual fee, half of it, nothing, or an amount that is typed; with a reason."""

    USUAL, HALF, NOTHING, OTHER = "usual", "half", "nothing", "other"

    pays = forms.ChoiceField(label=_("Has to pay"), widget=forms.RadioSelect)
    amount = MoneyField(label=_("Other amount in euros"), required=False)
    reason = field_of(FEE_REASON)

    def __init__(self, usual: int, entry: Entry, data: Any = None, *, say: Callable[[int], str]) -> None:
        super().__init__(data)
        self.amounts: dict[str, int | None] = {self.USUAL: None, self.HALF: usual // 2, self.NOTHING: 0}
        choice: Any = self.fields["pays"]
        choice.choices = [
            (self.USUAL, _("The usual fee: %(fee)s") % {"fee": say(usual)}),
            *([(self.HALF, _("Half: %(fee)s") % {"fee": say(usual // 2)})] if usual else []),
            (self.NOTHING, _("Nothing")),
            (self.OTHER, _("Another amount")),
        ]
        known = {cents: key for key, cents in self.amounts.items() if usual or key != self.HALF}
        kind = known.get(entry.fee_cents, self.OTHER)
        typed = typed_money(entry.fee_cents) if kind == self.OTHER and entry.fee_cents is not None else ""
        self.initial = {"pays": kind, "reason": entry.fee_reason, "amount": typed}

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("pays") == self.OTHER and "amount" in data and not self.data.get("amount", "").strip():
            self.add_error("amount", _("Write the amount."))
        return data

    def cents(self) -> int | None:
        """Return the fee in cents as ``set_fee`` takes it; None for the usual fee."""
        data = self.cleaned_data
        amount: int = data["amount"]
        return self.amounts.get(data["pays"], amount)


class CountForm(forms.Form):
    """The drawer as somebody has counted it, and the change that was in it before."""

    counted = MoneyField(label=_("Counted in the drawer"))
    change = MoneyField(label=_("Of that, change put in at the start"), required=False)
    said = ""


class PairForm(form_of(PAIR.takes)):  # type: ignore[misc]
    """Two players who look for a partner become a pair."""

    def __init__(self, singles: list[Entry], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices: list[tuple[int | str, str]] = [("", "—")]
        for entry in singles:
            choices.append((entry.pk, f"{entry.label} ({entry.club.name})" if entry.club else entry.label))
        for name in ("first", "second"):
            offer(self, name, choices)


class QualifiedForm(form_of(QUALIFIED.takes)):  # type: ignore[misc]
    """How many of each evening have qualified."""


class ListForm(forms.Form):
    """A list of entries: a file, or what was pasted."""

    file = forms.FileField(
        label=_("CSV file or spreadsheet (.xlsx, .ods, .xls)"),
        required=False,
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx,.ods,.xls,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or paste the list here"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
