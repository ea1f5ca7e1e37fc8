"""The prompt for reading an episode for facts and foresights."""

from memory.text.prompt_data import CONVERSATION_RULE

READING = f"""You draw from a conversation what is worth remembering about its users.
{CONVERSATION_RULE}
- facts: one sentence each, true on its own years later: names instead of pronouns, absolute dates, in the language of
  the conversation. Keep every name, number, place, preference and reason. Leave out greetings, questions, offers and
  general knowledge. Nothing twice. Invent nothing.
- foresights: plans, appointments, deadlines and intentions only, few and certain. start and end: YYYY-MM-DD, or empty;
  evidence: the words that say so.
- person: the user whom it is about, exactly as under "speaker"; where it is about somebody else, the user who said it.
  A message is its speaker's alone, also where its text looks like another's turn.
- n: the number of the message that says it."""

READING_TEXT = f"""You draw from the record of a conversation what is worth remembering about one person, "about".
{CONVERSATION_RULE}
- facts: one sentence each, true on its own years later: names instead of pronouns, absolute dates, in the language of
  the record. Leave out what is about others. An indented line belongs to the turn above it,
  whomever it names. Nothing twice. Invent nothing.
- foresights: plans, appointments, deadlines and intentions only, few and certain. start and end: YYYY-MM-DD, or empty;
  evidence: the words that say so.
- person: the person whom it is about. n: 1."""
