"""What strategies do without a model: pure functions over what was said. No Django, no I/O."""
