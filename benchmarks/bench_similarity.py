"""What the similarities that callers are told say of unrelated texts, answers, paraphrases and the same text.

    python benchmarks/bench_similarity.py

Texts of one row are about one thing; a text and those of the other rows have nothing to do with each other.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import with_django  # noqa: F401
from memory.providers.local_embedder import LocalEmbedder
from memory.retrieval.question import SimilarityScale

# Question, text, paraphrase of the text.
ROWS = {
    "English": (
        (
            "Where does Maya live now?",
            "Maya rents a flat near the river in Lisbon.",
            "Maya's home is an apartment by the river in Lisbon.",
        ),
        (
            "What must not be in the food?",
            "Nora is allergic to peanuts and shellfish.",
            "Peanuts and shellfish make Nora ill.",
        ),
        (
            "how should answers be written",
            "The user prefers concise explanations.",
            "The user likes replies to be brief.",
        ),
        (
            "Can I return it?",
            "Refunds are possible within 30 days of delivery.",
            "You get your money back if you send it back within a month.",
        ),
        (
            "which database runs in production",
            "The orders service stores its rows in PostgreSQL 16.",
            "PostgreSQL 16 is the store of the orders service.",
        ),
        (
            "plans for the summer",
            "Tom wants to cycle along the Danube in July.",
            "In July Tom is going to ride his bike down the Danube.",
        ),
        (
            "What instrument does the boy play?",
            "Leo has had cello lessons since he was six.",
            "From the age of six Leo has been learning the cello.",
        ),
        (
            "office hours",
            "The practice is closed on Wednesday afternoons.",
            "Nobody is at the practice on Wednesdays after lunch.",
        ),
        (
            "How was the film?",
            "She left the cinema bored after an hour.",
            "After an hour of boredom she walked out of the film.",
        ),
        (
            "what went wrong with the backup",
            "The nightly dump failed because the disk was full.",
            "There was no space left, so last night's dump did not work.",
        ),
    ),
    "German": (
        (
            "Wo wohnt Maja jetzt?",
            "Maja hat eine Wohnung am Fluss in Lissabon gemietet.",
            "Majas Zuhause liegt in Lissabon am Flussufer.",
        ),
        (
            "Was darf nicht ins Essen?",
            "Nora ist gegen Erdnüsse und Muscheln allergisch.",
            "Erdnüsse und Muscheln machen Nora krank.",
        ),
        (
            "wie sollen Antworten geschrieben sein",
            "Der Nutzer mag knappe Erklärungen.",
            "Kurze Erläuterungen sind dem Nutzer am liebsten.",
        ),
        (
            "Kann ich es zurückgeben?",
            "Der Kaufpreis wird binnen 30 Tagen nach Lieferung erstattet.",
            "Wer die Ware innerhalb eines Monats zurückschickt, bekommt sein Geld wieder.",
        ),
        (
            "welche Datenbank läuft im Betrieb",
            "Der Bestelldienst legt seine Zeilen in PostgreSQL 16 ab.",
            "PostgreSQL 16 ist der Speicher des Bestelldienstes.",
        ),
        (
            "Pläne für den Sommer",
            "Tom will im Juli an der Donau entlangradeln.",
            "Im Juli fährt Tom mit dem Rad die Donau hinunter.",
        ),
        (
            "Welches Instrument spielt der Junge?",
            "Leo nimmt seit seinem sechsten Lebensjahr Cellounterricht.",
            "Mit sechs hat Leo angefangen, Cello zu lernen.",
        ),
        (
            "Sprechzeiten",
            "Die Praxis ist mittwochs am Nachmittag geschlossen.",
            "Am Mittwochnachmittag hat die Praxis zu.",
        ),
        (
            "Wie war der Film?",
            "Sie verließ das Kino nach einer Stunde gelangweilt.",
            "Nach einer langweiligen Stunde ging sie aus dem Kino.",
        ),
        (
            "was war mit der Sicherung los",
            "Der nächtliche Abzug scheiterte, weil die Platte voll war.",
            "Es gab keinen Speicherplatz mehr, darum misslang der Abzug heute Nacht.",
        ),
    ),
    "Chinese": (
        ("玛雅现在住在哪里？", "玛雅在里斯本的河边租了一套公寓。", "玛雅的家在里斯本河畔。"),
        ("饭菜里不能放什么？", "诺拉对花生和贝类过敏。", "花生和贝类会让诺拉生病。"),
        ("回答应该怎么写", "用户喜欢简洁的解释。", "用户希望答复简短一些。"),
        ("可以退货吗？", "收货后三十天内可以退款。", "一个月之内寄回商品就能拿回钱。"),
        (
            "生产环境用什么数据库",
            "订单服务的数据存放在 PostgreSQL 16 里。",
            "PostgreSQL 16 是订单服务的存储。",
        ),
        ("夏天的计划", "汤姆打算七月沿着多瑙河骑行。", "七月汤姆要骑自行车游多瑙河。"),
        ("那个男孩学什么乐器？", "小乐从六岁开始上大提琴课。", "小乐六岁起就在学大提琴。"),
        ("门诊时间", "诊所星期三下午不开门。", "周三下午诊所休息。"),
        ("电影怎么样？", "她看了一个小时就无聊地离开了影院。", "电影太闷，她一小时后就走了。"),
        ("备份出了什么问题", "昨晚的备份因为磁盘已满而失败。", "没有空间了，所以夜里的备份没成功。"),
    ),
}
THRESHOLD = 0.75  # of the agent memory API
SHOWN = (5, 50, 95)


def figures(name: str, cosines: np.ndarray, similarity: np.ndarray, strict: np.ndarray) -> None:
    raw, general, own = (np.percentile(values, SHOWN).round(2) for values in (cosines, similarity, strict))
    passed = f"from {THRESHOLD}: {(strict >= THRESHOLD).sum()} of {len(strict)}"
    print(f"  {name:20} cosine {raw}  similarity {general}  strict {own}, {passed}")


def main() -> None:
    embedder = LocalEmbedder()
    print(embedder.fingerprint)
    for language, rows in ROWS.items():
        questions, texts, paraphrases = (list(column) for column in zip(*rows, strict=True))
        passages = embedder.embed_passages(texts)
        other = ~np.eye(len(rows), dtype=bool)
        asked = {"question": questions, "paraphrase": paraphrases, "same text": texts}
        print(language)
        for name, queries in asked.items():
            vectors = [embedder.embed_query(query) for query in queries]
            cosines = np.stack([passages @ vector for vector in vectors])
            scales = [SimilarityScale.of(embedder, vector) for vector in vectors]
            similarity = np.stack([scale.similarity(row) for scale, row in zip(scales, cosines, strict=True)])
            strict = np.stack([scale.strict(row) for scale, row in zip(scales, cosines, strict=True)])
            if name != "same text":
                figures(f"{name}, unrelated", cosines[other], similarity[other], strict[other])
            figures(name, *map(np.diag, (cosines, similarity, strict)))


if __name__ == "__main__":
    main()
