from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0018_key_grants'),
    ]

    operations = [
        migrations.AddField(
            model_name='bufferedmessage',
            name='documents',
            field=models.JSONField(null=True),
        ),
    ]
