"""multilingual-e5-small as a graph for ONNX Runtime, made from the weights of the model file, which stay 4-bit."""

from collections.abc import Iterator

import numpy as np

from memory.providers.e5_file import BLOCK, E5File
from memory.providers.onnx_bytes import MICROSOFT, constant, floats, model, node

INPUT = "embeddings"  # (1, tokens, hidden): sum of word and position embeddings
OUTPUT = "hidden"  # (1, tokens, hidden)
# Matrices are multiplied as 8-bit integers, with a scale for each 32 values of a token, as the package's own engine
# does: the result for one token never depends on the size of another. With floats a query takes nearly twice the time.
EIGHT_BITS = 4


def graph(file: E5File) -> bytes:
    sizes = file.sizes
    shape = (1, "tokens", sizes.hidden)
    return model(_parts(file), floats(INPUT, shape), floats(OUTPUT, shape))


def _parts(file: E5File) -> Iterator[bytes]:
    layers = file.sizes.layers
    states = [*(f"states.{number}" for number in range(layers)), OUTPUT]
    yield from _floats_of(file, "emb.ln.w", "emb.ln.b")
    yield node("LayerNormalization", [INPUT, "emb.ln.w", "emb.ln.b"], states[0], epsilon=file.sizes.epsilon)
    for number in range(layers):
        yield from _layer(file, f"l{number}.", states[number], states[number + 1])


def _layer(file: E5File, layer: str, states: str, result: str) -> Iterator[bytes]:
    yield from _attention(file, layer, states, f"{layer}context")
    yield from _matrix(file, f"{layer}ao.w", f"{layer}context", f"{layer}spoken")
    yield from _added_up(file, layer, "ao", "aln", [f"{layer}spoken", states], f"{layer}attended")
    yield from _matrix(file, f"{layer}fi.w", f"{layer}attended", f"{layer}wide")
    yield from _floats_of(file, f"{layer}fi.b")
    yield node("BiasGelu", [f"{layer}wide", f"{layer}fi.b"], f"{layer}gelu", MICROSOFT)
    yield from _matrix(file, f"{layer}fo.w", f"{layer}gelu", f"{layer}narrow")
    yield from _added_up(file, layer, "fo", "oln", [f"{layer}narrow", f"{layer}attended"], result)


def _attention(file: E5File, layer: str, states: str, result: str) -> Iterator[bytes]:
    projections = [f"{layer}{name}" for name in "qkv"]
    for name in projections:
        yield from _matrix(file, f"{name}.w", states, name)
    yield constant(f"{layer}qkv.b", np.concatenate([file.floats(f"{name}.b") for name in projections]))
    inputs = [*projections, f"{layer}qkv.b"]
    yield node("MultiHeadAttention", inputs, result, MICROSOFT, num_heads=file.sizes.heads)


def _added_up(
    file: E5File, layer: str, matrix: str, norm: str, inputs: list[str], result: str
) -> Iterator[bytes]:
    weights = [f"{layer}{norm}.w", f"{layer}{norm}.b", f"{layer}{matrix}.b"]
    yield from _floats_of(file, *weights)
    yield node("SkipLayerNormalization", [*inputs, *weights], result, MICROSOFT, epsilon=file.sizes.epsilon)


def _matrix(file: E5File, name: str, source: str, result: str) -> Iterator[bytes]:
    blocks = file.blocks(name)
    inner = file.sizes.inner if name.endswith("fo.w") else file.sizes.hidden
    outer = blocks.numbers.size // inner
    packed = blocks.numbers[:, 0::2] | blocks.numbers[:, 1::2] << 4  # two neighbours in a byte
    yield constant(name, packed.reshape(outer, inner // BLOCK, BLOCK // 2))
    yield constant(f"{name}.scales", blocks.scales)
    inputs = [source, name, f"{name}.scales"]
    shape = {"K": inner, "N": outer, "bits": 4, "block_size": BLOCK}
    yield node("MatMulNBits", inputs, result, MICROSOFT, accuracy_level=EIGHT_BITS, **shape)


def _floats_of(file: E5File, *names: str) -> Iterator[bytes]:
    for name in names:
        yield constant(name, file.floats(name))
