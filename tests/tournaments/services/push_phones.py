"""A browser that subscribes to push notifications and decrypts them."""

import json

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tests.tournaments.receiver import HOST
from tournaments.alerts.writes import sending
from tournaments.alerts.writes.followers import Subscription
from tournaments.alerts.writes.sending import encode_base64url, point_of

AUTH = b"sixteen bytes ok"


class Phone:
    """A browser: its keys, and how it reads what its push service brings."""

    def __init__(self, name: str = "one") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.endpoint = f"https://{HOST}/push/{name}"

    @property
    def subscription(self) -> Subscription:
        return Subscription(self.endpoint, encode_base64url(point_of(self.key)), encode_base64url(AUTH))

    def read(self, body: bytes) -> dict[str, str]:
        """As a browser does it: RFC 8291, from its own side."""
        salt, length = body[:16], body[20]
        sender = body[21 : 21 + length]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + point_of(self.key) + sender
        secret = sending._derive(AUTH, shared, info)
        content = sending._derive(salt, secret, b"Content-Encoding: aes128gcm\0")[:16]
        nonce = sending._derive(salt, secret, b"Content-Encoding: nonce\0")[:12]
        found: dict[str, str] = json.loads(AESGCM(content).decrypt(nonce, body[21 + length :], None).rstrip(b"\x02"))
        return found
