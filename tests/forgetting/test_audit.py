"""The proof finds what is left, wherever it is, and is silent about what others say themselves."""

import json
import re
from datetime import UTC, date, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, load_command_class

from memory.errors import InvalidInput
from memory.forgetting import receipts, work
from memory.forgetting.audit import audit
from memory.forgetting.shingles import marks_of, shingles_of
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.markdown import store
from memory.models import Forgetting, GroupMessage
from memory.scope import Scope, user
from tests.forgetting.conftest import DAY_MS, Service

ILL = "I was diagnosed with a rare illness called sarcoidosis at the Charité clinic by Doctor Faust."
KEY = b"key"


@pytest.fixture
def receipt(service: Service) -> str:
    service.remember("illness", ("alice", ILL))
    service.remember("rome", ("alice", "I live in Rome with my cat Miso."), at=DAY_MS)
    return str(service.forget(session_id="illness")["receipt_id"])


def test_nothing_is_left(receipt: str):
    report = audit(receipts.read(receipt))
    assert report.is_clean
    assert report.bytes_searched > 10_000


def test_a_stray_file(receipt: str, root: Path):
    (root / "notes.txt").write_text(f"She said: {ILL.upper()}")
    assert list(audit(receipts.read(receipt)).traces) == ["notes.txt"]


def test_a_row(receipt: str):
    GroupMessage.objects.create(group_id="g", payload={"sender": "x", "content": f"„{ILL}“"})
    assert any("memory_groupmessage" in place for place in audit(receipts.read(receipt)).traces)


def test_a_fact_of_a_forgotten_episode(receipt: str):
    """As a strategy would leave it behind that was at work meanwhile."""
    values = {"timestamp": datetime(2025, 5, 28, tzinfo=UTC), "parent_type": "episode", "fact": ILL}
    day = date(2025, 5, 28)
    store.put_children(ATOMIC_FACT, Scope(), user("alice"), day, "ep_20250528_00000001", [values])
    report = audit(receipts.read(receipt))
    assert any(".atomic_facts" in place for place in report.traces)


@pytest.mark.parametrize("field", ["summary", "evidence"])
def test_a_profile_that_still_says_it(receipt: str, root: Path, field: str):
    path = root / "default_app/default_project/users/alice/user.md"
    source = "ep_20250528_00000001" if field == "evidence" else "ep_20250529_00000001"
    text = path.read_text().replace("ep_20250529_00000001", source)
    path.write_text(re.sub(rf"{field}: .*", f"{field}: '{ILL}'", text, count=1))
    assert [place for place in audit(receipts.read(receipt)).traces if place.endswith("user.md")]


def test_an_entry_that_was_put_back(service: Service, root: Path):
    service.remember("illness", ("alice", ILL))
    [path] = root.glob("default_app/default_project/users/alice/episodes/*.md")
    text = path.read_text()
    identifier = service.forget(session_id="illness")["receipt_id"]
    path.write_text(text)
    assert audit(receipts.read(identifier)).still_there == ["alice_ep_20250528_00000001"]


def test_what_somebody_else_says_is_no_trace(receipt: str, service: Service):
    service.remember("gossip", ("bob", f"Alice told me: {ILL}"), at=DAY_MS)
    report = audit(receipts.read(receipt))
    assert report.is_clean
    assert set(report.said_elsewhere) == {"bob_ep_20250529_00000001", "bob_af_20250529_00000001"}


def test_somebody_elses_profile_with_the_same_summary_is_no_trace(service: Service):
    said = "I live in Rome. I work as a nurse. I play the violin. I am allergic to peanuts."
    for name in ("alice", "bob"):
        service.remember(f"{name}s", (name, said))
    report = audit(receipts.read(str(service.forget(user_id="alice")["receipt_id"])))
    assert "profile_bob" in report.said_elsewhere
    assert report.is_clean


def test_a_receipt_that_was_changed(receipt: str):
    changed = {**receipts.read(receipt), "marks": []}
    with pytest.raises(InvalidInput, match="changed since"):
        audit(changed)


def test_the_command(receipt: str, root: Path):
    out = StringIO()
    call_command("audit_forgotten", receipt, stdout=out)
    assert "No trace is left" in out.getvalue()
    (root / "notes.txt").write_text(ILL)
    with pytest.raises(SystemExit) as ended:
        call_command("audit_forgotten", str(root / ".forgotten" / f"{receipt}.json"), stdout=out)
    assert ended.value.code == 1
    assert "notes.txt" in out.getvalue()
    for wrong in ("fg_000000000000", str(root / "notes.txt"), str(root / "none")):
        with pytest.raises(CommandError):
            call_command("audit_forgotten", wrong, stdout=out)


def test_the_command_that_forgets(service: Service, root: Path):
    service.remember("illness", ("alice", ILL))
    out = StringIO()
    call_command("forget", "--session", "illness", "--dry-run", stdout=out)
    assert "sarcoidosis" in out.getvalue()
    assert service.places_of("sarcoidosis")
    with pytest.raises(CommandError, match="confirm with --yes"):
        call_command("forget", "--session", "illness", stdout=out)
    call_command("forget", "--session", "illness", "--user", "alice", "--yes", stdout=out)
    assert "Forgotten. The receipt is" in out.getvalue()
    assert service.places_of("sarcoidosis") == []
    with pytest.raises(CommandError, match=r"There is no receipt nobody\."):
        call_command("audit_forgotten", "nobody", stdout=out)
    with pytest.raises(CommandError, match="nothing to forget"):
        call_command("forget", "--user", "alice", "--after", "2025-06-01", "--yes", stdout=out)
    with pytest.raises(CommandError, match=r"Name what to forget: ids, --session, --user.* or --query\."):
        call_command("forget", "--yes", stdout=out)


