"""My account: its log-ins, its sessions, and a change of address."""

from allauth.account.internal.flows.logout import logout
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.accounts.forms.accounts import AddressForm
from tournaments.accounts.pages.forms_answer import show_form
from tournaments.accounts.pages.passkey_host import works_here
from tournaments.accounts.pages.reauthentication import show_after_reauthentication
from tournaments.accounts.reads import accounts as reading
from tournaments.accounts.reads import passkeys
from tournaments.accounts.reads import sessions as logged_in
from tournaments.accounts.writes import accounts, sessions
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import account_of, officials, see
from tournaments.frame.policies import Right, door
from tournaments.frame.writes import rate_limits


@never_cache
@officials(reads=Right.HAVE_ACCOUNT)
def account(request: HttpRequest) -> HttpResponse:
    user = account_of(request)
    _note_browser(request)
    context = {
        "wanted": reading.wanted_address(user),
        "passkeys": passkeys.own(user),
        "has_passkeys": works_here(request),
        "sessions": logged_in.own(user, request.session.session_key or ""),
        "mail_arrives": settings.MAIL_ARRIVES,
    }
    return render(request, "accounts/account.html", context)


@never_cache
@officials(writes=Right.KEEP_ACCOUNT)
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    if sessions.end(account=account_of(request), session_id=pk) == request.session.session_key:
        logout(request)
        return see("login")
    messages.success(request, _("That browser is logged out."))
    return see("account")


@never_cache
@officials(writes=Right.KEEP_ACCOUNT)
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    _note_browser(request)
    count = sessions.end_others(account=account_of(request), session=request.session.session_key or "")
    said = ngettext("%(count)s other browser is logged out.", "%(count)s other browsers are logged out.", count)
    messages.success(request, said % {"count": count})
    return see("account")


@door(reads=Right.HAVE_ACCOUNT, writes=Right.KEEP_ACCOUNT)
@never_cache
@show_after_reauthentication
def change_email(request: HttpRequest) -> HttpResponse:
    """Ask for another address: the answer is the same if somebody has it; it counts once its mail was opened."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and settings.MAIL_ARRIVES and form.is_valid():
        email = form.cleaned_data["email"].strip().lower()
        if form.may_try(*rate_limits.asked_letters(address_of(request), email)):
            wanted = accounts.ask_for_address(account=account_of(request), email=email)
            if wanted is not None:
                wanted.send_confirmation(request)
            said = _("A mail is on its way to %(email)s: open its link, and the account has that address.")
            messages.success(request, said % {"email": email})
            return see("account")
    return show_form(request, "accounts/change_email.html", form, mail_arrives=settings.MAIL_ARRIVES)


def _note_browser(request: HttpRequest) -> None:
    """Add this browser to the list if it is missing, for example if it logged in before the list existed."""
    if not UserSession.objects.filter(session_key=request.session.session_key or "").exists():
        UserSession.objects.create_from_request(request)
