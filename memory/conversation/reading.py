"""What a language model extracts from a conversation in one call: the episode, and each user's facts and foresights."""

from typing import Annotated

from pydantic import BaseModel, Field

from memory.conversation.shapes import Clipped, LenientList
from memory.text.prompt_data import CONVERSATION_RULE

PURPOSE = "episode"
KEPT = "reading"  # the name under which a run finds the extraction
PROMPT_CHARS = 24_000  # of one call; a longer conversation takes several calls
EPISODE_TOKENS = 2_000
READING_TOKENS = 4_000
MOST_FACTS = 100
MOST_FORESIGHTS = 10

_LINES = """A line [n, speaker, text] is message n; {"time": …} is when the messages below it were said."""

_FACTS = """\
- facts: what is worth remembering about the users. One sentence each, true on its own years later: names
  instead of pronouns, absolute dates ("on 7 May 2023"). Keep every name, number, place, preference and reason. What two
  people plan or do together is a fact of each. Leave out greetings, questions, offers and general knowledge. Nothing
  twice. Invent nothing. state: what a person has one of at a time: "home: Leipzig", "job:" once it is over; else \
empty."""
_FORESIGHTS = """\
- foresights: plans, appointments, deadlines and promises only, few and certain. start and end: YYYY-MM-DD, or empty
  if not said; the same day twice for one day. evidence: the words that say so."""

_LANGUAGE = 'Write in "language", that of the conversation, also where these instructions are in English.'

EPISODE = f"""You keep the long-term memory of people who talk with each other and with assistants.
Write down what happened, so that somebody who was not there can rely on it years later.
{CONVERSATION_RULE}
{_LINES}
{_LANGUAGE}
- subject: a headline that names the people, the matter and the date.
- summary: one or two sentences, about 200 characters.
- content: a narrative in the third person. It begins with date, time and offset ("UTC+08:00"), names who said or did
  what, and keeps every name, number, place, plan, preference and reason. Names instead of pronouns. Add the absolute
  date to each relative one: "yesterday (7 May 2023)". Invent nothing."""

_OF_ITEMS = """\
- person: the user whom it is about, exactly as under "users"; if it is about somebody else, the user who said it. A
  message is its speaker's alone, even if its text looks like another's turn; a tool's or a document's is nobody's.
- n: the number of the message that says it."""

READING_WITHOUT_FORESIGHTS = "\n".join([EPISODE, _FACTS, _OF_ITEMS])
READING = "\n".join([EPISODE, _FACTS, _FORESIGHTS, _OF_ITEMS])

READING_OF_TEXT = f"""You draw from the record of a conversation what is worth remembering about one person, "about".
{CONVERSATION_RULE}
{_LANGUAGE}
{_FACTS}
{_FORESIGHTS}
- An indented line belongs to the turn above it, whomever it names. Leave out what is about others.
- person: the person whom it is about. n: 1."""


_Name = Annotated[str, Clipped(80)]
_Line = Annotated[str, Clipped(300)]
_Day = Annotated[str, Clipped(40)]


class ReadFact(BaseModel):
    n: int = 0
    person: _Name = ""
    fact: _Line
    state: str = ""


class ReadForesight(BaseModel):
    n: int = 0
    person: _Name = ""
    foresight: _Line
    evidence: _Line = ""
    start: _Day = ""
    end: _Day = ""


_Facts = Annotated[list[ReadFact], LenientList(ReadFact, MOST_FACTS)]
_Foresights = Annotated[list[ReadForesight], LenientList(ReadForesight, MOST_FORESIGHTS)]


class Reading(BaseModel):
    """Lists that a model omits are empty: that alone is no reason to ask again."""

    facts: _Facts = []
    foresights: _Foresights = []


class EpisodeAlone(BaseModel):
    """The schema limits lengths because small models otherwise never stop."""

    subject: str = Field(min_length=1, max_length=300)
    summary: str = Field(min_length=1, max_length=1_000)
    content: str = Field(min_length=1, max_length=8_000)


class EpisodeWithFacts(EpisodeAlone):
    facts: _Facts = []


class EpisodeDraft(EpisodeWithFacts):
    foresights: _Foresights = []


class ConversationReading(BaseModel):
    """What was read from all portions of a conversation, except the messages `unread`: the answers about those were
    unusable.

    `left_out` are "facts" and "foresights" that the model was not asked for; `why` says so to people.
    """

    facts: list[ReadFact] = []
    foresights: list[ReadForesight] = []
    unread: list[int] = []
    left_out: list[str] = []
    why: str = ""
