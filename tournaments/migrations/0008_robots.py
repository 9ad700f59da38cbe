from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_live_matches'),
    ]

    operations = [
        migrations.AlterField(
            model_name='matchdeadline',
            name='kind',
            field=models.CharField(choices=[('turn', 'Turn'), ('deal', 'Deal'), ('report', 'Report'), ('robot', 'Robot')], max_length=8),
        ),
    ]
