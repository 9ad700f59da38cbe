"""Re-authentication: before log-in methods are changed, the owner logs in again.

By the password or a passkey; without either, by a code that is mailed to the account's address.
"""

from collections.abc import Callable
from functools import wraps
from time import time
from typing import Any
from urllib.parse import urlencode

from allauth.account.app_settings import REAUTHENTICATION_TIMEOUT
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate, get_reauthentication_flows
from allauth.account.internal.stagekit import pop_login
from allauth.account.stages import LoginByCodeStage, LoginStageController
from allauth.account.views import BaseReauthenticateView, ReauthenticateView
from allauth.core.internal.httpkit import authenticated_user
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.accounts.forms.accounts import CodeAgainForm, PasswordAgainForm, SendCodeForm
from tournaments.accounts.pages.forms_answer import see_next, with_status
from tournaments.accounts.pages.passkey_host import works_here
from tournaments.accounts.writes import sessions
from tournaments.errors import RefusedError
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import officials_only
from tournaments.frame.policies import Door, Right
from tournaments.frame.writes import rate_limits

OWNER = Door(Right.HAVE_ACCOUNT, Right.KEEP_ACCOUNT)


def show_after_reauthentication(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Require re-authentication, unless it was a moment ago; then the page is requested again."""

    @wraps(view)
    @officials_only
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if get_reauthentication_flows(request.user):
            was_shown = bool(did_recently_reauthenticate(request))
        else:
            # The library asks nothing of an account without password and passkeys, which logs in by mailed codes
            # only: for such an account a recent log-in is as good as a code typed since.
            records = get_authentication_records(request, request.user)
            was_shown = bool(records) and time() - float(records[-1]["at"]) < REAUTHENTICATION_TIMEOUT
        if was_shown:
            return view(request, *args, **kwargs)
        where = reverse("account_reauthenticate")
        return HttpResponseRedirect(f"{where}?{urlencode({'next': request.get_full_path()})}", status=303)

    return wrapper


class Again:
    """The shared context of these pages: the next page, and the other method."""

    request: HttpRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = never_cache(officials_only(super().dispatch))(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        context["has_passkeys"] = works_here(self.request)
        return context

    def form_valid(self, form: BaseForm) -> HttpResponse:
        answer = see_next(super().form_valid(form))  # type: ignore[misc]
        before = self.request.session.session_key or ""
        self.request.session.cycle_key()
        sessions.move_session(before=before, after=self.request.session.session_key or "")
        return answer

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return with_status(self.render_to_response(self.get_context_data(form=form)), form)  # type: ignore[attr-defined]


class PasswordAgain(Again, ReauthenticateView):
    door = OWNER
    template_name = "accounts/password_again.html"
    form_class = PasswordAgainForm


class CodeAgain(Again, BaseReauthenticateView):
    """For an account without password and passkeys: a code is mailed to its address, and typed in the same browser.

    A logged-in account cannot begin a log-in by code, and logging out first would lock the owner out where no mail
    arrives.
    """

    door = OWNER
    template_name = "accounts/code_again.html"

    @cached_property
    def process(self) -> LoginCodeVerificationProcess | None:
        """Return the code that this browser has requested and may still type; not one to log in to another account."""
        stage = LoginStageController.enter(self.request, LoginByCodeStage.key)
        found = LoginCodeVerificationProcess.resume(stage) if stage is not None else None
        return found if found is not None and found.user == self.request.user else None

    @property
    def is_typed(self) -> bool:
        return "code" in self.request.POST if self.request.method == "POST" else self.process is not None

    def get_form_class(self) -> type[BaseForm]:
        return CodeAgainForm if self.is_typed else SendCodeForm

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_form_kwargs()
        return {**kwargs, "code": self.process.code} if self.is_typed and self.process is not None else kwargs

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs, is_typed=self.is_typed, mail_arrives=settings.MAIL_ARRIVES)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.is_typed:
            if self.process is None:
                return self._anew(_("This code is no longer good. Ask for a new one."))
            try:
                rate_limits.take(rate_limits.mailed_codes(self.process.state["email"], self.process.state["at"]))
            except RefusedError:
                self.process.abort()
                return self._third()
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def form_valid(self, form: BaseForm) -> HttpResponse:
        account = authenticated_user(self.request)
        if isinstance(form, SendCodeForm):
            if not form.may_try(*rate_limits.asked_letters(address_of(self.request), account.email)):
                return self.form_invalid(form)
            LoginCodeVerificationProcess.initiate(request=self.request, user=account, email=account.email)
            return self._anew()
        pop_login(self.request)
        record_authentication(self.request, account, method="code", email=account.email, reauthenticated=True)
        return super().form_valid(form)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        if self.process is not None and isinstance(form, CodeAgainForm) and not self.process.record_invalid_attempt():
            return self._third()
        return super().form_invalid(form)

    def _third(self) -> HttpResponse:
        return self._anew(_("That was the third wrong code: it is no longer good. Ask for a new one."))

    def _anew(self, sentence: str = "") -> HttpResponse:
        if sentence:
            messages.error(self.request, sentence)
        return see_next(HttpResponseRedirect(self.passthrough_next_url(reverse("account_code_again"))))
