"""Reading memories: search and listing."""
