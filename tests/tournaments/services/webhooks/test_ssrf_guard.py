"""Where a webhook may go: to the public internet, whatever a name resolves to, and nowhere else."""

import pytest

from tournaments.errors import RefusedError
from tournaments.frame.writes.ssrf_guard import Target, is_outside, target

PRIVATE = (
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "192.0.0.170", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1",
    "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1",
    "2002:7f00:1::", "2001::1", "::127.0.0.1", "2001:db8::1", "fec0::1", "feff::1", "192.0.0.8", "3fff::1",
)  # fmt: skip
PUBLIC = ("93.184.216.34", "8.8.8.8", "2606:4700::6810:84e5", "::ffff:8.8.8.8")


@pytest.mark.parametrize("address", PRIVATE)
def test_no_private_address_is_reached_by_whatever_name(address: str) -> None:
    assert not is_outside(address)
    with pytest.raises(RefusedError) as refused:
        target("https://hooks.example.org/x", lambda host, port: [address])
    assert refused.value.code == "webhook_private"


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_public_internet_are_reached(address: str) -> None:
    found = target("https://hooks.example.org/x?y=1", lambda host, port: [address])
    assert found == Target("hooks.example.org", 443, "/x?y=1", address)


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(RefusedError, match="webhook_private"):
        target("https://hooks.example.org/", lambda host, port: ["8.8.8.8", "10.0.0.1"])


@pytest.mark.parametrize(
    "url",
    (
        "http://hooks.example.org/",
        "ftp://hooks.example.org/",
        "https://",
        "https:///x",
        "//hooks.example.org/",
        "https://user:word@hooks.example.org/",
        "https://hooks.example.org/#part",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org/\r\nX: y",
        "https://hooks.example.org/a b",
        "javascript:alert(1)",
        "https://[::1/",
        "https://hooks.example.org/" + "x" * 400,
        "https://hööks.example.org/",
    ),
)
def test_what_is_no_address_of_the_web_is_refused_before_it_is_looked_up(url: str) -> None:
    def never(host: str, port: int) -> list[str]:
        raise AssertionError(host)

    with pytest.raises(RefusedError, match="webhook_url"):
        target(url, never)


@pytest.mark.parametrize("port", (1, 22, 25, 80, 1023))
def test_ports_of_other_services_are_refused(port: int) -> None:
    with pytest.raises(RefusedError, match="webhook_port"):
        target(f"https://hooks.example.org:{port}/", lambda host, port: ["8.8.8.8"])


@pytest.mark.parametrize("url", ("https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/"))
def test_numbers_in_the_place_of_a_name_are_looked_at_in_the_same_way(url: str) -> None:
    with pytest.raises(RefusedError) as refused:
        target(url)
    assert refused.value.code in ("webhook_private", "webhook_unknown_host")


def test_a_name_that_does_not_exist_is_said_to_be_unknown() -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise OSError

    with pytest.raises(RefusedError, match="webhook_unknown_host"):
        target("https://hooks.example.org/", unknown)
