"""Which least likeness joins an agent's cases of one kind and keeps other kinds apart.

    python benchmarks/bench_clusters.py

Forty tasks of ten kinds, from four desks that have nothing in common with each other, each as it might be asked.
Printed for a few thresholds: the share of joined pairs that are of one kind (precision) and of pairs of one kind that
are joined (recall), in two orders of arrival.
"""

import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import with_django  # noqa: F401
from memory.providers.local_embedder import LocalEmbedder
from ome.strategies.extract_agent_skill import clustering

# Kind -> the tools that it usually calls, and what is asked.
TASKS: dict[str, tuple[set[str], list[str]]] = {
    "weekly report": (
        {"query_sales", "render_chart", "send_mail"},
        [
            "Send me last week's sales as a chart",
            "Mail the weekly revenue chart to the team",
            "Draw up the sales report of calendar week 14 and send it to Nora",
            "Schick mir die Umsätze der letzten Woche als Diagramm",
        ],
    ),
    "failing test": (
        {"run_tests", "read_file", "edit_file"},
        [
            "The login test fails on the build server; fix it",
            "Find out why test_parser is red and repair it",
            "Two tests of the billing module broke after the upgrade; make them pass",
            "Der Importtest schlägt seit gestern fehl, bitte beheben",
        ],
    ),
    "dependency upgrade": (
        {"read_file", "edit_file", "run_tests", "open_pull_request"},
        [
            "Upgrade the web framework to the newest release",
            "Bump the database driver and open a pull request",
            "Raise all dependencies of the mobile app to current versions",
            "Move us to the next major version of the client library",
        ],
    ),
    "database restore": (
        {"list_backups", "restore_backup", "check_rows"},
        [
            "Restore the orders table from last night's backup",
            "Someone deleted customers; bring them back from the backup of Tuesday",
            "Recover the inventory database as it was at noon",
            "Stelle die Kundendaten aus der Sicherung von gestern wieder her",
        ],
    ),
    "appointment": (
        {"find_slots", "book_slot"},
        [
            "Book an appointment with the dentist for next Thursday",
            "I need a check-up in the first week of June",
            "Find a free slot for a vaccination and reserve it",
            "Quiero una cita con la doctora el lunes por la mañana",
        ],
    ),
    "prescription": (
        {"read_prescriptions", "renew_prescription"},
        [
            "Renew my prescription for the asthma spray",
            "My blood pressure tablets run out on Friday, please order new ones",
            "Repeat the prescription of last month",
            "Necesito otra receta para las gotas de los ojos",
        ],
    ),
    "broken parcel": (
        {"find_order", "create_refund"},
        [
            "The vase arrived in pieces and I want my money back",
            "My parcel was damaged; refund the lamp",
            "The screen of the tablet I ordered is cracked, give me the money back",
            "Das Paket kam beschädigt an, ich möchte das Geld zurück",
        ],
    ),
    "late parcel": (
        {"find_order", "track_parcel"},
        [
            "Where is my parcel? It should have come on Monday",
            "Tell me when order 5513 will be delivered",
            "The shoes have been on their way for two weeks, where are they?",
            "Wo bleibt meine Bestellung?",
        ],
    ),
    "translation": (
        {"read_file", "write_file"},
        [
            "Translate the manual into Polish",
            "Put the privacy notice into French and save it beside the original",
            "I need the invitation in Italian",
            "Übersetze die Speisekarte ins Englische",
        ],
    ),
    "meeting notes": (
        {"read_transcript", "create_tasks"},
        [
            "Summarise this morning's meeting and make tasks of what was decided",
            "Write the minutes of the board call and list who does what",
            "Turn the transcript of the retrospective into action items",
            "Fasse die Besprechung zusammen und lege die Aufgaben an",
        ],
    ),
}
THRESHOLDS = (0.5, 0.54, 0.57, 0.6, 0.63, 0.66, 0.7, 0.75)


def pairs(kinds: Sequence[str], clusters: Sequence[Sequence[int]]) -> tuple[float, float]:
    """Precision and recall of the pairs that are joined."""
    joined = {pair for members in clusters for pair in combinations(sorted(members), 2)}
    right = {pair for pair in combinations(range(len(kinds)), 2) if kinds[pair[0]] == kinds[pair[1]]}
    return len(joined & right) / max(1, len(joined)), len(joined & right) / len(right)


def main() -> None:
    embedder = LocalEmbedder()
    cases = [(kind, tools, text) for kind, (tools, texts) in TASKS.items() for text in texts]
    for seed in (1, 2):
        Random(seed).shuffle(cases)  # nosec B311 # an order of arrival
        kinds = [kind for kind, _, _ in cases]
        vectors = embedder.embed_passages([text for _, _, text in cases])
        alike = embedder.similarity(vectors @ vectors.T)
        print(f"order {seed}: threshold, precision, recall, clusters")
        for threshold in THRESHOLDS:
            clustering.ALIKE = threshold
            found = clustering.clusters_of(np.asarray(alike), [tools for _, tools, _ in cases])
            print(
                f"  {threshold:.2f}  {pairs(kinds, found)[0]:.2f}  {pairs(kinds, found)[1]:.2f}  {len(found)}"
            )


if __name__ == "__main__":
    main()
