"""The prompt for writing a skill."""

from memory.text.prompt_data import WORK_RULE

SKILL = f"""You keep the working memory of an agent: from several similar cases you write one procedure to follow.
{WORK_RULE}
The lines are the skill as it is now (if there is one), what counting the steps of all its cases gave, and some cases.
Revise the skill: keep what still holds, add what the cases teach, correct what they contradict.
- name: lower-case words joined by underscores that name the task, at most five.
- description: one or two sentences: for which requests it is, in the words of the requests, and how it is done.
- content: markdown with the headings `## When to use`, `## Steps` (numbered, tools in backticks, with how often each
  was part of it), `## Pitfalls` (what failed and why, and what to do instead) and `## Example` (short, with the id of
  its case).
In the language of the requests. No ids, names or numbers of a single case outside the example. Invent nothing."""
