"""Where a form leads next: the one function that every ``next`` of a request goes through."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def is_address_here(request: HttpRequest, asked: str) -> bool:
    """Whether ``asked`` is a whole address of this site, as the request names it: ``/e/gara/`` or with its host.

    A plain word is none: ``redirect()`` takes it for the name of a page, and a browser for a part of the address that
    it has just sent the form to.
    """
    has_host = asked.startswith(("http://", "https://"))
    return (has_host or asked.startswith("/")) and url_has_allowed_host_and_scheme(
        asked, {request.get_host()}, require_https=request.is_secure()
    )


def next_address(request: HttpRequest, asked: str, otherwise: str) -> str:
    """Return ``asked`` if it is an address of this site, else the address ``otherwise``."""
    return asked if is_address_here(request, asked) else otherwise
