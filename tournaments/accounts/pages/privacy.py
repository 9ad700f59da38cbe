"""My data: download it, or close the account."""

import json
from functools import partial

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.accounts.forms.rights import WordForm
from tournaments.accounts.pages.reauthentication import show_after_reauthentication
from tournaments.accounts.reads import my_data as selector
from tournaments.accounts.writes import privacy
from tournaments.frame.pages.steps import account_of, officials, say_done, take
from tournaments.frame.policies import Right, door


@never_cache
@officials(reads=Right.KEEP_ACCOUNT)
def my_data(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/my_data.html", {"account": account_of(request)})


@never_cache
@officials(reads=Right.KEEP_ACCOUNT)
def my_data_file(request: HttpRequest) -> HttpResponse:
    """Return all data of this account, as one file."""
    body = json.dumps(selector.my_data(account_of(request)), ensure_ascii=False, indent=2)
    answer = HttpResponse(body, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="settebello-my-data.json"'
    return answer


@door(reads=Right.HAVE_ACCOUNT, writes=Right.KEEP_ACCOUNT)
@never_cache
@show_after_reauthentication
@require_http_methods(["GET", "HEAD", "POST"])
def account_close(request: HttpRequest) -> HttpResponse:
    """Close the account for good, after re-authentication; the page says what is deleted and what stays."""
    account = account_of(request)
    form = WordForm(request.POST if request.method == "POST" else None)

    def close() -> str:
        privacy.close_account(account_id=account.pk)
        logout(request)
        say_done(request, _("Your account is closed, and your names are taken out."))
        return reverse("home")

    return take(request, form, close, partial(render, request, "accounts/account_close.html", {"form": form}))
