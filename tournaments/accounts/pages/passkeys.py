"""Passkeys of an account: log-in, re-authentication, adding, naming, removing.

Their library is large: these views are loaded at the first request (``config.on_demand``).
"""

from json import dumps
from typing import Any

from allauth.account.models import Login as Entering
from allauth.account.utils import get_next_redirect_url, passthrough_next_redirect_url
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, ReauthenticateWebAuthnView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.accounts.forms.passkeys import AddPasskeyForm, AgainPasskeyForm, LoginPasskeyForm, PasskeyNameForm
from tournaments.accounts.pages.entering import EVERYBODY, NotHeldBack
from tournaments.accounts.pages.forms_answer import see_next, show_form, with_status
from tournaments.accounts.pages.passkey_host import works_here
from tournaments.accounts.pages.reauthentication import OWNER, Again, show_after_reauthentication
from tournaments.accounts.reads import passkeys as reading
from tournaments.accounts.writes import passkeys
from tournaments.errors import RefusedError
from tournaments.frame import phrases
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import account_of, see
from tournaments.frame.policies import Door, Right, door
from tournaments.frame.writes import rate_limits


@method_decorator(never_cache, name="dispatch")
class EnterByPasskey(NotHeldBack, LoginWebAuthnView):
    """Log in by a passkey: GET returns the challenge, POST takes the answer."""

    door = EVERYBODY
    form_class = LoginPasskeyForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return JsonResponse({"options": auth.begin_authentication(user=None)})

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            rate_limits.take(rate_limits.shown_passkeys(address_of(request)))
        except RefusedError as refusal:
            return self._refuse(phrases.sentence(refusal))
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def form_valid(self, form: LoginPasskeyForm) -> HttpResponse:
        key = form.cleaned_data["credential"]
        login = Entering(user=key.user, redirect_url=get_next_redirect_url(self.request))
        return see_next(flows.perform_passwordless_login(self.request, key, login))

    def form_invalid(self, form: LoginPasskeyForm) -> HttpResponse:
        return self._refuse(str(next(iter(form.errors.values()))[0]))

    def _refuse(self, sentence: str) -> HttpResponse:
        messages.error(self.request, sentence)
        return see_next(HttpResponseRedirect(passthrough_next_redirect_url(self.request, reverse("login"), "next")))


class PasskeyAgain(Again, ReauthenticateWebAuthnView):
    door = OWNER
    template_name = "accounts/passkey_again.html"
    form_class = AgainPasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update({"options_json": dumps(context["js_data"]["request_options"]), **kwargs})
        return context


class AddPasskey(AddWebAuthnView):
    """Add a passkey: the page has the challenge for the browser; the form sends its answer."""

    door = Door(Right.HAVE_ACCOUNT, Right.KEEP_ACCOUNT)
    template_name = "accounts/passkey_add.html"
    form_class = AddPasskeyForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = never_cache(show_after_reauthentication(super().dispatch))(request, *args, **kwargs)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        form = kwargs.get("form") or self.get_form()
        has_passkeys = works_here(self.request)
        options = dumps(auth.begin_registration(self.request.user, True)) if has_passkeys else ""
        return {"form": form, "has_passkeys": has_passkeys, "options_json": options}

    def form_valid(self, form: AddPasskeyForm) -> HttpResponse:
        name, credential = form.cleaned_data["name"], form.cleaned_data["credential"]
        passkeys.add(account=account_of(self.request), name=name, credential=credential)
        messages.success(self.request, _("The passkey “%(name)s” is added.") % {"name": name})
        return see("account")

    def form_invalid(self, form: AddPasskeyForm) -> HttpResponse:
        return with_status(super().form_invalid(form), form)


@door(reads=Right.HAVE_ACCOUNT, writes=Right.KEEP_ACCOUNT)
@never_cache
@show_after_reauthentication
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    key = reading.one(account_of(request), pk)
    form = PasskeyNameForm(request.POST or None, initial={"name": key.name})
    if request.method == "POST" and form.is_valid():
        passkeys.rename(account=account_of(request), passkey_id=pk, name=form.cleaned_data["name"])
        return see("account")
    return show_form(request, "accounts/passkey_rename.html", form, key=key)


@door(reads=Right.HAVE_ACCOUNT, writes=Right.KEEP_ACCOUNT)
@never_cache
@show_after_reauthentication
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    key = reading.one(account_of(request), pk)
    if request.method == "POST":
        passkeys.remove(account=account_of(request), passkey_id=pk)
        messages.success(request, _("The passkey “%(name)s” no longer opens this account.") % {"name": key.name})
        return see("account")
    context = {"key": key, "back_url": reverse("account"), "action": reverse("passkey_remove", args=[pk])}
    return render(request, "accounts/passkey_remove.html", context)
