"""Rules about language that need no model: dates, sentences, key phrases. Pure functions over text."""
