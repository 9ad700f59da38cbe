from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0032_fold_earlier_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="public_reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=400),
        ),
    ]
