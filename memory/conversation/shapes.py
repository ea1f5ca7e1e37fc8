"""Parts of the schema for a model's answer: bounded, and lenient towards single items that do not fit."""

import logging
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema, core_schema

from memory.language.sentences import one_line
from memory.text.cleaning import clean

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Clipped:
    """A text: one line of at most `limit` characters. Longer text is cut, since the rest may be good."""

    limit: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._line, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        return {**handler(schema), "maxLength": self.limit}

    def _line(self, value: str) -> str:
        return one_line(clean(value), self.limit)


@dataclass(frozen=True)
class LenientList:
    """A list of at most `limit` items. Invalid items are dropped, unless they are the majority."""

    shape: type[BaseModel]
    limit: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._kept, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        return {**handler(schema), "maxItems": self.limit}

    def _kept(self, items: Any) -> Any:
        """All items, for the caller to reject, if most do not fit: then the model is asked again."""
        if not isinstance(items, list):
            return items
        fitting = [item for item in items if self._fits(item)]
        if len(fitting) < len(items):
            logger.warning(
                "Of %d items of a model's answer (%s), %d are not of the asked form.",
                len(items), self.shape.__name__, len(items) - len(fitting),
            )  # fmt: skip
        return items if 2 * len(fitting) < len(items) else fitting[: self.limit]

    def _fits(self, item: Any) -> bool:
        try:
            self.shape.model_validate(item)
        except ValidationError:
            return False
        return True
