"""The idempotency key of a form: a form sent twice has one effect."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """Return a hidden field with a new idempotency key."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(16))
