from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from partwise.files.formats.legalbench.snippets import touching
from partwise.tables.qrels import Qrels

rows = st.tuples(st.sampled_from("ab"), st.sampled_from("de"), st.integers(0, 9), st.integers(1, 4))


@given(st.lists(rows, min_size=1, max_size=12))
def test_touching_snippets_are_counted(found):
    topic, doc, start, size = zip(*found, strict=True)
    end = [a + b for a, b in zip(start, size, strict=True)]
    qrels = Qrels.from_columns(topic=topic, doc=doc, start=start, end=end)

    count = 0
    spans = sorted(zip(topic, doc, start, end, strict=True))
    for at, (t, d, begin, _) in enumerate(spans):
        count += any((a, b) == (t, d) and last >= begin for a, b, _, last in spans[:at])
    assert touching(qrels) == count
