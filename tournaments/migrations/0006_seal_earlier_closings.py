from django.db import migrations


def seal_closings(apps, schema_editor):
    """Give the finished events of the first release a digest, so that a closing without one is never right."""
    if apps.get_model('tournaments', 'Tournament').objects.filter(status='finished').exists():
        from tournaments.services import seals

        seals.seal_all_again()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_deals_of_the_first_tables'),
    ]

    operations = [migrations.RunPython(seal_closings, migrations.RunPython.noop)]
