"""What a model is asked of some sessions, and what becomes of a good answer: `transcripts/*.yaml`.

Talk and answers are written by hand. `asked` and `remembered` are what the code makes of them; a change of a prompt
shows there. After such a change, write them anew and read what is different:

    RENEW=1 python -m pytest tests/ome/test_transcripts.py && git diff tests/ome/transcripts
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from cascade.drain import drain as index
from memory.kinds.atomic_fact import ATOMIC_FACT
from tests.fakes.openai_server import Call, FakeOpenAI
from tests.ome.users import (
    DAY,
    entries,
    episodes,
    facts,
    foresights,
    has_profile,
    profile,
    says,
    talk,
    without_pauses,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("root")]

FOLDER = Path(__file__).parent / "transcripts"
TODAY = re.compile(r'"today": "[^"]*"')  # the day of the test
TODAY_SHOWN = '"today": "…"'


def senders(transcript: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for name, _ in transcript["talk"] if not name.endswith("*")))


def asked(endpoint: FakeOpenAI) -> list[str]:
    """What was sent with each call: the schema, and the lines of data."""
    return [
        f"{call.schema}\n{TODAY.sub(TODAY_SHOWN, prompt(call))}"
        for call in sorted(endpoint.calls, key=lambda call: (str(call.schema), prompt(call)))
    ]


def person_asked_about(call: Call) -> str:
    match = re.search(r'"about": "([^"]+)"', prompt(call))
    assert match
    return match[1]


def prompt(call: Call) -> str:
    return str(call.body["messages"][-1]["content"])


def remembered(names: list[str]) -> list[str]:
    lines = [f"episode: {episodes(names[0])[0].values['subject']}"]
    for name in names:
        lines += [f"fact of {name}: {fact}" for fact in facts(name)]
        lines += [
            f"superseded of {name}: {entry.id} by {entry.values['superseded_by']}"
            for entry in entries(ATOMIC_FACT, name)
            if entry.values.get("superseded_by")
        ]
        lines += [
            f"foresight of {name}: {item['foresight']} ({item['start_time']} to {item.get('end_time')})"
            for item in foresights(name)
        ]
        items = profile(name).get("explicit_info") if has_profile(name) else []
        assert isinstance(items, list)
        lines += [f"profile of {name}: {item['category']}: {item['description']}" for item in items]
    return lines


class _Texts(yaml.SafeLoader):
    """A day is a text, as a model writes it."""

    yaml_implicit_resolvers = {
        first: [(tag, form) for tag, form in resolvers if not tag.endswith("timestamp")]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def read(path: Path) -> Any:
    return yaml.load(path.read_text(), Loader=_Texts)  # a SafeLoader


class _Block(yaml.SafeDumper):
    """Long texts as blocks, so that a reader sees lines."""


_Block.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    ),
)


def _said(lines: list[tuple[str, str]]) -> list[dict[str, Any]]:
    return [
        says(text, name.rstrip("*"), name.rstrip("*"), "assistant" if name.endswith("*") else "user")
        for name, text in lines
    ]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_what_is_asked_and_what_is_kept(path: Path, endpoint: FakeOpenAI) -> None:
    transcript = read(path)
    without_pauses()
    if "before" in transcript:
        endpoint.answer("EpisodeDraft", transcript["before_episode"])
        endpoint.answer("ProfileRevision", {"summary": "", "changes": [], "traits": []})
        talk(*_said(transcript["before"]), session="before", at=-DAY)
        index()
        endpoint.calls.clear()
    endpoint.answer("EpisodeDraft", transcript["episode"])
    for schema in ("ProfileRevision", "RevisionWithEarlier"):
        endpoint.answer(schema, lambda call: transcript["profiles"][person_asked_about(call)])
    talk(*_said(transcript["talk"]))
    golden = {"asked": asked(endpoint), "remembered": remembered(senders(transcript))}
    if "RENEW" in os.environ:
        text = path.read_text().partition("asked:\n")[0]
        path.write_text(
            text + yaml.dump(golden, Dumper=_Block, allow_unicode=True, width=110, sort_keys=False)
        )
    else:
        assert golden["asked"] == transcript["asked"]
        assert golden["remembered"] == transcript["remembered"]


def test_prompts_name_the_language() -> None:
    """Four languages, eleven sessions, and each prompt tells in which to write."""
    texts = [read(path)["asked"] for path in FOLDER.glob("*.yaml")]
    assert len(texts) == 11
    for language in ("English", "German", "Spanish", "Chinese"):
        assert sum(f'"language": "{language}"' in one for asked in texts for one in asked) >= 2
