"""How strategies run: events become runs, and runs are claimed, retried and ended."""
