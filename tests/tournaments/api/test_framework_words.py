"""What the framework says of a wrong value is said in Italian too, by whatever field of the API."""

from django.utils.translation import override
from rest_framework import serializers

from tournaments.frame.api.problem_codes import SAID


def kinds(kind: type[serializers.Field]) -> list[type[serializers.Field]]:
    return [kind, *(each for below in kind.__subclasses__() for each in kinds(below))]


def messages() -> dict[str, str]:
    found = {}
    for kind in kinds(serializers.Field):
        for name, message in kind.default_error_messages.items():
            found[f"{kind.__name__}.{name}"] = str(message)
    return found


def test_no_sentence_is_the_same_in_both_languages() -> None:
    with override("en"):
        english = messages()
    with override("it"):
        italian = messages()
    assert {english[name] for name in english if english[name] == italian[name]} == set()
    assert set(SAID) <= set(english.values())
