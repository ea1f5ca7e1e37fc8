from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0020_session_items'),
    ]

    operations = [
        migrations.AddField(
            model_name='keyeddocument',
            name='file_path',
            field=models.CharField(blank=True, default='', max_length=1024),
            preserve_default=False,
        ),
    ]
