"""Short-term memory: the buffers of sessions, in Redis or in the database."""
