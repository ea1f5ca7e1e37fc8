"""Questions about a person, and the sentences that their answers make, one file a language. Pure data."""
