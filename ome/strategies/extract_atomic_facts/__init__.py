"""From an episode to its atomic facts."""
