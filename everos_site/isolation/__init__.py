"""Audits API keys: stores canaries for many owners, and searches for each with the keys of all others."""
