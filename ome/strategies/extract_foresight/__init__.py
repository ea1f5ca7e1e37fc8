"""From an episode to what it lets one expect."""
