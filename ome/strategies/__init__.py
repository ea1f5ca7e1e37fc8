"""One strategy a file: what it listens to, and how it makes memories of it."""
