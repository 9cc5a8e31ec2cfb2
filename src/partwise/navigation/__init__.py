"""Navigation: nodes that results and targets name, and the readers who go from one to another.

::

    rows of run, assessments, inventory
      references           -> nodes and trees of nodes (node_sets)
      destinations         -> results; graded trees, ideals, highlights, parts of the inventory
      targets              -> which of them a measure's readers want, and what they are worth
      results_and_targets  -> both on one table of nodes; covered_text: what they show
    user model
      transitions          -> chances of moving between nodes, as reach or as steps
      exposure             -> chances that a result shows a target
      walks                -> effort of readers down the list (PRUM, EPRUM)
      expectations         -> hits, near misses and misses at every rank (ESR); inferred,
                              recall_bases and retrievable: its other gains and denominators
"""
