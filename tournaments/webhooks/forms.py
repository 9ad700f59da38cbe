"""The address of a webhook, which is looked for in the net before anything is held."""

from django import forms

from tournaments.errors import RefusedError
from tournaments.frame.forms.declared import form_of
from tournaments.frame.phrases import sentence
from tournaments.frame.writes.ssrf_guard import target
from tournaments.webhooks.operations import WEBHOOK


class WebhookForm(form_of(WEBHOOK)):  # type: ignore[misc]
    """An address that is told what happens, and of what it is told."""

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            target(url)
        except RefusedError as refusal:
            raise forms.ValidationError(sentence(refusal)) from refusal
        return url
