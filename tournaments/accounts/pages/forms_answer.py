"""Answers to the forms of accounts: 303 on success, 422 for an invalid form, 429 after too many tries."""

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from tournaments.accounts.forms.accounts import TriedForm
from tournaments.errors import RefusedError


def status_of(form: BaseForm) -> int:
    """Return the status of the page that shows this form."""
    if not form.is_bound:
        return 200
    return 429 if isinstance(form, TriedForm) and form.held is not None else 422


def show_form(request: HttpRequest, template: str, form: BaseForm, **context: Any) -> HttpResponse:
    """Return the page with the form as it was filled in."""
    return with_status(render(request, template, {"form": form, **context}), form)


def with_status(answer: HttpResponse, form: BaseForm) -> HttpResponse:
    """Return the page with the status of its form, and Retry-After."""
    answer.status_code = status_of(form)
    held: RefusedError | None = form.held if isinstance(form, TriedForm) else None
    if held is not None:
        answer["Retry-After"] = str(held.params["seconds"])
    return answer


def see_next(answer: HttpResponse) -> HttpResponse:
    """Redirect after a form with 303, which the browser follows by GET."""
    if isinstance(answer, HttpResponseRedirect):
        answer.status_code = 303
    return answer
