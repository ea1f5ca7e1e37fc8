"""LanceDB imports a generated REST client just for its types; its API modules are not loaded until somebody asks for
them.

Loading them takes a second of processor time at each start and in each command, and nothing here uses them.
"""

import importlib.util
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

CLIENT = "lance_namespace_urllib3_client"


def defer(name: str) -> None:
    """Makes `name` a package whose modules can be imported, and whose own code runs on first access to one of its
    names.
    """
    spec = None if name in sys.modules else importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return
    package = importlib.util.module_from_spec(spec)
    package.__dict__["__getattr__"] = _running(package, spec)
    sys.modules[name] = package


def _running(package: ModuleType, spec: ModuleSpec) -> Any:
    def run_and_get(name: str) -> Any:
        # Code that inspects all modules needs nothing from this one.
        if name.startswith("__") or spec.loader is None:
            raise AttributeError(name)
        del package.__dict__["__getattr__"]
        spec.loader.exec_module(package)
        return getattr(package, name)

    return run_and_get
