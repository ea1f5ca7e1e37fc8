"""The Offline Memory Engine: derives further memories from what has become an episode, in the background."""
