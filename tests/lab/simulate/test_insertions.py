import numpy as np
import pytest

from partwise.lab.collections import Parts, inserted


def parts(*rows):
    topic, doc = np.array(rows, np.int64).T
    zero = np.zeros(topic.size, np.int64)
    return Parts(topic, doc, zero, zero + 5, zero - 1)


BASE = parts((0, 1), (0, 1), (0, 2), (1, 3))
EXTRA = parts((0, 8), (0, 9), (1, 8), (1, 9))


@pytest.mark.parametrize(
    ("where", "by_document", "topic_0"),
    [
        ("between", False, [1, 8, 1, 2]),
        ("before", False, [8, 1, 1, 2]),
        ("between", True, [1, 1, 8, 2]),  # after the first document with all its parts
    ],
)
def test_one_result_a_topic(where, by_document, topic_0):
    made = inserted(BASE, EXTRA, 1, where, by_document=by_document)
    assert made.doc[made.topic == 0].tolist() == topic_0
    assert made.doc[made.topic == 1].tolist() == ([8, 3] if where == "before" else [3, 8])


def test_several_keep_their_order():
    made = inserted(BASE, EXTRA, 2, "before", by_document=False)
    assert made.doc.tolist() == [8, 9, 1, 1, 2, 8, 9, 3]
