"""From a message to the index row and back, by links alone; and memories whose files are damaged or gone."""

import re
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from cascade.drain import drain
from cascade.scanner import scan
from memory.errors import DamagedDocument
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.note import NOTE
from memory.markdown import store
from memory.models import MemCell
from memory.scope import Scope, group, user
from ome.models import StrategyRun
from tests.cascade.conftest import ALICE, HERE, NOON, tell
from tests.cascade.conftest import FILE as TOLD
from tests.ingest.talk import add, flush, said
from tests.site.operating import EPISODES, file_of, links, page, remember, settle

PAGE = "/admin/memories/"
EPISODE = "ep_20230508_00000001"
pytestmark = pytest.mark.django_db


def entry(client: Client, identifier: str = EPISODE, path: str = EPISODES) -> str:
    return page(client, PAGE, path=path, entry=identifier)


def sentence(client: Client, identifier: str = EPISODE, path: str = EPISODES) -> str:
    """What the page says about the index."""
    return client.get(PAGE, {"path": path, "entry": identifier}).context["memory"].index.sentence


def by_start(found: dict[str, str], start: str) -> str:
    return next(address for text, address in found.items() if text.startswith(start))


def test_along_the_chain_and_back(admin_client: Client, root: Path) -> None:
    cell = remember("I live in Lisbon with my dog Rex.", "I am allergic to peanuts.")
    session = links(admin_client, "/admin/sessions/?state=all")["demo"]
    cells = by_start(links(admin_client, session), "1")
    of_cell = links(admin_client, links(admin_client, cells)[cell.pk])
    episode = of_cell[EPISODE]
    of_episode = links(admin_client, episode)
    fact = by_start(of_episode, "af_2023")
    of_fact = links(admin_client, fact)
    assert "The index holds what the file says." in page(admin_client, fact)
    assert of_fact[EPISODE] == episode
    assert of_fact[cell.pk] == of_episode[cell.pk], "and so to the cell"
    assert of_cell["demo"] == of_fact["demo"] == of_episode["demo"]
    runs = StrategyRun.objects.filter(strategy="extract_atomic_facts")
    assert links(admin_client, of_episode[str(runs.get().pk)])[cell.pk] == of_episode[cell.pk]
    assert by_start(links(admin_client, of_episode[str(runs.get().pk)]), "af_2023") == fact


def test_search_of_what_somebody_s_memories_say(admin_client: Client, root: Path) -> None:
    remember("I live in Lisbon with my dog Rex.", "I am allergic to peanuts.")
    settle()
    owner = links(admin_client, PAGE)["alice"]
    assert "Forget…" in links(admin_client, owner)
    found = page(admin_client, f"{owner}&q=peanuts")
    assert found.index("allergic to peanuts") < found.index("</table>")
    of_search = links(admin_client, f"{owner}&q=peanuts")
    assert "In the index" in page(admin_client, by_start(of_search, "af_2023"))
    explorer = by_start(of_search, "show af_2023")
    assert explorer.startswith("/explorer/memory/?id=alice_af_")
    assert links(admin_client, of_search[EPISODE])["Show in the explorer"].startswith("/explorer/memory/")
    assert links(admin_client, owner)["Show in the explorer"] == "/explorer/owner/?user=alice"
    long = admin_client.get(f"{owner}&q={'x' * 40_000}")
    assert "EVEROS_LIMITS__QUERY_CHARS" in long.content.decode()


def test_an_owner_with_a_strange_name(admin_client: Client, root: Path) -> None:
    tell("I like tea.", owner="auth0|<42> & 中")
    settle()
    address = links(admin_client, f"{PAGE}?q={quote('0|<42> & 中')}")["auth0|<42> & 中"]
    text = page(admin_client, address)
    assert "auth0|&lt;42&gt; &amp; 中" in text
    assert "I like tea." in page(admin_client, f"{address}&q=tea")


def test_the_page_of_an_owner_is_for_those_who_may_view(
    client: Client, root: Path, django_user_model: type[User]
) -> None:
    address = f"{PAGE}owner/?user=alice"
    assert client.get(address).status_code == 302
    client.force_login(django_user_model.objects.create_user("eve", password="x", is_staff=True))
    assert client.get(address).status_code == 403
    client.force_login(django_user_model.objects.create_superuser("root"))
    assert client.get(f"{PAGE}owner/").status_code == 404
    assert client.get(f"{PAGE}owner/?user=a%00b").status_code == 404
    assert "no indexed memories" in page(client, address)


def test_from_a_message_to_its_cell_and_back(admin_client: Client, root: Path) -> None:
    (root / "default_app").write_text("in the way")
    add(said("Hi", message_id="m1"))
    open_still = links(admin_client, "/admin/memory/bufferedmessage/")["m1"]
    assert "not in a cell yet" in page(admin_client, open_still)
    with pytest.raises(DamagedDocument, match="is a file"):
        flush()
    cell = MemCell.objects.get()
    of_message = links(admin_client, open_still)
    assert of_message["s"].startswith("/admin/sessions/")
    of_cell = links(admin_client, of_message[cell.pk])
    assert admin_client.get(of_cell["1 messages"]).context["cl"].result_count == 1
    assert "no episode yet" in page(admin_client, of_message[cell.pk])


