"""multilingual-e5-small as a graph for ONNX Runtime, made from the weights of the model file.

Matrices are multiplied as integers: 8 bits for each value of a token, with a scale for each token, so that no token
depends on the size of another; 7 bits for each weight, with a scale for each column. The sum of two products of such
values fits into 16 bits, in which many processors add them: it is exact, and the same on all of them.
"""

from collections.abc import Iterator

import numpy as np

from memory.providers.e5_file import E5File
from memory.providers.onnx_bytes import BYTE, MICROSOFT, constant, floats, model, node

INPUT = "embeddings"  # (1, tokens, hidden): sum of word and position embeddings
OUTPUT = "hidden"  # (1, tokens, hidden)
LARGEST_WEIGHT = 63
LARGEST_VALUE = 127
ZERO = 128  # values of tokens are stored without a sign
UNIT, LARGEST, ZERO_OF_VALUES, ROUNDED_ZERO = "unit", "largest", "zero", "rounded.zero"


def graph(file: E5File) -> bytes:
    sizes = file.sizes
    shape = (1, "tokens", sizes.hidden)
    return model(_parts(file), floats(INPUT, shape), floats(OUTPUT, shape))


def _parts(file: E5File) -> Iterator[bytes]:
    layers = file.sizes.layers
    states = [*(f"states.{number}" for number in range(layers)), OUTPUT]
    yield constant(UNIT, np.array(1 / LARGEST_VALUE, np.float32))
    yield constant(LARGEST, np.array(LARGEST_VALUE, np.float32))
    yield constant(ZERO_OF_VALUES, np.array(ZERO, np.uint8))
    yield constant(ROUNDED_ZERO, np.array(ZERO + 0.5, np.float32))
    yield from _floats_of(file, "emb.ln.w", "emb.ln.b")
    inputs = [INPUT, "emb.ln.w", "emb.ln.b"]
    yield node("LayerNormalization", inputs, states[0], epsilon=file.sizes.epsilon)
    for number in range(layers):
        yield from _layer(file, f"l{number}.", states[number], states[number + 1])


def _layer(file: E5File, layer: str, states: str, result: str) -> Iterator[bytes]:
    yield from _attention(file, layer, states, f"{layer}context")
    yield from _product(file, [f"{layer}ao.w"], f"{layer}context", f"{layer}spoken")
    yield from _added_up(file, layer, "ao", "aln", [f"{layer}spoken", states], f"{layer}attended")
    yield from _product(file, [f"{layer}fi.w"], f"{layer}attended", f"{layer}wide")
    yield from _floats_of(file, f"{layer}fi.b")
    yield node("BiasGelu", [f"{layer}wide", f"{layer}fi.b"], f"{layer}gelu", domain=MICROSOFT)
    yield from _product(file, [f"{layer}fo.w"], f"{layer}gelu", f"{layer}narrow")
    yield from _added_up(file, layer, "fo", "oln", [f"{layer}narrow", f"{layer}attended"], result)


def _attention(file: E5File, layer: str, states: str, result: str) -> Iterator[bytes]:
    projections = [f"{layer}{name}" for name in "qkv"]
    yield from _product(file, [f"{name}.w" for name in projections], states, f"{layer}qkv")
    yield node("Split", [f"{layer}qkv"], *projections, axis=-1)
    yield constant(f"{layer}qkv.b", np.concatenate([file.floats(f"{name}.b") for name in projections]))
    inputs = [*projections, f"{layer}qkv.b"]
    yield node("MultiHeadAttention", inputs, result, domain=MICROSOFT, num_heads=file.sizes.heads)


def _added_up(
    file: E5File, layer: str, matrix: str, norm: str, inputs: list[str], result: str
) -> Iterator[bytes]:
    weights = [f"{layer}{norm}.w", f"{layer}{norm}.b", f"{layer}{matrix}.b"]
    yield from _floats_of(file, *weights)
    epsilon = file.sizes.epsilon
    yield node("SkipLayerNormalization", [*inputs, *weights], result, domain=MICROSOFT, epsilon=epsilon)


def _product(file: E5File, matrices: list[str], source: str, result: str) -> Iterator[bytes]:
    """The tokens times these matrices, whose columns stand side by side in the result."""
    yield from _quantised(source)
    inner = file.sizes.inner if matrices[0].endswith("fo.w") else file.sizes.hidden
    columns = np.concatenate([file.blocks(name).dequantised().reshape(-1, inner) for name in matrices])
    scales = np.maximum(columns.max(axis=1), -columns.min(axis=1)) / LARGEST_WEIGHT
    columns /= scales[:, None]
    weights = np.rint(columns, out=columns).astype(np.int8)
    yield constant(f"{result}.weights", np.ascontiguousarray(weights.T))
    yield constant(f"{result}.scales", scales)
    inputs = [f"{source}.bytes", f"{result}.weights", UNIT, f"{result}.scales", ZERO_OF_VALUES]
    yield node("MatMulIntegerToFloat", inputs, f"{result}.units", domain=MICROSOFT)
    yield node("Mul", [f"{result}.units", f"{source}.size"], result)


def _quantised(source: str) -> Iterator[bytes]:
    """`.size`, the largest absolute value of each token, and `.bytes`, the values in LARGEST_VALUE steps of it."""
    yield node("Abs", [source], f"{source}.sizes")
    yield node("ReduceMax", [f"{source}.sizes"], f"{source}.size", axes=[-1], keepdims=1)
    yield node("Div", [LARGEST, f"{source}.size"], f"{source}.steps")
    yield node("Mul", [source, f"{source}.steps"], f"{source}.scaled")
    yield node("Add", [f"{source}.scaled", ROUNDED_ZERO], f"{source}.shifted")
    yield node("Cast", [f"{source}.shifted"], f"{source}.bytes", to=BYTE)  # cuts off what is behind the point


def _floats_of(file: E5File, *names: str) -> Iterator[bytes]:
    for name in names:
        yield constant(name, file.floats(name))
