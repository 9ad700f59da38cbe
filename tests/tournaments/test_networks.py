"""Who counts as one when somebody is counted."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.frame.networks import house_of


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:1::7", "2001:db8:1:1::"),
        ("2001:db8:1:1:ffff::1", "2001:db8:1:1::"),
        ("2001:db8:1:2::7", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_address_of_ipv6_is_counted_as_its_network(host: str, counted: str) -> None:
    assert house_of(host) == counted


@pytest.mark.django_db
def test_a_house_with_many_addresses_has_the_guesses_of_one() -> None:
    make.user("rosa@example.org", password="una parola lunga")
    answers = [
        make.client_of().post(
            reverse("login"), {"login": "rosa@example.org", "password": "sbagliata"}, REMOTE_ADDR=f"2001:db8:1:1::{n:x}"
        )
        for n in range(1, 12)
    ]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]


@pytest.mark.django_db
def test_twenty_wrong_codes_from_one_house_are_looked_at() -> None:
    answers = [
        make.client_of().post(reverse("enter_code"), {"code": f"1A-ABCD{n}"}, REMOTE_ADDR=f"2001:db8:1:1::{n:x}")
        for n in range(10, 31)
    ]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]
