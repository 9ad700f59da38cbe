from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_club_presets'),
    ]

    operations = [
        migrations.AddField(
            model_name='draw',
            name='format',
            field=models.CharField(default='settebello-draw-1', max_length=20),
        ),
        migrations.AddField(
            model_name='draw',
            name='drawn_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='draw',
            name='shown_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
