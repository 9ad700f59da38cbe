"""How a page takes a step: the door, the form sent once, the refusal on its form, and where the answer leads.

Idempotent forms: a form sent twice has one effect. Its answer is saved with the effect, by key. The key is a hidden
field (``{% form_key %}``). The same key with other values is another request.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import partial, wraps
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import form_of
from tournaments.frame.forms.widgets import field_of_refusal
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import Operation, Target, of_event
from tournaments.frame.phrases import sentence
from tournaments.frame.policies import Actor, Right, door
from tournaments.frame.writes import idempotency
from tournaments.frame.writes.idempotency import KeyedCall
from tournaments.frame.writes.transaction import alone, require_version
from tournaments.models import Tournament, User


def see(name: str, *args: Any) -> HttpResponseRedirect:
    """Redirect with 303 to the named page: the browser sends a GET, and going back repeats nothing."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)


def wait(answer: HttpResponse, refusal: RefusedError) -> HttpResponse:
    """Turn the answer into 429 with Retry-After if the refusal is about too many tries."""
    if refusal.code == "too_many_tries":
        answer.status_code = 429
        answer["Retry-After"] = str(refusal.params["seconds"])
    return answer


def is_address_here(request: HttpRequest, asked: str) -> bool:
    """Whether ``asked`` is a whole address of this site, as the request names it: ``/e/gara/`` or with its host.

    A plain word is none: ``redirect()`` takes it for the name of a page, and a browser for a part of the address that
    it has just sent the form to.
    """
    has_host = asked.startswith(("http://", "https://"))
    return (has_host or asked.startswith("/")) and url_has_allowed_host_and_scheme(
        asked, {request.get_host()}, require_https=request.is_secure()
    )


# The longest address that is carried through letters and steps: enough for every page of this site.
LONGEST_NEXT: Final = 500


def next_address(request: HttpRequest, asked: str, otherwise: str) -> str:
    """Return ``asked`` if it is an address of this site, else the address ``otherwise``."""
    return asked if is_address_here(request, asked) else otherwise


def onward(request: HttpRequest, address: str) -> str:
    """Return ``address`` with the page that the visitor has asked for (``next``), so that the steps before lead to it.

    It goes into letters too: a path of this site, never a host, and at most LONGEST_NEXT characters of it.
    """
    asked = request.POST.get("next") or request.GET.get("next", "")
    if len(asked) > LONGEST_NEXT or not asked.startswith("/") or not is_address_here(request, asked):
        return address
    return f"{address}?{urlencode({'next': asked}, safe='/')}"


def see_onward(request: HttpRequest, name: str) -> HttpResponseRedirect:
    """Redirect with 303 to the page ``name``, a step on the way to the page that was asked for."""
    return HttpResponseRedirect(onward(request, reverse(name)), status=303)


Page: TypeAlias = Callable[..., HttpResponse]


def officials_only(view: Page) -> Page:
    """Ask an anonymous visitor to log in before the page looks for anything."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return wrapper


def officials(*, reads: Right | None = None, writes: Right | None = None) -> Callable[[Page], Page]:
    """Make a view a page of officials, with the methods that its door has."""
    methods = [*(["GET", "HEAD"] if reads else []), *(["POST"] if writes else [])]
    return lambda view: door(reads, writes)(officials_only(require_http_methods(methods)(view)))


def account_of(request: HttpRequest) -> User:
    """Return the account that is logged in, on a page that requires a log-in."""
    assert isinstance(request.user, User)  # noqa: S101 - the page has asked for a log-in
    return request.user


AnyView = TypeVar("AnyView", bound=Callable[..., object])


def steps_of(*operations: Operation) -> Callable[[AnyView], AnyView]:
    """Mark a view with its operations."""

    def mark(view: AnyView) -> AnyView:
        view.operations = operations  # type: ignore[attr-defined]
        return view

    return mark


def page_of(*operations: Operation, is_button: bool = False) -> Callable[[Page], Page]:
    """Make a view the officials' page of ``operations``, open to their right; a button accepts POST only."""
    right = operations[0].right
    guard = officials(reads=None if is_button else right, writes=right)
    return lambda view: steps_of(*operations)(guard(view))


