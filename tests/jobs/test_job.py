"""What is told of work."""

from tests.jobs import work

from mossa import MossaError
from mossa.jobs.job import Done, WorkReport, attempt


def test_an_attempt_brings_its_time_or_the_error() -> None:
    work.begin(10)
    done = attempt(work.square, 3)
    assert isinstance(done, Done)
    assert (done.result, done.seconds >= 0) == (19, True)
    failed = attempt(work.fail, 3)
    assert isinstance(failed, MossaError)
    assert str(failed) == "three is refused"


def test_a_report_counts() -> None:
    report = WorkReport(workers=2)
    for _ in range(3):
        report.count(Done(None, 0.5))
    assert report.as_dict() == {"nodes": 1, "workers": 2, "chunks": 3, "seconds": 1.5, "lost": 0}
    assert str(report) == "3 chunks by 2 workers on 1 machine, 1.5 s of computing"
    report.lost = 2
    assert str(report).endswith("; 2 workers were lost")
