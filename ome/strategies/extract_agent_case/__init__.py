"""From what an agent did in a memory cell to a case."""
