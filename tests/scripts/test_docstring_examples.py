"""Examples of docstrings are blocks of code on the pages."""

import pytest

pytest.importorskip("griffe", reason="mkdocstrings is not installed")

from scripts.docstring_examples import fenced


def test_a_text_without_examples_stays_as_it_is():
    assert fenced("One.\n\nTwo.") == "One.\n\nTwo."


def test_an_example_ends_with_an_empty_line_or_the_text():
    assert fenced(">>> 1\n1\n\nTwo.") == "```python\n>>> 1\n1\n```\n\nTwo."
    assert fenced("One:\n\n>>> for i in (1,):\n...     i\n1") == (
        "One:\n\n```python\n>>> for i in (1,):\n...     i\n1\n```"
    )
