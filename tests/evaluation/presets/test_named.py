from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import UnknownNameError
from partwise.evaluation.plan import parse
from partwise.evaluation.presets import PRESETS, default_preset, preset


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_spelled_as_its_measures_are(name):
    found = preset(name)

    assert [repr(parse(text)) for text in found.measures] == list(found.measures)
    assert len(set(found.measures)) == len(found.measures)
    labels = [entry.label for entry in found.entries]
    assert len(set(labels)) == len(labels)


def test_presets_that_count_undefined_topics():
    settings = {name: one.settings(frozenset(one.quirks)) for name, one in PRESETS.items()}

    assert [name for name in settings if settings[name].get("undefined") == "zero"] == [
        "trec",
        "legalbench",
    ]


def test_unknown_names():
    with pytest.raises(UnknownNameError, match=r'no preset "trek"\. Did you mean trec'):
        preset("trek")
    with pytest.raises(UnknownNameError, match=r"available: rag, trec, xcg, navigation, inex2005"):
        preset("zzz")


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"grade": [1]}, "trec"),
        ({"start": [0], "end": [5]}, "rag"),
        ({"element": ["/a[1]"], "e": [1], "s": [1]}, "xcg"),
        ({"element": ["/a[1]"], "grade": [1]}, "navigation"),
        ({"tree": ["/a[1]|/b[1]"], "grade": [1]}, "navigation"),
        ({"element": ["/a[1]"]}, "rag"),
        ({"element": ["/a[1]"], "e": [1], "s": [1], "start": [0], "end": [5]}, "rag"),
    ],
)
def test_the_preset_that_fits(columns, name):
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], **columns)

    assert default_preset(qrels) == name
    assert name in PRESETS
