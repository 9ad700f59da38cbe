"""From here on finished events of the first release have a digest, so that a closing without one is never right.

They are sealed when all migrations are done: what seals them knows the newest tables only.
"""

from django.db import migrations, transaction
from django.db.models.signals import post_migrate

NAME = "seal earlier closings"


def seal_when_done(apps, schema_editor):
    post_migrate.connect(seal_closings, dispatch_uid=NAME)


def seal_closings(**_told):
    from tournaments.frame.writes import seals

    post_migrate.disconnect(dispatch_uid=NAME)
    with transaction.atomic():
        seals.seal_all_again()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_deals_of_the_first_tables'),
    ]

    operations = [migrations.RunPython(seal_when_done, migrations.RunPython.noop)]
