"""Organisers of a running site, each with an event and a browser that is logged in: run as a module with their number.

Prints for each the address of the page that takes a list, and the cookies and the token that a form is sent with.
"""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.e2e.site_settings")
django.setup()

from django.urls import reverse  # noqa: E402

from tests.tournaments import factories as make  # noqa: E402

TOKEN = "x" * 32


def main(count: str) -> None:
    found = []
    for _each in range(int(count)):
        event = make.knockout(entries=0)
        client = make.client_of(make.boss_of(event))
        found.append(
            {
                "page": reverse("organise_import", args=[event.slug]),
                "cookie": f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}",
                "token": TOKEN,
            }
        )
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
