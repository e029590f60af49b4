"""Events as sentences: every kind has its own."""

from mossa.search.textbook import EXAMPLES


def test_every_kind_of_event_of_the_techniques_has_a_sentence():
    kinds = set()
    for name in ("deepening", "transpositions", "killers", "null-window", "horizon"):
        trace = EXAMPLES[name].run()
        for event in trace.events:
            kinds.add(event.kind)
            assert trace.sentence(event)
            assert "{" not in trace.sentence(event)
    assert {"depth", "order", "hit", "note"} < kinds


def test_a_trace_with_notes_is_saved_whole(tmp_path):
    for name in ("deepening", "transpositions", "killers"):
        trace = EXAMPLES[name].run()
        trace.save(tmp_path / "trace.json")
        again = type(trace).load(tmp_path / "trace.json")
        assert again.events == trace.events
        assert again.remarks == trace.remarks
        assert again.cursor().tables == trace.cursor().tables
        assert again.text() == trace.text()
