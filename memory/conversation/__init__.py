"""A conversation as rules, prompts and memories read it: turns, speakers, and the narrative made of them."""
