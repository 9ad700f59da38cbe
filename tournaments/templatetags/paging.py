"""Addresses that keep something of the request: a list's other pages, the steps before a page."""

from django import template
from django.http import HttpRequest
from django.urls import reverse

from tournaments.frame.pages import steps

register = template.Library()


@register.simple_tag
def page_address(request: HttpRequest, parameter: str, number: int) -> str:
    """Return the address of a page of the list that ``parameter`` turns; the other parameters are kept."""
    query = request.GET.copy()
    query[parameter or "page"] = str(number)
    return f"?{query.urlencode()}"


@register.simple_tag
def onward(request: HttpRequest, name: str) -> str:
    """Return the address of the page ``name``, a step on the way to the page that was asked for."""
    return steps.onward(request, reverse(name))
