from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0017_message_ids'),
    ]

    operations = [
        migrations.AddField(
            model_name='apikey',
            name='grant_given',
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict, editable=False),
        ),
    ]
