from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_event_checks")]

    operations = [
        migrations.AddIndex(
            model_name="tournament", index=models.Index(fields=["club", "-starts_at"], name="event_by_club")
        ),
        migrations.AddIndex(
            model_name="tournament", index=models.Index(fields=["circuit", "starts_at"], name="event_by_circuit")
        ),
    ]
