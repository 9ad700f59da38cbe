"""The key of a form that makes something: sent twice, it is done once."""

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field with a key of this form as it is shown."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(16))
