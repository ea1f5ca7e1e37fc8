"""Words for what people are, have and do, as alternatives of patterns: a file for each language, the same names in each."""
