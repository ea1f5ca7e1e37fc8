"""The operators' API, below /api/ops/."""

import re

from django.urls import path

from memory.api.everos_v1.errors import error_response
from memory.api.ops import (
    cells,
    changes,
    keys,
    messages,
    model_calls,
    processes,
    runs,
    sessions,
    status,
    tables,
)
from memory.api.permission import all_without_key
from memory.api.rest.dialect import SESSION, TOKEN, Dialect

OPS = Dialect(
    name="ops",
    prefix="api/ops/",
    paths=re.compile(r"/api/ops(/|$)"),
    error_response=error_response,
    title="Operations",
    description="For operators: queues, failures, usage, keys and processes, with actions on them. Staff only.",
    schemes={"token": TOKEN, "session": SESSION},
    open=False,
    routes=[
        path("status", status.Overview.as_view()),
        path("sessions", sessions.Sessions.as_view()),
        path("sessions/flush", sessions.Flush.as_view()),
        path("sessions/<str:app_id>/<str:project_id>/<path:session_id>", sessions.OneSession.as_view()),
        path("messages", messages.Messages.as_view()),
        path("messages/<int:id>", messages.OneMessage.as_view()),
        path("cells", cells.Cells.as_view()),
        path("cells/retry", cells.Retry.as_view()),
        path("cells/<str:id>", cells.OneCell.as_view()),
        path("changes", changes.Changes.as_view()),
        path("changes/enqueue", changes.Enqueue.as_view()),
        path("changes/retry", changes.Retry.as_view()),
        path("changes/<int:id>", changes.OneChange.as_view()),
        path("runs", runs.Runs.as_view()),
        path("runs/again", runs.Again.as_view()),
        path("runs/start", runs.Start.as_view()),
        path("runs/cancel", runs.Cancel.as_view()),
        path("runs/derive", runs.Derive.as_view()),
        path("runs/<int:id>", runs.OneRun.as_view()),
        path("tables", tables.Tables.as_view()),
        path("tables/rebuild", tables.Rebuild.as_view()),
        path("tables/<str:kind>", tables.OneTable.as_view()),
        path("model-calls", model_calls.Calls.as_view()),
        path("model-calls/<int:id>", model_calls.OneHour.as_view()),
        path("keys", keys.Keys.as_view()),
        path("keys/make", keys.Make.as_view()),
        path("keys/rotate", keys.Rotate.as_view()),
        path("keys/revoke", keys.Revoke.as_view()),
        path("keys/<int:id>", keys.OneKey.as_view()),
        path("processes", processes.Processes.as_view()),
        path("processes/<str:token>", processes.OneProcess.as_view()),
    ],
)

all_without_key(OPS.routes)  # StaffAuthentication also accepts sessions of the admin