def test_a_long_text_is_shown_as_shortened(service: Service):
    service.remember("illness", ("alice", ILL + " " + ILL.replace("rare", "grave")))
    out = StringIO()
    call_command("forget", "--session", "illness", "--dry-run", stdout=out)
    (episode,) = [line for line in out.getvalue().splitlines() if line.startswith("episode")]
    assert episode.endswith("…")


@pytest.mark.parametrize(
    "options",
    [
        ["--user", "", "--session", "illness"],
        ["--user", "alice", "--session", " "],
        ["--user", "alice", "--query", ""],
        ["--user", "alice", "--project", ""],
        ["--user", "alice", ""],
    ],
)
def test_a_variable_that_is_not_set_forgets_nothing(service: Service, options: list[str]):
    """Without the empty option, each of these would forget more than was meant."""
    service.remember("illness", ("alice", ILL))
    with pytest.raises(CommandError, match="must not be empty"):
        call_command("forget", *options, "--yes", stdout=StringIO())
    assert service.places_of("sarcoidosis")


def test_the_command_names_the_other_projects_of_a_person(service: Service):
    service.remember("illness", ("alice", ILL))
    out = StringIO()
    call_command("forget", "--user", "alice", "--project", "other", "--dry-run", stdout=out)
    assert "The user alice also has memories in default/default." in out.getvalue()
    call_command("forget", "--user", "alice", "--yes", stdout=out)
    assert service.places_of("sarcoidosis") == []
    out.truncate(0)
    call_command("forget", "--user", "alice", "--project", "other", "--dry-run", stdout=out)
    assert "also has memories" not in out.getvalue(), "what is forgotten is nowhere"


@pytest.mark.parametrize(
    "text",
    [
        ILL,
        "Ich wurde am Dienstag in der Klinik untersucht, und danach fuhr ich müde nach Hause.",
        "昨天我在北京的医院做了检查，医生说我对花生过敏，不能再吃了。",
    ],
)
def test_a_text_is_known_again_in_other_clothes(text: str):
    marks = set(marks_of([text], KEY))
    assert marks
    for other in (
        text.upper(),
        f"x {text} y",
        json.dumps(text),
        json.dumps(json.dumps(text)),
        text.replace(" ", "\n> "),
    ):
        assert marks & set(marks_of([other], KEY)), other


def test_short_or_other_texts_leave_no_marks():
    assert marks_of(["Hello there.", "", "你好"], KEY) == []
    assert not set(shingles_of(ILL)) & set(
        shingles_of("I was in Rome with a rare cat called Miso at the clinic by the sea.")
    )


def test_with_another_key_there_are_other_marks():
    assert not set(marks_of([ILL], KEY)) & set(marks_of([ILL], b"other"))


def test_a_later_memory_with_the_id_of_a_forgotten_one(service: Service) -> None:
    """The ids of a folder that was removed are used again."""
    service.remember("illness", ("alice", ILL))
    known = receipts.read(str(service.forget(user_id="alice")["receipt_id"]))
    service.remember("again", ("alice", "I play the cello on Sundays."))
    [episode] = service.listed("episode")
    assert episode["id"] in {memory["id"] for memory in known["memories"]}
    assert audit(known).is_clean
    service.remember("once more", ("alice", ILL))
    report = audit(known)
    assert report.is_clean
    assert report.said_elsewhere


def test_a_memory_with_the_id_of_one_that_is_just_being_forgotten(service: Service) -> None:
    """It is new when the request is done, because its folder was removed before."""
    service.remember("illness", ("alice", ILL))
    assert service.http.delete("/v2/entities/user/alice/").status_code == 200
    service.remember("again", ("alice", "I play the cello on Sundays."))
    assert work.resume() == 1
    known = receipts.read(Forgetting.objects.get().pk)
    [episode] = service.listed("episode")
    assert episode["id"] in {memory["id"] for memory in known["memories"]}
    assert audit(known).is_clean


def test_a_document_that_is_stored_again_under_its_key(service: Service) -> None:
    def stored() -> None:
        item = {"namespace": ["a"], "key": "k", "value": {"text": ILL}}
        drawn = {"entities": [{"name": "Alice", "entityType": "person", "observations": [ILL]}]}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        named = {**call, "params": {"name": "create_entities", "arguments": drawn}}
        for method, path, body in (
            ("put", "/store/items?user_id=alice", item),
            ("post", "/mcp?user=alice&tools=graph", named),
        ):
            answer = getattr(service.http, method)(path, body, content_type="application/json")
            assert answer.status_code in (200, 201, 204), answer.content

    stored()
    known = receipts.read(str(service.forget(user_id="alice")["receipt_id"]))
    assert {memory["kind"] for memory in known["memories"]} == {"store_item", "entity"}
    stored()
    assert audit(known).is_clean


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", ["forget", "why"])
def test_what_was_said_does_not_take_over_the_terminal(service: Service, name: str):
    service.remember("s", ("alice", "I live in Rome.\x1b[2J\x1b]0;owned\x07 My cat is\x9b31m called Miso."))
    terminal = Terminal()
    asked = {"forget": ["--user", "alice", "--dry-run"], "why": ["Where does she live?", "--user", "alice"]}[
        name
    ]
    command = type(load_command_class("everos_site", name))(stdout=terminal)
    call_command(command, *asked)
    shown = terminal.getvalue()
    assert "Rome" in shown
    assert not [character for character in shown if character != "\n" and not character.isprintable()]
