"""Prints the megabytes that the local embedder adds to a process that has embedded a few texts."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import with_django  # noqa: F401
from benchmarks.served import pss_mb
from benchmarks.texts import sentences
from memory.providers.local_embedder import LocalEmbedder

before = pss_mb("self")
LocalEmbedder().embed_passages(sentences()[:16])
print(round(pss_mb("self") - before))