def test_an_episode_as_it_stands_in_its_file(admin_client: Client, root: Path) -> None:
    remember("I live in Lisbon. <script>alert(1)</script>")
    text = entry(admin_client)
    assert "<script>alert(1)" not in text
    assert "&lt;script&gt;alert(1)" in text
    assert f"&lt;!-- entry:{EPISODE} --&gt;" in text, "the lines of the file, with their markers"
    assert "episode_log_alice_2023-05-08" in text, "the frontmatter"
    assert f"alice_{EPISODE}" in text, "the id that clients know"
    assert EPISODES in text
    assert "profile_alice" in text, "a run of the facts' event"


def test_the_id_of_a_profile_is_the_one_that_clients_know(admin_client: Client, root: Path) -> None:
    remember("I live in Lisbon.")
    text = entry(admin_client, "profile_alice", "default_app/default_project/users/alice/user.md")
    assert "<td>profile_alice" in text
    assert "alice_profile_alice" not in text


def test_a_file_lists_its_memories(admin_client: Client, root: Path) -> None:
    tell("Alice bought a red bicycle.", "<b>Alice</b> went to Lisbon.")
    found = links(admin_client, f"{PAGE}?path={TOLD}")
    assert {"ep_20261121_00000001", "ep_20261121_00000002"} <= set(found)
    assert "red bicycle" in entry(admin_client, "ep_20261121_00000001", str(TOLD))
    assert "&lt;b&gt;Alice" in page(admin_client, found["ep_20261121_00000002"])
    owner = links(admin_client, found["ep_20261121_00000002"])["alice"]
    assert links(admin_client, owner)["All files"].startswith("/admin/cascade/mdchangestate/")


def test_what_is_written_and_not_yet_indexed(admin_client: Client, root: Path) -> None:
    [first] = tell("Alice bought a red bicycle.")
    assert sentence(admin_client, first, str(TOLD)) == "It is not in the index. The file waits to be indexed."
    drain()
    assert sentence(admin_client, first, str(TOLD)) == "The index holds what the file says."


def test_what_was_edited_and_not_yet_indexed(admin_client: Client, root: Path) -> None:
    remember("I live in Lisbon.")
    file = file_of(root)
    file.write_text(file.read_text().replace("Lisbon", "Porto"))
    said_before = "The index holds what the file said before."
    assert sentence(admin_client).startswith(said_before)
    text = entry(admin_client)
    assert "Porto" in text
    assert "Lisbon" in text, "what the index still has"
    settle()
    assert sentence(admin_client) == "The index holds what the file says."


def test_a_damaged_entry(admin_client: Client, root: Path) -> None:
    remember("I live in Lisbon.")
    file = file_of(root)
    file.write_text(file.read_text().replace(f"<!-- /entry:{EPISODE} -->", ""))
    scan()
    drain()
    text = entry(admin_client)
    assert "This memory is not among what can be read of the file." in text
    assert f"add &lt;!-- /entry:{EPISODE} --&gt;" in text
    assert "Lisbon" in text, "as it stands in the file"
    last_good = "The index holds what the file said when it could be read last."
    assert sentence(admin_client) == f"{last_good} The file could not be indexed: see its change."
    assert "the file as it is" in page(admin_client, PAGE, path=EPISODES).lower()


def test_a_file_that_is_gone(admin_client: Client, root: Path) -> None:
    cell = remember("I live in Lisbon.")
    file_of(root).unlink()
    assert "There is no such file now." in entry(admin_client)
    assert sentence(admin_client).startswith("The index holds what the file said when")
    settle()
    assert sentence(admin_client) == "It is not in the index either."
    assert "There is no such file now." in page(admin_client, PAGE, path=EPISODES)
    assert page(admin_client, f"/admin/memory/memcell/{cell.pk.replace('_', '_5F')}/change/")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00rubbish",
        b"---\nid: [\n---\n<!-- entry:ep_20230508_00000001 -->\nno end\n",
        b"---\nid: x\nowner: '\xff'\n---\n<!-- entry:\xff\xfe -->\n**owner_id**: a\n<!-- /entry:\xff\xfe -->\n",
        b"---\n- a\n- list\n---\n",
        b"---\ndeprecated_entries: 7\n---\n<!-- /entry:ep_20230508_00000001 -->\n",
    ],
    ids=["empty", "bytes", "no-end", "bytes-in-ids", "list", "lone-end"],
)
def test_no_damage_breaks_the_page(admin_client: Client, root: Path, content: bytes) -> None:
    file_of(root).parent.mkdir(parents=True)
    file_of(root).write_bytes(content)
    page(admin_client, PAGE, path=EPISODES)
    entry(admin_client)
    for address in links(admin_client, f"{PAGE}?path={EPISODES}").values():
        if address.startswith(PAGE):
            page(admin_client, address)


