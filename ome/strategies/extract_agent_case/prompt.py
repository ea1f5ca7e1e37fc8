"""The prompt for writing a case."""

from memory.text.prompt_data import WORK_RULE

CASE = f"""You keep the working memory of an agent: from one finished task you write down what helps with the next.
{WORK_RULE}
The first line names the agent; the case is about what that agent did.
- task_intent: one line that says what the user finally wanted, in the user's language and words, complete in itself;
  several wishes are joined by semicolons. No greeting, no mention of "the user".
- approach: the steps in order, each one sentence. Put the names of tools in backticks and name the arguments that
  mattered. Merge repeated calls. Say what failed, why, and what was done instead ("it failed: …").
- quality_score: 0 to 1. Lower for tool errors, repeated calls, corrections and complaints by the user, wishes that were
  dropped; a refusal or a handover with a sound reason is a good end.
- key_insight: one line: what made it work, or why it did not. Invent nothing."""
