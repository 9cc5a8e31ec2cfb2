"""What all measures of unseen text share: their facts."""

from __future__ import annotations

from partwise.measures._kinds import RankedElementsMeasure


class UnseenTextMeasure(RankedElementsMeasure):
    """A measure of elements, of which only text that no earlier result has shown counts.

    Notes
    -----
    NaN for a topic in which no assessed element has e > 0. Elements that were
    not judged count with e = s = 0, but what they show is seen. Needs grades;
    highlighted spans have none. No quantisation, no interpolation.

    References
    ----------
    Gövert, Kazai, Fuhr and Lalmas (2003); Piwowarski, Gallinari and Dupret
    (2007), appendix C.2.
    """

    cutoff_required = True
    undefined = "no assessed element with e > 0"
