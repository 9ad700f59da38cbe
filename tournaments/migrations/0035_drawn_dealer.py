from django.db import migrations, models


def name_a_dealer(apps, schema_editor):
    """The release before this one knows no match without; it cannot go on with one whose first deal was drawn."""
    apps.get_model("tournaments", "Match").objects.filter(dealer=None).update(dealer=0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_entry_phone")]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="dealer",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(migrations.RunPython.noop, name_a_dealer),
    ]
