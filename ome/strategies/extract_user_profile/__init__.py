"""From facts to the profile of a user."""
