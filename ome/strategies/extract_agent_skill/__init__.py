"""From similar cases to a skill."""
