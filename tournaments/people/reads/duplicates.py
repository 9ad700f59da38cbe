"""A person with everybody who was merged into them, at any depth: for their data and its removal."""

from tournaments.models import Person


def with_duplicates(person: Person | None) -> list[Person]:
    """Return the person and everybody merged into them, at any depth."""
    found: list[Person] = []
    newest = [person] if person else []
    while newest:
        found += newest
        newest = list(Person.objects.filter(merged_into__in=newest))
    return found
