"""Passkeys of an account: adding one by the browser, naming it, taking it away."""

from json import dumps
from typing import Any

from allauth.mfa.webauthn.internal import auth
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.forms.passkeys import AddPasskeyForm, PasskeyNameForm
from tournaments.models import User
from tournaments.policies import Door, Right, door
from tournaments.selectors import passkeys as reading
from tournaments.services import passkeys
from tournaments.views.answers import see
from tournaments.views.people.forms_answer import shown, told
from tournaments.views.people.once_more import shown_again
from tournaments.views.people.passkey_host import works_here


class AddPasskey(AddWebAuthnView):
    """The page carries the question for the browser; the form brings its answer."""

    door = Door(Right.HAVE_ACCOUNT, Right.KEEP_ACCOUNT)
    template_name = "account/passkey_add.html"
    form_class = AddPasskeyForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = never_cache(shown_again(super().dispatch))(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = kwargs.get("form") or self.get_form()
        has_passkeys = works_here(self.request)
        options = dumps(auth.begin_registration(self.request.user, True)) if has_passkeys else ""
        return {"form": form, "has_passkeys": has_passkeys, "options_json": options}

    def form_valid(self, form: AddPasskeyForm) -> HttpResponse:
        name, credential = form.cleaned_data["name"], form.cleaned_data["credential"]
        passkeys.add(account=_owner(self.request), name=name, credential=credential)
        messages.success(self.request, _("The passkey “%(name)s” is added.") % {"name": name})
        return see("account")

    def form_invalid(self, form: AddPasskeyForm) -> HttpResponse:
        return told(super().form_invalid(form), form)


@door(reads=Right.HAVE_ACCOUNT, writes=Right.KEEP_ACCOUNT)
@never_cache
@shown_again
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    key = reading.one(_owner(request), pk)
    form = PasskeyNameForm(request.POST or None, initial={"name": key.name})
    if request.method == "POST" and form.is_valid():
        passkeys.rename(account=_owner(request), passkey_id=pk, name=form.cleaned_data["name"])
        return see("account")
    return shown(request, "account/passkey_rename.html", form, key=key)


@door(reads=Right.HAVE_ACCOUNT, writes=Right.KEEP_ACCOUNT)
@never_cache
@shown_again
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    key = reading.one(_owner(request), pk)
    if request.method == "POST":
        passkeys.remove(account=_owner(request), passkey_id=pk)
        messages.success(request, _("The passkey “%(name)s” no longer opens this account.") % {"name": key.name})
        return see("account")
    context = {"key": key, "back_url": reverse("account"), "action": reverse("passkey_remove", args=[pk])}
    return render(request, "account/passkey_remove.html", context)


def _owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - every view here asks for a log-in
    return request.user
