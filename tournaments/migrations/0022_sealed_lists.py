from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_push_failures'),
    ]

    operations = [
        migrations.AddField(
            model_name='draw',
            name='list_digest',
            field=models.CharField(blank=True, default='', max_length=64),
        ),
    ]
