"""Passwords: changed with the old one, or by a mailed link."""

from typing import Any

from allauth.account import views as allauth
from allauth.account.internal.flows.password_reset import request_password_reset
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from tournaments.accounts.forms.accounts import AddressForm, ChangePasswordForm, NewPasswordForm
from tournaments.accounts.pages.forms_answer import show_form, with_status
from tournaments.accounts.reads import accounts as reading
from tournaments.accounts.writes import accounts, sessions
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import account_of, officials, onward, see, see_onward
from tournaments.frame.policies import Door, Right
from tournaments.frame.writes import rate_limits

EVERYBODY = Door(Right.BROWSE, Right.BROWSE)


@never_cache
@officials(reads=Right.HAVE_ACCOUNT, writes=Right.KEEP_ACCOUNT)
def change(request: HttpRequest) -> HttpResponse:
    """Change the password and end every other session; this browser stays."""
    account = account_of(request)
    if not account.has_usable_password():
        return redirect("password_reset")
    form = ChangePasswordForm(request.POST or None, user=account)
    if request.method != "POST" or not form.is_valid():
        return show_form(request, "accounts/password_change.html", form)
    before = request.session.session_key or ""
    accounts.set_password(account=account, password=form.cleaned_data["new_password1"], is_reset=False, session=before)
    update_session_auth_hash(request, account)
    sessions.move_session(before=before, after=request.session.session_key or "")
    return see("password_change_done")


@never_cache
@officials(reads=Right.HAVE_ACCOUNT)
def password_changed_page(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/password_change_done.html")


@method_decorator(never_cache, name="dispatch")
class Reset(allauth.PasswordResetView):
    """Mail a link to set a new password; every request is counted, so that one address cannot fill a mailbox."""

    door = EVERYBODY
    template_name = "accounts/password_reset.html"
    form_class = AddressForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "mail_arrives": settings.MAIL_ARRIVES}

    def form_valid(self, form: AddressForm) -> HttpResponse:
        email = form.cleaned_data["email"].strip().lower()
        if not form.may_try(*rate_limits.asked_letters(address_of(self.request), email)):
            return self.form_invalid(form)
        account = reading.by_address(email)
        known = [account] if account is not None and account.is_active else []
        request_password_reset(self.request, email, known, None)
        return see_onward(self.request, "account_reset_password_done")

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return with_status(super().form_invalid(form), form)


class ResetAsked(TemplateView):
    door = Door(reads=Right.BROWSE)
    template_name = "accounts/password_reset_done.html"


@method_decorator(never_cache, name="dispatch")
class SetByLink(allauth.PasswordResetFromKeyView):
    """Set the password once: the link of the mail redirects to an address without its secret, with the form."""

    door = EVERYBODY
    template_name = "accounts/password_reset_from_key.html"
    form_class = NewPasswordForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "action_url": onward(self.request, context["action_url"])}

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Answer 404 to a link that is wrong, expired or used."""
        answer: HttpResponse = super().render_to_response(context, **kwargs)
        answer.status_code = 404 if context.get("token_fail") else answer.status_code
        return answer

    def form_valid(self, form: NewPasswordForm) -> HttpResponse:
        accounts.set_password(account=self.reset_user, password=form.cleaned_data["new_password1"], is_reset=True)
        rate_limits.forgive(rate_limits.failed_logins(address_of(self.request), self.reset_user.email)[0])
        self.request.session.pop(allauth.INTERNAL_RESET_SESSION_KEY, None)
        return see_onward(self.request, "account_reset_password_from_key_done")

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return with_status(super().form_invalid(form), form)


class SetDone(TemplateView):
    door = Door(reads=Right.BROWSE)
    template_name = "accounts/password_reset_from_key_done.html"
