from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("memory", "0021_paths_of_notes"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="modelcall", name="model_call_hour"),
        migrations.AddField(
            model_name="modelcall",
            name="app_id",
            field=models.CharField(blank=True, db_default="", default="", max_length=128),
        ),
        migrations.AddField(
            model_name="modelcall",
            name="project_id",
            field=models.CharField(blank=True, db_default="", default="", max_length=128),
        ),
        migrations.AddField(
            model_name="modelcall",
            name="requester",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AddField(
            model_name="modelcall",
            name="cost",
            field=models.FloatField(db_default=0.0, default=0.0),
        ),
        migrations.AddConstraint(
            model_name="modelcall",
            constraint=models.UniqueConstraint(
                fields=("hour", "purpose", "model", "app_id", "project_id", "requester"),
                name="model_call_attributed",
            ),
        ),
        migrations.AddField(
            model_name="memcell",
            name="requester",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AddField(
            model_name="memcell",
            name="note",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
    ]
