"""A note becomes an episode and a fact of its user."""
