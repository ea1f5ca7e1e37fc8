"""Python runs this file at start when its folder is on PYTHONPATH: a server in which one check is missing."""

import os

HOLE = os.environ.get("EVEROS_TEST_HOLE", "")

if HOLE:
    from memory import grants

    if HOLE == "owners":
        grants.Grant.covers = lambda grant, owner: True
    elif HOLE == "scopes":
        grants.Grant.is_for = lambda grant, scope: True
