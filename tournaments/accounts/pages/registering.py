"""Registration and confirmation of the address: the answer is the same whether the address has an account or not."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmEmailView
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from tournaments.accounts.forms.accounts import PasswordAgainForm, RegisterForm, log_in
from tournaments.accounts.pages.forms_answer import see_next, show_form, with_status
from tournaments.accounts.writes import accounts
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import next_address, see_onward
from tournaments.frame.policies import Door, Right, door
from tournaments.frame.writes import rate_limits


@door(reads=Right.BROWSE, writes=Right.BROWSE)
@never_cache
def register(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(next_address(request, request.GET.get("next", ""), reverse("my_events")))
    form = RegisterForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and form.may_try(rate_limits.sign_ups(address_of(request))):
        account = accounts.register(**form.cleaned_data)
        if account is not None and settings.MAIL_ARRIVES:
            EmailAddress.objects.get(user=account).send_confirmation(request, signup=True)
        elif account is not None:
            return see_next(log_in(request, account))
        return see_onward(request, "registered")
    return show_form(request, "accounts/register.html", form)


@door(reads=Right.BROWSE)
@never_cache
def next_step(request: HttpRequest) -> HttpResponse:
    """Show the next step: read the mail, or log in; also after a log-in with an unconfirmed address."""
    return render(request, "accounts/registered.html", {"mail_arrives": settings.MAIL_ARRIVES})


@method_decorator(never_cache, name="dispatch")
class ConfirmAddress(ConfirmEmailView):
    """Show the link of a mail (GET), confirm it (POST), so that a preview of the link confirms nothing.

    Reading the mailbox is not enough: a person who registers with somebody else's address would share the account with
    its owner. So the password is required if the account is not logged in, and then the visitor is logged in.
    """

    door = Door(Right.BROWSE, Right.BROWSE)
    template_name = "accounts/confirm_address.html"
    form: PasswordAgainForm | None = None

    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().get(*args, **kwargs)
        answer.status_code = 200 if self.object else 404
        return answer

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            self.object = self.get_object()
        except Http404:
            # Perhaps the second of two quick taps: the first has confirmed it and logged in.
            return self._too_late(404)
        if not self._is_owner():
            self.form = PasswordAgainForm(self.request.POST, user=self.object.email_address.user)
            if not self.form.is_valid():
                return with_status(self.render_to_response(self.get_context_data()), self.form)
        answer: HttpResponse = super().post(*args, **kwargs)
        return see_next(answer)

    def respond(self, success: bool) -> HttpResponse:
        if not success:
            return self._too_late(422)
        if self.form is not None:
            self.form.user.refresh_from_db()
            return log_in(self.request, self.form.user)
        return redirect(self.get_redirect_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        if self.object and not self._is_owner():
            account = self.object.email_address.user
            context["form"] = self.form or PasswordAgainForm(user=account)
            context["has_password"] = account.has_usable_password()
            context["is_first"] = account.email == self.object.email_address.email
        return context

    def logout_other_user(self, confirmation: Any) -> None:
        """Keep the session of a visitor who opens somebody else's link."""

    def _too_late(self, status: int) -> HttpResponse:
        self.object = None
        answer: HttpResponse = self.render_to_response(self.get_context_data(), status=status)
        return answer

    def _is_owner(self) -> bool:
        return bool(self.request.user.pk == self.object.email_address.user_id)