def operations_of(view: object) -> tuple[Operation, ...]:
    """Return the operations of a view; none for a view without the mark."""
    found: tuple[Operation, ...] = getattr(view, "operations", ())
    return found


KEY = "key"
MOST_KEY = 64
OF_NO_WISH = frozenset({KEY, "csrfmiddlewaretoken"})
LEADS = "Location"


def new_key() -> str:
    """Return an idempotency key for a form that is shown."""
    return secrets.token_urlsafe(16)


def key_of(data: QueryDict) -> str | None:
    """Return the idempotency key of a form that was sent, or None."""
    return data.get(KEY, "")[:MOST_KEY] or None


def once(request: HttpRequest, make: Callable[[], str]) -> str:
    """Return the address to redirect to: from ``make``, or the saved one if the form was sent before.

    ``make`` writes in the same transaction as the key, so a refusal saves neither.
    """
    if not request.POST.get(KEY):
        return make()
    # The same request is the same account, address, key and values.
    written = sorted((name, values) for name, values in request.POST.lists() if name not in OF_NO_WISH)
    named = repr((request.path, request.POST[KEY], written)).encode("utf-8", "surrogatepass")
    digest = sha256(named).hexdigest()
    asked = KeyedCall(owner=f"page:{request.user.pk or 0}", key=digest, fingerprint=digest)
    with alone():
        before = idempotency.kept_answer(asked)
        if before is not None:
            return str(before.headers[LEADS])
        where = make()
        idempotency.keep_answer(asked, 303, "null", {LEADS: where})
    return where


TABS = (
    ("organise", gettext_lazy("What now")),
    ("organise_entries", gettext_lazy("Entries")),
    ("organise_draw", gettext_lazy("Draw")),
    ("organise_rounds", gettext_lazy("Rounds")),
    ("organise_closing", gettext_lazy("Closing")),
    ("organise_jobs", gettext_lazy("Documents")),
    ("organise_roles", gettext_lazy("Roles")),
    ("organise_settings", gettext_lazy("Settings")),
    ("organise_rules", gettext_lazy("Rules")),
    ("organise_audit", gettext_lazy("Log")),
)


class SeeOther(HttpResponseRedirect):
    """A redirect after a POST (303)."""

    status_code = 303


def organiser_of(request: HttpRequest, slug: str) -> tuple[Tournament, Actor]:
    """Return the event and its organiser, who sent the request."""
    return access.tournament(visitor(request), slug, Right.ORGANISE)


