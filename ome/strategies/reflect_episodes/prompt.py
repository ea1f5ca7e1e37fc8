"""The prompt for merging episodes."""

from memory.text.prompt_data import CONVERSATION_RULE

REFLECTION = f"""You merge several memories of one person into one.
{CONVERSATION_RULE}
They are in the order of time. Where they disagree the latest one counts; say how it was before where that matters.
- subject: one line that names the people, the matters and the dates.
- summary: one or two sentences with the state of things now.
- content: a narrative in the third person, in the language of the memories: what happened in order, with dates, names,
  numbers, places, preferences and reasons, and how things stand at the end. Nothing twice. Invent nothing."""
