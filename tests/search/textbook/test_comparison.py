"""A comparison is a list of rows, and in a notebook a table."""

import mossa
from mossa.search import textbook
from mossa.search.textbook.comparison import Comparison, Row


def test_a_table_with_a_row_for_each_algorithm():
    rows = textbook.compare(mossa.game("tree").rules)
    assert isinstance(rows, Comparison)
    assert rows[0] == Row("minimax", 3, "a1", 13, 9, 0, 3, rows[0].candidates)
    html = rows._repr_html_()
    assert html.count("<tr>") == len(rows) + 1
    assert "<td>minimax-list</td>" in html
