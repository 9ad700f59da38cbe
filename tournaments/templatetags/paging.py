"""Addresses of other pages of a list."""

from django import template
from django.http import HttpRequest

register = template.Library()


@register.simple_tag
def page_address(request: HttpRequest, parameter: str, number: int) -> str:
    """Return the address of a page of the list that ``parameter`` turns; the other parameters are kept."""
    query = request.GET.copy()
    query[parameter or "page"] = str(number)
    return f"?{query.urlencode()}"