def test_a_folder_and_a_link_in_place_of_a_file(admin_client: Client, root: Path, tmp_path: Path) -> None:
    file_of(root).mkdir(parents=True)
    assert "cannot be read" in page(admin_client, PAGE, path=EPISODES)
    file_of(root).rmdir()
    (tmp_path / "secret.md").write_text("a secret")
    file_of(root).symlink_to(tmp_path / "secret.md")
    text = page(admin_client, PAGE, path=EPISODES)
    assert "symbolic link" in text
    assert "a secret" not in text


@pytest.mark.parametrize(
    "path",
    [
        "../secret.md",
        "/etc/passwd",
        "default_app/default_project/users/alice/episodes/../../../../../ome.toml",
        "default_app/default_project/users/../users/alice/user.md",
        ".accounts.key",
        ".accounts.db",
        "ome.toml",
        "default_app/default_project/users/alice/episodes/episode-2023-05-08.md\0",
        "a/b",
    ],
)
def test_only_memories_can_be_looked_at(admin_client: Client, root: Path, path: str) -> None:
    assert admin_client.get(PAGE, {"path": path}).status_code == 404


def test_one_that_was_replaced(admin_client: Client, root: Path) -> None:
    first, second = tell("Alice bought a bicycle.", "Alice bought a red bicycle.")
    store.deprecate(TOLD, {first: second})
    drain()
    assert (
        sentence(admin_client, first, str(TOLD)) == f"Replaced by {second}: it is neither found nor listed."
    )
    assert links(admin_client, f"{PAGE}?{urlencode({'path': TOLD, 'entry': first})}")[second]


def test_a_note_by_its_row(admin_client: Client, root: Path) -> None:
    values = {
        "category": "fact",
        "created_at": NOON,
        "metadata": {"a": [1]},
        "memory": "Alice likes <i>tea</i>.",
    }
    store.write_document(NOTE, HERE, ALICE, values, "n1")
    drain()
    row = links(admin_client, "/admin/memory/keyeddocument/")["n1"]
    file = by_start(links(admin_client, row), "default_app/")
    text = page(admin_client, links(admin_client, file)["nt_n1"])
    assert "Alice likes &lt;i&gt;tea&lt;/i&gt;." in text
    assert "The index holds what the file says." in text


def test_the_episode_of_a_group(admin_client: Client, root: Path) -> None:
    cell = MemCell.objects.create(
        id="mc_000000000001", status="done", message_count=1, first_timestamp_ms=1, last_timestamp_ms=1,
        app_id="default", project_id="default", session_id="team", available_at=NOON, group_id="team",
        entries={"alice": EPISODE, "%": "rubbish"}, group_entry=EPISODE,
    )  # fmt: skip
    text = page(admin_client, f"/admin/memory/memcell/{cell.pk.replace('_', '_5F')}/change/")
    paths = re.findall(r"memories/\?path=([^&\"]+)", text)
    assert [path.replace("%2F", "/").split("/")[2:4] for path in paths] == [
        ["users", "alice"],
        ["groups", "team"],
    ]
    assert "rubbish" in text, "an id that names no file is shown without a link"


def test_facts_of_others_are_not_shown(admin_client: Client, root: Path) -> None:
    [first] = tell("Alice bought a red bicycle.")
    day = NOON.date()
    for owner, parent, said_of in ((ALICE, first, "hers"), (ALICE, "ep_20261121_00000009", "another's")):
        draft = {"timestamp": NOON, "parent_type": "episode", "fact": f"A fact, {said_of}."}
        store.append(ATOMIC_FACT, Scope(), owner, day, parent, [draft])
    draft = {"timestamp": NOON, "parent_type": "episode", "fact": "A fact, Bob's."}
    store.append(ATOMIC_FACT, Scope(), user("bob"), day, first, [draft])
    store.append(ATOMIC_FACT, Scope(), group("team"), day, first, [draft])
    text = entry(admin_client, first, str(TOLD))
    assert "A fact, hers." in text
    assert "another" not in text
    assert "Bob" not in text


def test_looking_needs_a_permission(client: Client, root: Path, django_user_model: type[User]) -> None:
    tell("Alice bought a red bicycle.")
    viewer = django_user_model.objects.create_user("eve", password="x", is_staff=True)
    client.force_login(viewer)
    assert client.get(PAGE, {"path": TOLD}).status_code == 403
    viewer.user_permissions.add(Permission.objects.get(codename="view_mdchangestate"))
    assert client.get(PAGE, {"path": TOLD}).status_code == 200
    assert client.get(PAGE).status_code == 200, "the list of those who have memories"
