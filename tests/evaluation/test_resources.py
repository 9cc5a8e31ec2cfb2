"""Files that measures name: read once, carried along, told apart by what they hold."""

from __future__ import annotations

import pickle

import pytest
from tests.laws.test_no_files import opened

import partwise as pw
from partwise.errors import FormatError, PartwiseError
from partwise.evaluation.plan import resolve
from partwise.evaluation.resources import carried, with_resources
from partwise.language.component import table_of
from partwise.language.parser import parse
from partwise.users import Edges, Routes, Steady, Summary

QRELS = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["y"], grade=[1])
RUN = pw.Run.from_columns(topic=["t"], doc=["d"], element=["x"])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "links.tsv"
    path.write_text("d\tx\ty\t.5\n")
    return path


def ready(component):
    return with_resources([component])[0]


def test_a_file_is_read_once_for_all_measures_and_runs(file):
    model, step = f"Edges('{file}')", f"Edges('{file}', kind=step)"
    measures = [f"GR(nav={model})@1", f"GR(nav={model})@2", f"ENearMisses(nav={model})"]
    with opened() as found:
        results = pw.evaluate(QRELS, [RUN, RUN.named("b"), RUN.named("c")], measures)
    assert found.count(str(file)) == 1
    assert results.table[:, :, 0].tolist() == [[0.5, 0.5, 0.5]] * 3
    with opened() as found:  # read in another way it is another table
        with_resources(resolve([*measures, f"GR(nav={step})"]))
    assert found.count(str(file)) == 2


def test_equality_includes_what_the_file_held(file):
    bare = Edges(str(file))
    first, again = ready(bare), ready(bare)
    assert first == again
    assert hash(first) == hash(again)
    assert first != bare
    assert repr(first) == repr(bare)
    file.write_text("d\tx\ty\t.25\n")
    assert ready(bare) != first
    assert ready(first) is first, "what was read is kept"
    measure = parse("GR@5")
    assert measure.replace(nav=first) == measure.replace(nav=again)
    assert measure.replace(nav=first) != measure.replace(nav=ready(bare))
    assert len({measure.replace(nav=nav) for nav in (first, again, ready(bare))}) == 2


def test_the_same_content_under_another_name_is_another_spelling(file):
    other = file.with_name("other.tsv")
    other.write_bytes(file.read_bytes())
    first, second = ready(Edges(str(file))), ready(Edges(str(other)))
    assert first.content.digest == second.content.digest
    assert first != second


def test_copies_carry_the_table(file):
    file.write_text("d\t/a[1]\t/b[1]\n")
    measure = ready(parse(f"ENearMisses(nav=Steady(Summary('{file}')))@3"))
    file.unlink()
    shipped = pickle.loads(pickle.dumps(measure))
    assert shipped == measure
    assert table_of(shipped.nav.model).docs.tolist() == ["d"]
    assert ready(shipped) == measure
    assert shipped.cutoff == 3
    assert table_of(shipped.replace(normalise="row").nav.model).file == str(file)


@pytest.mark.parametrize("model", [Edges("e.tsv"), Routes("e.tsv"), Steady(Summary("e.tsv"))])
def test_a_model_never_reads_its_file_itself(model):
    from partwise.geometry.assessments import Assessments
    from partwise.geometry.view import View

    paths = {"element": ["/a[1]"]}
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], grade=[1], element=["/a[1]/b[1]"])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], **paths)
    said = r"the file of \w+\(file='e.tsv'.* has not been read. Use evaluate\(\), which reads it"
    with pytest.raises(PartwiseError, match=said):
        (parse("ENearMisses").replace(nav=model)).values(View(Assessments(qrels), run))


def test_a_bad_file_stops_before_any_run_is_read(file):
    file.write_text("d\tx\ty\t2\n")

    def runs():
        raise AssertionError("a run was asked for")
        yield

    with pytest.raises(FormatError, match=r"links.tsv:1: p .2. is not a number"):
        pw.evaluate(QRELS, runs(), [f"GR(nav=Edges('{file}'))"])


def test_many_evaluations_share_one_reading(file):
    nav = f"Edges('{file}')"
    for measures, options in (
        (["GR@1"], {"rules": pw.Rules(nav=nav)}),
        (["GR@1"], {"preset": "trec", "rules": pw.Rules(nav=nav)}),
    ):
        with opened() as found:
            ours, rest = carried(QRELS, measures, options)
            for _ in range(3):
                table = pw.evaluate(QRELS, RUN, ours, **rest).table
        assert found.count(str(file)) == 1
        assert table.tolist() == pw.evaluate(QRELS, RUN, measures, **options).table.tolist()
