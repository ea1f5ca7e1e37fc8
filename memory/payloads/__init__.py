"""The bytes of a content item: in the request itself, in a file of this machine, or at an address of the web."""

from memory.payloads.payload import Payload
from memory.payloads.rules import Rules

__all__ = ["Payload", "Rules"]
