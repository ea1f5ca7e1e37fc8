"""The subject and the summary of an episode follow its content."""
