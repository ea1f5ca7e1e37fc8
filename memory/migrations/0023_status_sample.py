from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("memory", "0022_usage"),
    ]

    operations = [
        migrations.CreateModel(
            name="StatusSample",
            fields=[
                ("minute", models.BigIntegerField(primary_key=True, serialize=False)),
                ("files", models.PositiveIntegerField(null=True)),
                ("cells", models.PositiveIntegerField(null=True)),
                ("runs", models.PositiveIntegerField(null=True)),
                ("lag", models.PositiveIntegerField(null=True)),
                ("answered", models.PositiveIntegerField(default=0)),
                ("refused", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
            ],
        ),
    ]
