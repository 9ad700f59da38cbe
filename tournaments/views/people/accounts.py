"""Accounts: logging in, registering, a new password."""

from typing import ClassVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, PasswordResetForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments import phrases
from tournaments.errors import RefusedError
from tournaments.forms.accounts import LoginForm, RegisterForm, address_of
from tournaments.services import accounts, throttle
from tournaments.views.answers import see


class Login(auth.LoginView):
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        response.status_code = 303
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 429 if getattr(form, "throttled", False) else 422
        return response


class PasswordChange(auth.PasswordChangeView):
    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 422
        return response


class PasswordReset(auth.PasswordResetView):
    """A link to a new password; every asking counts, so that nobody's mailbox is filled from one address."""

    # The link leads to the site's own address, whatever host the request named.
    extra_email_context: ClassVar[dict[str, str]] = {  # type: ignore[misc]
        "domain": urlsplit(settings.SITE_URL).netloc,
        "protocol": urlsplit(settings.SITE_URL).scheme,
    }

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        limits = throttle.failed_logins(address_of(self.request), form.cleaned_data["email"])
        try:
            throttle.require_room(*limits)
        except RefusedError as refusal:
            form.add_error(None, phrases.sentence(refusal))
            response = self.form_invalid(form)
            response.status_code = 429
            return response
        throttle.count(*limits)
        return super().form_valid(form)


@never_cache
def register(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("my_events")
    form = RegisterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = _registered(request, form)
        if made is not None:
            return made
    return render(request, "people/register.html", {"form": form}, status=422 if form.is_bound else 200)


def _registered(request: HttpRequest, form: RegisterForm) -> HttpResponseRedirect | None:
    """Make the account and log it in; None when it was refused, with the sentence on the form."""
    limit = throttle.sign_ups(address_of(request))
    try:
        throttle.require_room(limit)
        throttle.count(limit)
        account = accounts.register(**form.cleaned_data)
    except RefusedError as refusal:
        form.add_error(None, phrases.sentence(refusal))
        return None
    login(request, account)
    messages.success(request, _("Welcome, %(name)s. Your account is ready.") % {"name": account.name})
    return see("my_events")
