"""How a written step answers: by a redirect to the page that shows what it changed."""

from typing import Any

from django.http import HttpResponseRedirect
from django.urls import reverse


def see(name: str, *args: Any) -> HttpResponseRedirect:
    """303 to the page of that name: the browser asks for it by GET, and going back sends nothing twice."""
    return HttpResponseRedirect(reverse(name, args=args), status=303)
