"""What needs PyTorch, which is no dependency: fits are made where it is, and the package only reads their results."""

from __future__ import annotations

import importlib.util

import pytest

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
