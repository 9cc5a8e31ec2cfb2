"""Tables: frozen columns of runs, judgements, inventories, structure and results."""
