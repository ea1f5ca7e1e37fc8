"""The scale of the similarities that callers are told and ask for: 0 for unrelated texts, 1 for the same text.

Cosines mean something else with each model, and with one model in each language: with the local one unrelated English
texts lie about .73, Chinese ones about .8. So what counts as nothing is measured for each query: how near it comes
to sentences that have nothing to do with it. Of one query the scale keeps the order of the cosines.
"""

import threading
from dataclasses import dataclass

import numpy as np

from memory.providers.protocols import Embedder

# Everyday sentences about different things, by language: those in the query's own are the nearest and make its scale.
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

# Of the way from there to a cosine of 1, and what is told of it. Measured in docs/retrieval.md.
WAY = (0.0, 0.16, 0.5, 1.0)
TOLD = (0.0, 0.75, 0.95, 1.0)
SMALLEST_WAY = 1e-6  # a model may find everything alike
DIGITS = 6  # those of equal vectors would be below 1 by the noise of the last ones

_lock = threading.Lock()
_vectors: dict[str, list[np.ndarray]] = {}  # of the sentences above, by the embedder's fingerprint


@dataclass(frozen=True, slots=True)
class Likeness:
    """Of one query: `unrelated` is the cosine that texts have with it that are about something else."""

    unrelated: float

    @classmethod
    def of(cls, embedder: Embedder, query: np.ndarray) -> "Likeness":
        """Raises ModelUnavailable."""
        return cls(max(float((vectors @ query).mean()) for vectors in _unrelated(embedder)))

    def told(self, cosines: np.ndarray) -> np.ndarray:
        """NaN stays NaN."""
        way = (cosines - self.unrelated) / max(1 - self.unrelated, SMALLEST_WAY)
        return np.round(np.interp(way, WAY, TOLD), DIGITS)


def _unrelated(embedder: Embedder) -> list[np.ndarray]:
    """Of each language; embedded once by each process."""
    with _lock:
        known = _vectors.get(embedder.fingerprint)
        if known is None:
            together = embedder.embed_passages([sentence for language in UNRELATED for sentence in language])
            ends = np.cumsum([len(language) for language in UNRELATED])
            known = _vectors[embedder.fingerprint] = np.split(together, ends[:-1])
        return known
