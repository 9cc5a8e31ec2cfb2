from __future__ import annotations

import base64
import hashlib
import re

from partwise.report.page import policy, script, style


def test_the_policy_allows_our_own_and_nothing_else():
    words = policy(side_files=False)

    for text in (style(), script()):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in words
    assert words.startswith("default-src 'none'; style-src 'sha256-")
    assert words.endswith("img-src data:; base-uri 'none'; form-action 'none'")
    assert "unsafe" not in words
    assert "self" not in words
    assert "' 'self';" in policy(side_files=True)


def test_the_script_is_small_and_takes_nothing_from_outside():
    assert len(script().encode()) < 60_000
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", script())
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", script() + style())
    assert "</" not in script()
