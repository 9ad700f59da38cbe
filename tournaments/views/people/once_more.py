"""Once more: before what opens an account is changed, its owner shows the password or a passkey again."""

from collections.abc import Callable
from functools import wraps
from json import dumps
from typing import Any
from urllib.parse import urlencode

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.views import ReauthenticateView
from allauth.mfa.webauthn.views import ReauthenticateWebAuthnView
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments.forms.accounts import PasswordAgainForm
from tournaments.forms.passkeys import AgainPasskeyForm
from tournaments.policies import Door, Right
from tournaments.services import sessions
from tournaments.views.officials import officials_only
from tournaments.views.people.forms_answer import seen, told
from tournaments.views.people.passkey_host import works_here

OWNER = Door(Right.HAVE_ACCOUNT, Right.KEEP_ACCOUNT)


def shown_again(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Ask for the password or a passkey once more, unless that was a moment ago; then the page is asked for anew."""

    @wraps(view)
    @officials_only
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if did_recently_reauthenticate(request):
            return view(request, *args, **kwargs)
        where = reverse("account_reauthenticate")
        return HttpResponseRedirect(f"{where}?{urlencode({'next': request.get_full_path()})}", status=303)

    return guarded


class Again:
    """What both pages know: where to go on to, and the other way."""

    request: HttpRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = never_cache(officials_only(super().dispatch))(request, *args, **kwargs)  # type: ignore[misc]
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        context["has_passkeys"] = works_here(self.request)
        return context

    def form_valid(self, form: BaseForm) -> HttpResponse:
        answer = seen(super().form_valid(form))  # type: ignore[misc]
        before = self.request.session.session_key or ""
        self.request.session.cycle_key()
        sessions.moved(before=before, after=self.request.session.session_key or "")
        return answer

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return told(self.render_to_response(self.get_context_data(form=form)), form)  # type: ignore[attr-defined]


class PasswordAgain(Again, ReauthenticateView):
    door = OWNER
    template_name = "account/password_again.html"
    form_class = PasswordAgainForm


class PasskeyAgain(Again, ReauthenticateWebAuthnView):
    door = OWNER
    template_name = "account/passkey_again.html"
    form_class = AgainPasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context = super().get_context_data(**kwargs)
        context.update({"options_json": dumps(context["js_data"]["request_options"]), **kwargs})
        return context
