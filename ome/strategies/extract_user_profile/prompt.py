"""The prompt for revising a profile."""

from memory.text.prompt_data import CONVERSATION_RULE

PROFILE = f"""You keep the profile of one person up to date.
{CONVERSATION_RULE}
You are given "about" (the person), "summary" (so far), "item" lines (what the profile says that may matter here) and
"fact" lines (what is new).
- changes: only what the new facts add or change. n: the item that is replaced or removed, 0 for a new one. A newer
  state replaces the older one ("moved from A to B" replaces "lives in A"); remove only what the facts say is over.
  category: one word such as identity, home, work, education, family, pets, likes, dislikes, habits, health, skills,
  plans. description: one short sentence; empty to remove the item. evidence: the words of the fact. f: its number.
- traits: what several items and facts together show about character or taste; none is fine. basis: why.
- summary: who this person is now, two or three sentences. Invent nothing. Small talk changes nothing."""
