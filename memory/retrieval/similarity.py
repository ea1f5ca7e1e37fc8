"""The scale of similarities, by which memories are ranked and for which callers ask: 0 unrelated, 1 the same text.

Cosines mean something else with each model, and with one model in each language: with the local one unrelated English
texts lie about .73, Chinese ones about .82. So what counts as nothing is measured for each query: how near it comes
to sentences that have nothing to do with it. Of one query the scale keeps the order of the cosines.
"""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import structlog

from memory.errors import ModelUnavailable
from memory.providers.protocols import Embedder

# Everyday sentences on various topics, by language: those in the query's own language are nearest and define its scale.
UNRELATED = (
    (
        "The bus stops at the old harbour.",
        "Our accountant sent the invoices yesterday.",
        "A new bridge crosses the river.",
        "She planted tomatoes behind the shed.",
        "The museum opens at ten on Sundays.",
        "Please update the firmware of the router.",
        "The orchestra rehearsed until midnight.",
        "Snow closed the mountain pass.",
    ),
    (
        "Der Bus hält am alten Hafen.",
        "Unsere Buchhalterin hat gestern die Belege geschickt.",
        "Eine neue Brücke führt über den Fluss.",
        "Sie hat hinter dem Schuppen Tomaten gepflanzt.",
        "Das Museum öffnet sonntags um zehn.",
        "Bitte aktualisiere die Firmware des Routers.",
        "Das Orchester probte bis Mitternacht.",
        "Schnee hat den Pass gesperrt.",
    ),
    (
        "公交车停在旧港口。",
        "我们的会计昨天寄出了单据。",
        "一座新桥横跨这条河。",
        "她在棚子后面种了西红柿。",
        "博物馆星期天十点开门。",
        "请更新路由器的固件。",
        "乐团一直排练到午夜。",
        "大雪封住了山口。",
    ),
    (
        "El autobús para en el puerto viejo.",
        "Nuestra contable envió ayer los recibos.",
        "Plantó tomates detrás del cobertizo.",
        "La orquesta ensayó hasta medianoche.",
    ),
    (
        "Le bus s'arrête au vieux port.",
        "Notre comptable a envoyé les reçus hier.",
        "Un nouveau pont traverse la rivière.",
        "Le musée ouvre à dix heures le dimanche.",
    ),
    (
        "バスは古い港に止まります。",
        "経理担当者が昨日領収書を送りました。",
        "新しい橋が川に架かっています。",
        "博物館は日曜日の十時に開きます。",
    ),
    (
        "Автобус останавливается в старом порту.",
        "Бухгалтер вчера отправила документы.",
        "Новый мост ведёт через реку.",
        "Музей открывается в десять.",
    ),
)

# Of the way from there to a cosine of 1, and the similarity at each step, for the agent memory API, whose clients ask
# for .75 and more. Measured in docs/retrieval.md.
STRICT_WAY = (0.0, 0.16, 0.5, 1.0)
STRICT_SIMILARITY = (0.0, 0.75, 0.95, 1.0)
SMALLEST_WAY = 1e-6  # a model may consider everything similar
DIGITS = 6  # otherwise equal vectors would be below 1 because of rounding

# Models put texts of a word or two near everything: this much is subtracted from the cosine for each missing term.
FEW_TERMS = 4
SHORTNESS = 0.04

log = structlog.get_logger(__name__)
_lock = threading.Lock()
_vectors: dict[str, list[np.ndarray]] = {}  # of the sentences above, by the embedder's fingerprint


@dataclass(frozen=True, slots=True)
class SimilarityScale:
    """The scale for one query: `unrelated` is its cosine with texts on other topics, `usual` that of any query."""

    embedder: Embedder
    unrelated: float
    usual: float

    @classmethod
    def of(cls, embedder: Embedder, query: np.ndarray) -> "SimilarityScale":
        """If the model does not embed the sentences now, the model's general scale is used."""
        try:
            means = [float((vectors @ query).mean()) for vectors in unrelated_vectors(embedder)]
        except ModelUnavailable as error:
            log.warning("similarities are not calibrated for the query", reason=str(error))
            means = [embedder.unrelated]
        return cls(embedder, max(means), embedder.unrelated)

    def similarity(self, cosines: np.ndarray) -> np.ndarray:
        """From 0 to 1; NaN stays NaN.

        What is unrelated to this query is mapped to where the embedder's scale puts unrelated texts, if that is lower.
        """
        way = self._way(cosines, max(self.usual, self.unrelated))
        return self.embedder.similarity(1 - (1 - self.usual) * (1 - way))

    def strict(self, cosines: np.ndarray) -> np.ndarray:
        """The same for the scale of the agent memory API."""
        return np.round(np.interp(self._way(cosines, self.unrelated), STRICT_WAY, STRICT_SIMILARITY), DIGITS)

    @staticmethod
    def _way(cosines: np.ndarray, start: float) -> np.ndarray:
        return (cosines - start) / max(1 - start, SMALLEST_WAY)


def shortness(query: Collection[str], texts: Sequence[str]) -> np.ndarray:
    """What is subtracted from the cosines of short texts, unless they contain the whole query.

    `query` and `texts` are terms, as memory.text.tokens makes them.
    """
    wanted = frozenset(query)
    return np.array([_shortness(wanted, text) for text in texts])


def _shortness(query: frozenset[str], text: str) -> float:
    """According to its longest line: the key of an entry is on a line of its own."""
    longest = max(text.split("\n"), key=_spaces)
    missing = FEW_TERMS - 1 - _spaces(longest) if longest else FEW_TERMS
    return 0.0 if missing <= 0 or query.issubset(longest.split()) else SHORTNESS * missing


def _spaces(line: str) -> int:
    return line.count(" ")


def unrelated_vectors(embedder: Embedder) -> list[np.ndarray]:
    """Vectors of the sentences in each language, computed once in each process. Raises ModelUnavailable."""
    with _lock:
        known = _vectors.get(embedder.fingerprint)
        if known is None:
            together = embedder.embed_passages([sentence for language in UNRELATED for sentence in language])
            ends = np.cumsum([len(language) for language in UNRELATED])
            known = _vectors[embedder.fingerprint] = np.split(together, ends[:-1])
        return known
