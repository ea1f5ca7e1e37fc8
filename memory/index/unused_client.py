"""Stands in for the generated REST client that LanceDB imports just for its types.

Loading it takes more than a second of processor time at each start and in each command. A local index needs its classes
to carry answers, such as the names of tables, and nothing else of it.
"""

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

CLIENT = "lance_namespace_urllib3_client"


class _Types(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # code that inspects all modules needs nothing from this one
            raise AttributeError(name)
        setattr(self, name, type(name, (SimpleNamespace,), {}))
        return self.__dict__[name]


class _Finder(MetaPathFinder, Loader):
    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        ours = name == CLIENT or name.startswith(f"{CLIENT}.")
        return ModuleSpec(name, self, is_package=True) if ours else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Types(spec.name)

    def exec_module(self, module: ModuleType) -> None: ...


def stand_in() -> None:
    sys.meta_path.insert(0, _Finder())
