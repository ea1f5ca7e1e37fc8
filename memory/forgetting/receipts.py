"""Receipts of what was forgotten: signed, stored beside the memories, and without any of their text."""

import hashlib
import hmac
import json
import os
import re
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings

from memory.errors import InvalidInput, NoSuchReceipt
from memory.markdown.files import fsync_folder
from memory.markdown.root import current_root

FOLDER = ".forgotten"
FORMAT = 1
IDENTIFIER = re.compile(r"fg_[0-9a-f]{12}")


def new_id() -> str:
    return f"fg_{secrets.token_hex(6)}"


def marking_key() -> bytes:
    """The key of the marks; without it they reveal nothing."""
    return _derived("marks")


def signed(receipt: dict[str, Any]) -> dict[str, Any]:
    return {**receipt, "signature": _signature(receipt)}


def verify(receipt: dict[str, Any]) -> None:
    """Raises InvalidInput for a receipt that this server did not sign, or that was changed."""
    stated = receipt.get("signature")
    rest = {name: value for name, value in receipt.items() if name != "signature"}
    if not isinstance(stated, str) or not hmac.compare_digest(stated, _signature(rest)):
        raise InvalidInput("The receipt was not signed with this server's key, or was changed since.")


def keep(receipt: dict[str, Any]) -> None:
    """Writes the receipt to a file that outlives the database. It is on disk when this returns."""
    path = _path(receipt["id"])
    path.parent.mkdir(mode=0o700, exist_ok=True)
    temporary = path.with_suffix(".new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        json.dump(receipt, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    for folder in (path.parent, path.parent.parent):
        fsync_folder(folder)


def read(identifier: str) -> dict[str, Any]:
    """Raises NoSuchReceipt."""
    if not IDENTIFIER.fullmatch(identifier):
        raise NoSuchReceipt
    try:
        return load(_path(identifier))
    except FileNotFoundError:
        raise NoSuchReceipt from None


def load(path: Path) -> dict[str, Any]:
    """Raises InvalidInput for a file that is not a receipt, OSError."""
    try:
        receipt = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise InvalidInput(f"{path} is not a receipt: {error}") from None
    if not isinstance(receipt, dict) or receipt.get("format") != FORMAT:
        raise InvalidInput(f"{path} is a receipt in an unknown format")
    return receipt


def _path(identifier: str) -> Path:
    return current_root().path / FOLDER / f"{identifier}.json"


def _signature(receipt: dict[str, Any]) -> str:
    text = json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hmac.digest(_derived("signature"), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hex()


def _derived(purpose: str) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), f"everos forgetting: {purpose}".encode(), hashlib.sha256)
