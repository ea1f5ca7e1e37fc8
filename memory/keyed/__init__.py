"""Documents that are found by a key of their own: the entries of agents, and notes."""
