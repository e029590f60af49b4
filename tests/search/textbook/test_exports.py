"""Drawings as files for slides: each is read back."""

import io
import re
import shutil
import subprocess
import zlib

import numpy as np
import pytest
from PIL import Image

from mossa import MossaError
from mossa.search.textbook import EXAMPLES
from mossa.search.textbook.exports import COLOURS, FORMATS, LAST_FRAME, MOST_FRAMES, exported


def test_svg_is_that_of_the_trace(tmp_path):
    trace = EXAMPLES["two-ply"].run()
    trace.draw(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_text("utf-8") == trace.svg()
    trace.draw(tmp_path / "tree.svg", 5)
    assert (tmp_path / "tree.svg").read_text("utf-8") == trace.svg(5)


def test_pdf_is_one_page_of_the_size_of_the_drawing(tmp_path):
    trace = EXAMPLES["two-ply"].run()
    trace.draw(tmp_path / "tree.pdf")
    page = (tmp_path / "tree.pdf").read_bytes()
    assert page.startswith(b"%PDF-")
    assert page.rstrip().endswith(b"%%EOF")
    assert page.count(b"/Type /Page\n") + page.count(b"/Type /Page ") == 1
    box = [float(number) for number in re.search(rb"/MediaBox \[([^]]*)\]", page)[1].split()]
    width, height = (float(trace.svg().split(f'{side}="')[1].split('"')[0]) for side in ("width", "height"))
    assert box[2:] == pytest.approx([width, height], abs=1)
    streams = [zlib.decompress(part) for part in re.findall(rb"stream\n(.*?)\nendstream", page, re.S)]
    assert any(b" l\n" in stream for stream in streams)  # lines are lines, not pixels
    assert exported(trace, "pdf") == page  # the same trace gives the same file
    if shutil.which("pdftotext"):
        text = subprocess.run(
            ["pdftotext", str(tmp_path / "tree.pdf"), "-"], capture_output=True, text=True, check=True, timeout=60
        ).stdout
        assert "alphabeta: value 3, best a1" in text
        assert "≤2" in text


def test_gif_shows_all_steps():
    trace = EXAMPLES["a1-a2"].run()
    film = Image.open(io.BytesIO(exported(trace, "gif")))
    assert film.format == "GIF"
    assert film.n_frames == len(trace.events) + 1
    assert film.info["loop"] == 0
    frames = []
    for i in range(film.n_frames):
        film.seek(i)
        frames.append(film.convert("RGB"))
    assert film.info["duration"] == LAST_FRAME
    assert len({frame.tobytes() for frame in frames}) > len(trace.events) // 2
    yellow = (255, 226, 122)  # the node of the step
    assert near(frames[3], yellow)
    assert not near(frames[-1], yellow)
    assert len(colours(frames[-1])) <= COLOURS
    assert Image.open(io.BytesIO(exported(trace, "gif", 4))).n_frames == 5


def colours(frame):
    """The colours of a frame."""
    return {tuple(pixel) for pixel in np.unique(np.asarray(frame).reshape(-1, 3), axis=0).tolist()}


def near(frame, colour):
    """Is there a pixel of nearly this colour?"""
    return any(
        all(abs(a - b) < 12 for a, b in zip(pixel, colour, strict=True)) for pixel in set(frame.get_flattened_data())
    )


def test_a_long_trace_has_frames_at_equal_distances(monkeypatch):
    trace = EXAMPLES["long-walk"].run()
    monkeypatch.setattr("mossa.search.textbook.exports.MOST_FRAMES", 4)
    assert Image.open(io.BytesIO(exported(trace, "gif"))).n_frames == 4 < MOST_FRAMES


def test_tikz_has_every_shape_and_no_sign_that_latex_does_not_know():
    trace = EXAMPLES["two-ply"].run()
    text = exported(trace, "tex").decode()
    assert exported(trace, "tikz").decode() == text
    assert text.count("\\begin{tikzpicture}") == text.count("\\end{tikzpicture}") == 1
    assert text.isascii()
    assert text.count("-- cycle;") == 4  # MAX and three MIN
    assert text.count("rectangle") == 9 + 12
    assert text.count("dash pattern=on 3pt off 2.25pt") == 2
    assert r"$\alpha$=3 $\beta$=+$\infty$" in text
    assert r"$\le$2" in text
    body = text.replace(r"\{", "").replace(r"\}", "")
    assert body.count("{") == body.count("}")
    named = set(re.findall(r"\\definecolor\{(mossa\d+)\}", text))
    assert set(re.findall(r"mossa\d+", text)) == named


def test_names_of_moves_are_escaped_for_latex():
    from mossa import game
    from mossa.search.textbook import run

    text = exported(run("minimax", game("tree:tree=(a_1&%=1 $x^2#=2)").rules), "tex").decode()
    assert r"a\_1\&\%" in text
    assert r"\$x\textasciicircum{}2\#" in text


def test_other_kinds_are_refused(tmp_path):
    trace = EXAMPLES["two-ply"].run()
    with pytest.raises(MossaError, match=f"saved as {', '.join(FORMATS)}, by the suffix of its file, not as 'bmp'"):
        trace.draw(tmp_path / "tree.bmp")
    assert not list(tmp_path.iterdir())


def test_captions_may_be_of_another_language():
    trace = EXAMPLES["two-ply"].run()
    assert b"passo 4" in exported(trace, "svg", 4, lambda step: [f"passo {step}"])
