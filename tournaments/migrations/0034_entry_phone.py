from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_public_reasons")]

    # With a default of the database: the release before this one runs on for a while and does not know the field.
    operations = [
        migrations.AddField(
            model_name="entry",
            name="phone",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
    ]
