"""X-Rai files, and assessments that should be the same."""

from __future__ import annotations

from tests.files.samples import same, texts

POOL = """\
<assessments pool="17" topic="544" version="2" whitespace-text-node="keep">
 <inex_topic topic_id="544" ct_no="3"><title>x</title></inex_topic>
 <file collection="wikipedia" name="12345">
  <best-entry-point path="/article[1]/body[1]/p[2]"/>
  <passage start="/article[1]/p[2]/text()[1].0" end="/article[1]/p[3]/text()[2].57" size="310"/>
  <element path="/article[1]/p[2]" exhaustivity="2" size="200" rsize="180"/>
  <element path="/article[1]/p[3]" exhaustivity="?" size="10" rsize="10"/>
 </file>
 <file collection="wikipedia" name="999"></file>
</assessments>
"""

OLD = """\
<assessments pool='12' topic='127'>
 <file file='an/1995/a1004'>
  <path path='/article[1]/bdy[1]/sec[2]' exhaustiveness='3' specificity='2' inferred='true'/>
  <path path='/article[1]/bdy[1]' exhaustiveness='0' specificity='0'/>
  <path path='/article[1]' exhaustiveness='U' specificity='U'/>
  <path path='/article[1]/fm[1]'/>
 </file>
 <file file="an/1995/a1005"/>
</assessments>
"""

QRELS_COLUMNS = ("start", "end", "grade", "e", "s", "bep", "length", "scale")


def same_qrels(one, other) -> None:
    """Compare all columns of two sets of assessments."""
    same(one, other, *QRELS_COLUMNS)
    for name in ("topic", "doc", "element", "assessor"):
        assert texts(one, name) == texts(other, name)

    def kept(qrels):
        return {name: [v or "" for v in column.tolist()] for name, column in qrels.extra.items()}

    assert kept(one) == kept(other)
