"""Log-in by password, mailed code or passkey, and log-out."""

from typing import Any

from allauth.account import views as allauth
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import LogoutView
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.accounts.forms.accounts import AddressForm, LoginForm
from tournaments.accounts.pages.forms_answer import see_next, with_status
from tournaments.accounts.pages.passkey_host import works_here
from tournaments.accounts.reads import accounts
from tournaments.accounts.writes import accounts as service
from tournaments.errors import RefusedError
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import next_address, see_onward
from tournaments.frame.policies import Door, Right
from tournaments.frame.writes import rate_limits

EVERYBODY = Door(Right.BROWSE, Right.BROWSE)


class NotHeldBack:
    """A page that stays open while a log-in of another kind is pending."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: Any) -> None:
        return None


class Login(NotHeldBack, allauth.LoginView):
    """Log in by e-mail and password."""

    door = EVERYBODY
    template_name = "accounts/login.html"
    form_class = LoginForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        context["mail_arrives"], context["has_passkeys"] = settings.MAIL_ARRIVES, works_here(self.request)
        return context

    def form_valid(self, form: LoginForm) -> HttpResponse:
        return see_next(form.enter(self.get_next_url()))

    def form_invalid(self, form: LoginForm) -> HttpResponse:
        return with_status(super().form_invalid(form), form)


@method_decorator(never_cache, name="dispatch")
class AskForCode(NotHeldBack, allauth.RequestLoginCodeView):
    """Log in by a mailed code, requested by address: only the mailbox learns whether it has an account."""

    door = EVERYBODY
    template_name = "accounts/ask_for_code.html"
    form_class = AddressForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "mail_arrives": settings.MAIL_ARRIVES}

    def form_valid(self, form: AddressForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        if not form.may_try(*rate_limits.asked_letters(address_of(self.request), email)):
            return self.form_invalid(form)
        account = accounts.by_address(email)
        known = account if account is not None and account.is_active else None
        LoginCodeVerificationProcess.initiate(request=self.request, user=known, email=email.strip().lower())
        return see_next(HttpResponseRedirect(self.get_success_url()))

    def form_invalid(self, form: AddressForm) -> HttpResponse:
        return with_status(super().form_invalid(form), form)


class TypeCode(allauth.ConfirmLoginCodeView):
    """Log in by the code from the mail: three tries, then a new code."""

    door = EVERYBODY
    template_name = "accounts/type_code.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            rate_limits.take(rate_limits.mailed_codes(self._process.state["email"], self._process.state["at"]))
        except RefusedError:
            self._process.abort()
            return self._again()
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return see_next(answer)

    def _verify_form_valid(self, form: BaseForm) -> HttpResponse:
        service.confirm_by_code(account=self._process.user, email=self._process.state["email"])
        answer: HttpResponse = super()._verify_form_valid(form)
        return answer

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        form.errors["code"] = form.error_class([_("This is not the code of the last mail.")])
        if self._process.record_invalid_attempt():
            return with_status(self.render_to_response(self.get_context_data(form=form)), form)
        return self._again()

    def _again(self) -> HttpResponse:
        messages.error(self.request, _("That was the third wrong code: it is no longer good. Ask for a new one."))
        return see_onward(self.request, "account_request_login_code")


class Logout(LogoutView):
    door = Door(writes=Right.BROWSE)
    template_name = "accounts/logged_out.html"
    next_page = None

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        named = self.request.POST.get("next") or self.request.GET.get("next", "")
        return next_address(self.request, named, otherwise="")
