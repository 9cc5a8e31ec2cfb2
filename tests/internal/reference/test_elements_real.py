"""Results of real runs as elements of their trees."""

from __future__ import annotations

from collections import defaultdict

import pytest
from tests.reference.test_elements_real import Articles

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["bm25-p", "bm25-thorough"])
def test_every_result_is_the_element_of_its_row(real_data, name):
    articles = Articles(real_data / "evidence-inference")
    view = articles.view(articles.run(name))
    rows, node = view.rows, view.elements.node
    paths = view.assessments.trees.paths(node[:200])
    named = [view.run.elements[code] for code in view.run.element[rows[:200]].tolist()]

    assert paths == named
    by_topic = defaultdict(list)
    for topic, row in zip(view.elements.topic.tolist(), rows.tolist(), strict=True):
        by_topic[topic].append(view.run.score[row])
    assert all(scores == sorted(scores, reverse=True) for scores in by_topic.values())
