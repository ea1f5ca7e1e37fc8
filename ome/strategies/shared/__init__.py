"""What several strategies read and write: episodes, the facts of them, and one reading by a model."""
