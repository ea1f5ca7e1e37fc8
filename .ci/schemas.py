"""Checks the OpenAPI schemas of all dialects, as a server shows them: `python .ci/schemas.py [FILE…]`, files or all.

Beside the specification itself, what linters ask for and clients made from a schema need: an operation's summary, its
name, its security, a server, and no keyword that JSON Schema does not know; and what `completeness.py` looks for.
"""

import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import completeness
from jsonschema_specifications import REGISTRY
from openapi_spec_validator import OpenAPIV31SpecValidator

METHODS = {"get", "post", "put", "patch", "delete"}
VOCABULARY = "https://json-schema.org/draft/2020-12/meta/"
OF_OPENAPI = {"discriminator", "example", "externalDocs", "xml"}

Json = dict[str, Any]


def main(files: list[str]) -> int:
    given = ((file, json.loads(Path(file).read_text("utf-8"))) for file in files)
    wrong = [
        f"{name}: {mistake}"
        for name, schema in (given if files else served())
        for mistake in mistakes(schema)
    ]
    sys.stderr.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


def served() -> Iterator[tuple[str, Json]]:
    """The schema of each dialect, by its path."""
    import django

    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    logging.disable(logging.INFO)  # a line for each request
    from django.test import Client

    from memory.api.dialects import DIALECTS

    client = Client(headers={"Host": "localhost"})
    for path in ("/openapi.json", *(f"/openapi/{dialect.name}.json" for dialect in DIALECTS)):
        yield path, client.get(path).json()


def mistakes(schema: Json) -> Iterator[str]:
    yield from (error.message.splitlines()[0] for error in OpenAPIV31SpecValidator(schema).iter_errors())
    if not schema.get("servers"):
        yield "there are no servers"
    known = set(schema.get("components", {}).get("securitySchemes", {}))
    for path, calls in schema.get("paths", {}).items():
        for method in METHODS & set(calls):
            call = calls[method]
            security = call.get("security", schema.get("security"))
            named = {name for way in security or [] for name in way}
            for lacking in ("summary", "operationId"):
                if not call.get(lacking):
                    yield f"{method} {path} has no {lacking}"
            if not security or not named <= known:
                yield f"{method} {path} has no security, or one that is not described"
            yield from (f"{method} {path} {lack}" for lack in completeness.lacking(schema, call))
    for name, part in schema.get("components", {}).get("schemas", {}).items():
        yield from (
            f"{name} has the keyword {each}, which JSON Schema does not know" for each in strange(part)
        )


def strange(part: Any) -> Iterator[str]:
    """Keywords of this schema and of those in it."""
    if not isinstance(part, dict):
        return
    yield from (key for key in part if key not in KEYWORDS and not key.startswith("x-"))
    for key in ("items", "additionalProperties", "not"):
        yield from strange(part.get(key))
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for each in part.get(key, []):
            yield from strange(each)
    for each in part.get("properties", {}).values():
        yield from strange(each)


def keywords() -> set[str]:
    parts = [REGISTRY[uri].contents for uri in REGISTRY if uri.startswith(VOCABULARY)]
    return OF_OPENAPI.union(*(part.get("properties", {}) for part in parts))


KEYWORDS = keywords()

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
