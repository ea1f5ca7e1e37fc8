"""Measures one `add` of ten megabytes over HTTP, without a language model: the answer, and until all is memory.

python benchmarks/bench_large_add.py                   # as it is shipped
python benchmarks/bench_large_add.py --in-call         # all of it within the call
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.served import Served, fresh_root  # noqa: E402
from benchmarks.texts import FIRST_DAY_MS, Talk  # noqa: E402

MESSAGES, CHARS = 500, 20_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--in-call", action="store_true")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="everos-bench-"))
    more = {"EVEROS_MEMORY__CALL_MAX_CHARS": "100000000"} if options.in_call else {}
    with Served(fresh_root(folder, "large"), **more) as server:
        connection, started = server.connect(), time.perf_counter()
        body = {"session_id": "large", "messages": messages()}
        status, answer = connection.request("POST", "/api/v1/memory/add", body)
        print(f"answered {status} {answer['data']['status']} after s {time.perf_counter() - started:>10.1f}")
        while server.health()["buffer"]["pending_cells"]:
            time.sleep(0.1)
        print(f"all episodes on disk after s {time.perf_counter() - started:>22.1f}")
    shutil.rmtree(folder, ignore_errors=True)


def messages() -> list[dict[str, object]]:
    talk = Talk()
    made = talk.messages(MESSAGES, "alice", FIRST_DAY_MS)
    for message in made:
        said = ""
        while len(said) < CHARS:
            said += " ".join(str(each["content"]) for each in talk.messages(40, "alice", FIRST_DAY_MS)) + " "
        message["content"] = said[:CHARS]
    return made


if __name__ == "__main__":
    main()
