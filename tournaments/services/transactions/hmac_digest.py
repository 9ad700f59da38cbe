"""Digests that only this installation can make: who copies the database cannot try out what they are made of."""

import hmac
from hashlib import sha256

from django.conf import settings


def digest(purpose: str, *parts: object) -> bytes:
    """32 bytes for these ``parts``, which must not be free to contain a bar; different for every ``purpose``."""
    message = "|".join([purpose, *map(str, parts)])
    return hmac.digest(settings.SECRET_KEY.encode(), message.encode(), sha256)
