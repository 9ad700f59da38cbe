"""Encrypt a push message for one browser (RFC 8291, ``aes128gcm`` of RFC 8188), and sign its sender (RFC 8292).

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
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD_BYTES: Final = 4096
LAST_RECORD: Final = b"\x02"
# A push service accepts a signature of 24 hours at most.
SIGNED_SECONDS: Final = 12 * 60 * 60
COORDINATE_BYTES: Final = 32


def encoded(data: bytes) -> str:
    """Encode as base64url, without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
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


def encrypted(
    message: bytes, p256dh: bytes, auth: bytes, own: "EllipticCurvePrivateKey | None" = None, salt: bytes = b""
) -> bytes:
    """Return the body of a push message that only the browser with these keys can read; ``own``, ``salt`` for tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(SALT_BYTES)
    public = point_of(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh))
    secret = _derived(auth, shared, b"WebPush: info\0" + p256dh + public)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0")[:16]
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0")[:12]
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(salt: bytes, secret: bytes, info: bytes) -> bytes:
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
    return encoded(point_of(site_key(settings.SECRET_KEY)))


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
    text = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    signature = site_key(settings.SECRET_KEY).sign(text.encode(), ec.ECDSA(hashes.SHA256()))
    both = b"".join(each.to_bytes(COORDINATE_BYTES, "big") for each in utils.decode_dss_signature(signature))
    return f"vapid t={text}.{encoded(both)}, k={public_key()}"