def show(
    request: HttpRequest, template: str, event: Tournament, current: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """Show a page of the event in its frame."""
    return render(request, template, {**frame_context(event, current), **context}, status=status)


def frame_context(event: Tournament, current: str) -> dict[str, Any]:
    """Return the context of the frame."""
    crumbs: list[dict[str, Any]] = [{"label": gettext("My events"), "url": reverse("my_events")}]
    if current == "organise":
        crumbs.append({"label": event.name, "url": ""})
    else:
        crumbs.append({"label": event.name, "url": reverse("organise", args=[event.slug])})
        crumbs.append({"label": dict(TABS).get(current, ""), "url": ""})
    tabs = [
        {"label": label, "url": reverse(name, args=[event.slug]), "current": name == current} for name, label in TABS
    ]
    return {"event": event, "crumbs": crumbs, "tabs": tabs}


def to(name: str, *args: object) -> SeeOther:
    """Redirect to a page after a step."""
    return SeeOther(reverse(name, args=args))


def say_done(request: HttpRequest, text: str) -> None:
    """Add the message about a step, shown on the next page."""
    messages.success(request, text)


def wants_part(request: HttpRequest) -> bool:
    """Return whether a script (``post.js``) asks for a part of the page only."""
    return request.method == "POST" and "X-Part" in request.headers


# A step of an organiser, with the event and the actor that its address names.
Step: TypeAlias = Callable[..., HttpResponse]
Again: TypeAlias = Callable[[HttpRequest, Tournament, int], HttpResponse]


def take(
    request: HttpRequest,
    form: forms.Form | None,
    do: Callable[[], str],
    show: Callable[..., HttpResponse],
    game: str = "",
    names: dict[str, str] | None = None,
) -> HttpResponse:
    """Do once what a form asks, and go to the address that ``do`` answers; else show it again, with its status.

    ``form`` is None where nothing but a button is sent. ``names`` translates the service's names of fields.
    """
    status = 422 if form is not None and form.is_bound else 200
    if request.method == "POST" if form is None else form.is_valid():
        try:
            return SeeOther(once(request, do))
        except RefusedError as refusal:
            status = show_refusal(request, refusal, game) if form is None else refuse(form, refusal, game, names)
    return show(status=status)


def button(*operations: Operation, again: Again) -> Callable[[Step], Page]:
    """Make a step the page of ``operations`` that is only sent; where it is refused, ``again`` is shown.

    ``again`` takes the request, the event and the status of the answer.
    """

    def make(step: Step) -> Page:
        @page_of(*operations, is_button=True)
        @wraps(step)
        def page(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
            event, actor = organiser_of(request, slug)
            try:
                return step(request, event, actor, **address)
            except RefusedError as refusal:
                return again(request, event, say_refused(request, refusal, event))

        return page

    return make


def say_refused(request: HttpRequest, refusal: RefusedError, event: Tournament) -> int:
    """Say above the page why a button did nothing; the status of the answer."""
    return show_refusal(request, refusal, event.game)


def show_refusal(request: HttpRequest, refusal: RefusedError, game: str = "") -> int:
    """The same on a page that is about no event."""
    messages.error(request, sentence(refusal, game))
    return status_of(refusal)


def refuse(form: forms.Form, refusal: RefusedError, game: str = "", names: dict[str, str] | None = None) -> int:
    """Put a refusal on the field that it is about (``names`` translates the service's names); the answer's status."""
    field = (names or {}).get(refusal.field, refusal.field)
    form.add_error(field_of_refusal(form, field), sentence(refusal, game))
    return status_of(refusal)


def status_of(refusal: RefusedError) -> int:
    """409 when somebody else was first, 422 for everything else."""
    return 409 if isinstance(refusal, StaleVersionError) else 422


View = Callable[..., HttpResponse]


def reason_page(
    operation: Operation,
    question: Callable[[], Mapping[str, Any]],
    said: str,
    *,
    of: Callable[[Tournament], Target] = of_event,
    current: str,
    back: str,
    after: str,
) -> View:
    """Return the view of ``operation``: GET shows the question, POST takes the step and leads to ``after``.

    What the page asked about is what is taken back: where somebody has written since it was shown, it asks again.
    """

    @page_of(operation)
    def asking(request: HttpRequest, slug: str) -> HttpResponse:
        event, actor = organiser_of(request, slug)
        form = form_of(operation.takes)(request.POST if request.method == "POST" else None)

        def do() -> str:
            with alone():
                require_version(event.pk, whole(request.POST["seen"], -1) if "seen" in request.POST else None)
                operation.do(actor, of(event), form.cleaned_data)
            say_done(request, _(said))
            return reverse(after, args=[slug])

        seen = [{"name": "seen", "value": event.version}]
        asked = {**question(), "form": form, "back_url": reverse(back, args=[slug]), "kind": "danger", "hidden": seen}
        page = partial(show, request, "frame/organiser_confirm.html", event, current, question=asked)
        return take(request, form, do, page, event.game)

    return asking


READING: Final = ("GET", "HEAD")


def step_at_table(view: View) -> View:
    """Redirect a GET of a step's address, where a refusal was shown, to the table."""

    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        if request.method not in READING:
            return view(request, slug, number)
        access.table(visitor(request), slug, number, Right.ENTER_SCORE)
        return see("table_sheet", slug, number)

    return wrapper
