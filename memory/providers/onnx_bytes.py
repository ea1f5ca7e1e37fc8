"""Writes the few messages of the ONNX format that a graph needs, since the package `onnx` would take 60 MB.

The numbers are those of onnx.proto, version 9 of the format.
"""

import struct
from collections.abc import Iterable, Sequence

import numpy as np

MICROSOFT = "com.microsoft"  # operators of ONNX Runtime beyond the standard
BYTE = 2
ELEMENT_TYPES = {np.dtype(np.float32): 1, np.dtype(np.uint8): BYTE, np.dtype(np.int8): 3}
SIXTY_FOUR_BITS = (1 << 64) - 1


def node(
    operator: str, inputs: Sequence[str], *outputs: str, domain: str = "", **attributes: float | Sequence[int]
) -> bytes:
    parts = [_text(1, name) for name in inputs]
    parts += [_text(2, name) for name in outputs]
    parts += [_text(4, operator), _text(7, domain)]
    parts += [_message(5, _attribute(name, value)) for name, value in attributes.items()]
    return _message(1, b"".join(parts))


def constant(name: str, array: np.ndarray) -> bytes:
    shape = b"".join(_number(1, size) for size in array.shape)
    body = shape + _number(2, ELEMENT_TYPES[array.dtype]) + _text(8, name) + _message(9, array.tobytes())
    return _message(5, body)


def model(parts: Iterable[bytes], source: bytes, result: bytes) -> bytes:
    """Nodes in execution order, and constants."""
    graph = b"".join([*parts, _text(2, "graph"), _message(11, source), _message(12, result)])
    return _number(1, 9) + _message(7, graph) + _operators("", 17) + _operators(MICROSOFT, 1)


def floats(name: str, shape: Sequence[int | str]) -> bytes:
    """An input or output; a named size is arbitrary."""
    sizes = (_number(1, size) if isinstance(size, int) else _text(2, size) for size in shape)
    dimensions = b"".join(_message(1, size) for size in sizes)
    return _text(1, name) + _message(2, _message(1, _number(1, 1) + _message(2, dimensions)))


def _attribute(name: str, value: float | Sequence[int]) -> bytes:
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, 2)
    if isinstance(value, Sequence):
        return _text(1, name) + b"".join(_number(8, number) for number in value) + _number(20, 7)
    return _text(1, name) + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, 1)


def _operators(domain: str, version: int) -> bytes:
    return _message(8, _text(1, domain) + _number(2, version))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _message(field, value.encode())


def _message(field: int, body: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(body)) + body


def _varint(value: int) -> bytes:
    """Seven bits in each byte, the lowest first; the eighth says that more follow. Negative numbers have 64 bits."""
    written, value = bytearray(), value & SIXTY_FOUR_BITS
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])
