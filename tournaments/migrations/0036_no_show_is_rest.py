from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_drawn_dealer")]

    # The events that are there keep the rule that they began with.
    operations = [
        migrations.AddField(
            model_name="tournament",
            name="no_show_is_rest",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
