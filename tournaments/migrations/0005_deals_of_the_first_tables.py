from django.db import migrations


def count_deals(apps, schema_editor):
    """Write the regular deals of tables of two that were played before the column was there."""
    lines = apps.get_model('tournaments', 'TableLine').objects
    sheets = apps.get_model('tournaments', 'Scoresheet').objects.filter(status='confirmed', table__status='done')
    played = lines.filter(deals__gt=0).values('table')
    for sheet in sheets.exclude(table__in=played).iterator():
        deals = sum(not deal.get('tiebreak') for game in sheet.content['games'] for deal in game['deals'])
        if deals and lines.filter(table=sheet.table_id).count() == 2:
            lines.filter(table=sheet.table_id).update(deals=deals)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_people_passes_and_chained_log'),
    ]

    operations = [migrations.RunPython(count_deals, migrations.RunPython.noop)]
