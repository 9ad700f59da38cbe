"""The form that takes the archive of an event."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ArchiveForm(forms.Form):
    """A file, and the key that makes a form sent twice one piece of work."""

    file = forms.FileField(
        label=_("Archive of an event"),
        help_text=_(
            "The .zip or .json file from the page “Documents” of the event, made there or on another computer."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,application/zip,.json,application/json"}),
    )
    again = forms.BooleanField(
        label=_("Import it again, even if it is here already"),
        required=False,
        help_text=_("Without this an archive that was imported before is refused."),
    )
    key = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
