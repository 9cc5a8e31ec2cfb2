"""Average normalised cumulated gain."""

from __future__ import annotations

from partwise._typing import Values
from partwise.kernels.curves import mean_ratio
from partwise.language.component import register
from partwise.measures.xcg._base import ShareMeasure
from partwise.measures.xcg.cumulated_gain import CumulatedGain


@register(aliases=("MAnxCG",))
class AnxCG(ShareMeasure):
    r"""Average normalised cumulated gain over the ranks 1 to k.

    .. math:: AnxCG[k] = \frac{1}{k} \sum_{i=1}^{k} \frac{xCG[i]}{xCI[i]}

    Notes
    -----
    NaN for a topic without an element of value above 0. Past the run's end the gain is 0.
    Always k terms, also for shorter runs.

    References
    ----------
    Kazai and Lalmas (2006), equation 6.
    """

    question = "How well do the first ranks do against the ideal, on average over k ranks?"

    def share(self, gains: CumulatedGain) -> Values:
        return mean_ratio(gains.run, gains.ideal, self.complete().depth or 1)
