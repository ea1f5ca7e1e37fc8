"""The write use case: messages are accepted, gathered, closed at a boundary and extracted into episodes on disk."""
