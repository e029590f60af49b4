"""The self-check of `mossa doctor`: versions, processor, cache, and a kernel run compiled and interpreted."""

from __future__ import annotations

import os
import platform
import tempfile
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from . import cache
from .bits import bit_count, byte_swap, highest_bit, lowest_bit, mix, parallel_extract
from .memory import Struct, Words
from .random_numbers import below, draw, next_seed
from .specialise import has_compiler, specialise
from .words import u64

__all__ = ["report"]

FEATURES = ("popcnt", "bmi", "bmi2", "avx2", "avx512bw", "avx512f")
"""Processor features that the kernels use where they exist."""


class Tally(Struct):
    """Memory of the self-check."""

    sum: u64
    words: Words


def exercise(rounds: int, tally: Tally) -> int:
    """Every primitive on random words; the results hashed into one number."""
    seed = u64(1)
    for i in range(rounds):
        x = draw(seed)
        seed = next_seed(seed)
        y = byte_swap(x) ^ parallel_extract(x, x >> 7) ^ mix(x)
        y += bit_count(x) * 3 + lowest_bit(x) - highest_bit(x | 1) + below(seed, 52)
        tally.words[i % 8] = y
        tally.sum = tally.sum * 31 + tally.words[(i * 5) % 8]
    return bit_count(tally.sum)


def report() -> dict[str, Any]:
    """The findings; `healthy` says whether there is no problem, `advice` what to do about each."""
    advice = []
    found: dict[str, Any] = {"python": platform.python_version(), "machine": platform.machine()}
    for package in ("mossa", "llvmlite", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
            advice.append(f"{package} is not installed: run `make play` or `pip install mossa`")
    found["cores"] = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    found["processor"], found["features"] = _processor()
    found["cache"], writable = _cache()
    if not writable:
        advice.append(
            f"the folder {found['cache']['folder']} cannot be written, so kernels are compiled anew each time"
        )
    found["self_check"] = _self_check()
    if found["self_check"] != "passed":
        advice.append("compiled and interpreted kernels differ on this machine: please report it")
    return {**found, "healthy": not advice, "advice": advice}


def _processor() -> tuple[str, list[str]]:
    if not has_compiler():
        return "not known", []
    from llvmlite import binding

    has = binding.get_host_cpu_features()
    return binding.get_host_cpu_name(), [feature for feature in FEATURES if has.get(feature)]


def _cache() -> tuple[dict[str, Any], bool]:
    folder, kept = cache.folder(), cache.files()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            writable = True
    except OSError:
        writable = False
    return {"folder": str(folder), "kernels": len(kept), "bytes": sum(path.stat().st_size for path in kept)}, writable


def _self_check() -> str:
    results = []
    for compiled in (True, False):
        tally = Tally(sum=u64(0), words=Words(8))
        kernel = specialise(exercise, {}, name="self-check", compiled=compiled)
        results.append((int(kernel(500, tally)), int(tally.sum)))
    return "passed" if results[0] == results[1] else f"failed: compiled {results[0]}, interpreted {results[1]}"
