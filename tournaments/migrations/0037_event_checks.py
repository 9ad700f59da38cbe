from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0036_no_show_is_rest")]

    operations = [
        migrations.CreateModel(
            name="EventCheck",
            fields=[
                ("event", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64)),
                ("sums", models.JSONField()),
                ("seal", models.CharField(max_length=64)),
            ],
        ),
    ]
