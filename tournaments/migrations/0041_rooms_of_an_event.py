from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0040_packed_records")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="rooms",
            field=models.JSONField(blank=True, db_default=[], default=list),
        )
    ]
