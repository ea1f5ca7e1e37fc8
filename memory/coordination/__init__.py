"""How threads, processes and machines share the work: locks, processes, wake-ups, and priority for requests."""
