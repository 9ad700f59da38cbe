"""Send one alert to one browser through its push service: encrypted (RFC 8291), signed, to an allowed address.

Allowed push services: those of the browsers' makers, and those that the installation names. Anybody can send a
browser's address. At any other host nobody would read an alert, and each would cost the site seconds.

Encrypt a push message for one browser (RFC 8291, ``aes128gcm`` of RFC 8188), and sign its sender (RFC 8292).
``cryptography`` is loaded with the first message: no page needs it.
"""

import base64
import binascii
import hmac
import json
import os
import time
from functools import cache
from hashlib import sha256
from http.client import HTTPException
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.competition.rooms import room_at
from tournaments.errors import RefusedError
from tournaments.events.reads.rounds import rounds_in
from tournaments.frame.round_names import round_of
from tournaments.frame.writes import ssrf_guard
from tournaments.frame.writes.ssrf_guard import target
from tournaments.models import Follower, OutboxMessage, Table
from tournaments.webhooks.writes.sending import SUCCESS, NotDeliveredError, post

# Chrome, Edge on Android, Samsung, Opera; Firefox; Safari; Edge on Windows. A star stands for any subdomain.
KNOWN: Final = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)


def require_service(endpoint: str) -> None:
    """Refuse an address that is not https, on port 443, of a known push service."""
    try:
        host, port, _path = ssrf_guard.require_address(endpoint)
    except RefusedError as refusal:
        raise RefusedError("push_service", field="endpoint", value=endpoint[:80]) from refusal
    is_known = any(
        host.endswith(known[1:]) if known.startswith("*.") else host == known
        for known in (*KNOWN, *settings.PUSH_SERVICES)
    )
    if port != ssrf_guard.HTTPS or not is_known:
        raise RefusedError("push_service", field="endpoint", value=endpoint.partition("?")[0][:80])


if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES: Final = 4096
LAST_RECORD: Final = b"\x02"
# A push service accepts a signature of 24 hours at most.
SIGNED_SECONDS: Final = 12 * 60 * 60
COORDINATE_BYTES: Final = 32


def encode_base64url(data: bytes) -> str:
    """Encode as base64url, without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode_base64url(text: str) -> bytes:
    """Decode base64url; ValueError where it is invalid."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeError) as error:
        raise ValueError(text[:20]) from error


def is_point(p256dh: bytes) -> bool:
    """Return whether these bytes are a public key on the curve P-256."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    except ValueError:
        return False
    return len(p256dh) == POINT_BYTES


def encrypt(
    message: bytes, p256dh: bytes, auth: bytes, own: "EllipticCurvePrivateKey | None" = None, salt: bytes = b""
) -> bytes:
    """Return the body of a push message that only the browser with these keys can read; ``own``, ``salt`` for tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(SALT_BYTES)
    public = point_of(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh))
    secret = _derive(auth, shared, b"WebPush: info\0" + p256dh + public)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0")[:16]
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0")[:12]
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derive(salt: bytes, secret: bytes, info: bytes) -> bytes:
    """Derive one block of HKDF with SHA-256 (RFC 5869)."""
    return _mac(_mac(salt, secret), info + b"\x01")


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, sha256).digest()


def point_of(key: "EllipticCurvePrivateKey") -> bytes:
    """Return the public key, as browsers and push services take it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@cache
def site_key(secret: str) -> "EllipticCurvePrivateKey":
    """Return the key of this installation (VAPID): derived from its secret, so that all processes have the same."""
    from cryptography.hazmat.primitives.asymmetric import ec

    wide = b"".join(_mac(secret.encode(), b"web push " + bytes([part])) for part in (1, 2))
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    return ec.derive_private_key(1 + int.from_bytes(wide, "big") % (order - 1), ec.SECP256R1())


def public_key() -> str:
    """Return the key with which a browser subscribes."""
    return encode_base64url(point_of(site_key(settings.SECRET_KEY)))


def authorization(endpoint: str) -> str:
    """Return the header that names the sender to this push service."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, utils

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_SECONDS,
        "sub": settings.SECURITY_CONTACT or settings.SITE_URL,
    }
    text = ".".join(encode_base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    signature = site_key(settings.SECRET_KEY).sign(text.encode(), ec.ECDSA(hashes.SHA256()))
    both = b"".join(each.to_bytes(COORDINATE_BYTES, "big") for each in utils.decode_dss_signature(signature))
    return f"vapid t={text}.{encode_base64url(both)}, k={public_key()}"


# Seconds that the push service keeps it for a phone that is off: later the match has begun.
KEPT_SECONDS: Final = 15 * 60
GONE: Final = (404, 410)
BUSY: Final = (429, *range(500, 600))
MOST_LETTERS: Final = 300


def send(message: OutboxMessage) -> None:
    """Send the alert, unless its table is over or nobody follows any more; raise where it did not arrive."""
    from urllib3.exceptions import HTTPError

    follower = Follower.objects.select_related("entry__tournament").filter(pk=message.payload["follower"]).first()
    table = (
        Table.objects.select_related("round").filter(pk=message.payload["table"], status=Table.Status.CALLED).first()
    )
    if follower is None or table is None or not settings.ALERTS:
        return
    entry, event = follower.entry, follower.entry.tournament
    # The language of the page on which the browser subscribed.
    with override(follower.language):
        place = table.public_number
        room = room_at(event.rooms, table.hall_number)
        where = " · ".join(filter(None, (room, round_of(table, table.round.number, rounds_in(event)))))
        told = {
            "title": _("Now at table %(table)s") % {"table": place},
            "body": f"{entry.label[:MOST_LETTERS]} · {where}",
            "url": reverse("event_where", args=[event.slug, entry.pk]),
            "tag": f"table-{table.pk}",
            "lang": follower.language,
        }
    body = encrypt(json.dumps(told).encode(), decode_base64url(follower.p256dh), decode_base64url(follower.auth))
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high",
        "Topic": f"table-{table.pk}",
        "Authorization": authorization(follower.endpoint),
    }
    status, error = None, ""
    try:
        require_service(follower.endpoint)
        status = post(target(follower.endpoint), body, headers)
    except RefusedError as refusal:
        error = refusal.code
    except (HTTPError, HTTPException, OSError, ValueError) as failure:
        # Only the name of the error: the browser's address is not stored.
        error = type(failure).__name__
    # A browser is deleted that is gone, or that missed so many alerts in a row. An alert counts once, by the answer to
    # its first try. No answer, or an answer that the push service is down or overloaded, does not count.
    everywhere = Follower.objects.filter(endpoint=follower.endpoint)
    if status in SUCCESS:
        everywhere.exclude(failures=0).update(failures=0)
    elif status in GONE:
        everywhere.delete()
    elif not message.attempts and status is not None and status not in BUSY:
        everywhere.update(failures=F("failures") + 1)
        everywhere.filter(failures__gte=Follower.MOST_FAILURES).delete()
    if status not in SUCCESS and status not in GONE:
        raise NotDeliveredError(error or str(status))
