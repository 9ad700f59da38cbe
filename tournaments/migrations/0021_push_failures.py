from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_club_logos")]

    operations = [
        migrations.AddField(
            model_name="follower",
            name="failures",
            field=models.PositiveSmallIntegerField(default=0, db_default=0),
        ),
    ]
