"""The first page of the admin: the same facts as /health and /metrics, and where to go from each."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
import time_machine
from django.contrib.auth.models import Permission, User
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from everos_site import tasks
from everos_site.dashboard import samples
from everos_site.dashboard.charts import Series, folded, lines, nice_step, share, short, stacked_bars
from memory.models import ModelCall, ServerProcess, StatusSample
from memory.providers import budget
from ome.engine.announcing import announce
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.cascade.conftest import absolute, settle, tell
from tests.conftest import change_settings
from tests.ingest.talk import add, said
from tests.ome.conftest import cell, fails, register  # noqa: F401  (a fixture)
from tests.site.operating import links, page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_requests_of_other_tests() -> None:
    samples._counts.by_minute.clear()


SVG = "{http://www.w3.org/2000/svg}"


def spend(purpose: str, hours_ago: int, tokens: int, **more: Any) -> None:
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    hour = now - timedelta(hours=hours_ago)
    ModelCall.objects.create(hour=hour, purpose=purpose, model="m", calls=1, prompt_tokens=tokens, **more)


# --- charts


def drawn(*series: Series, labels: tuple[str, ...] = ("09:00", "10:00")) -> ElementTree.Element:
    text = stacked_bars("key", "Tokens <today>", labels, series)
    return ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def test_bars_are_as_high_as_their_numbers() -> None:
    drawing = drawn(Series("episode", (30, 0)), Series("<b>profile</b>", (10, 40)))
    bars = drawing.findall(f"{SVG}rect")
    episode, profile, later = (float(bar.attrib["height"]) for bar in bars)
    assert episode == pytest.approx(3 * profile, abs=0.1)
    assert later == pytest.approx(episode + profile, abs=0.1)
    bottom = float(bars[1].attrib["y"]) + profile
    assert bottom == pytest.approx(float(bars[0].attrib["y"]), abs=0.1), "one stands on the other"
    assert [bar.findtext(f"{SVG}title") for bar in bars][1] == "09:00: <b>profile</b> 10"


def test_a_chart_says_what_it_shows() -> None:
    drawing = drawn(Series("episode", (1500, 250)))
    named = drawing.attrib["aria-labelledby"].split()
    told = {each.attrib["id"]: each.text for each in drawing if "id" in each.attrib}
    assert [told[name] for name in named] == [
        "Tokens <today>",
        "In all 1,750: episode 1,750. The highest bar is 09:00 with 1,500.",
    ]


def test_a_chart_of_nothing() -> None:
    assert not drawn().findall(f"{SVG}rect")
    assert "Nothing in this time." in stacked_bars("key", "Tokens", [], [])


@pytest.mark.parametrize(
    ("highest", "step"),
    [(0, 1), (4, 1), (5, 2), (17, 5), (40, 10), (999_999, 500_000), (0.07, 0.02), (3.0, 1.0)],
)
def test_steps_are_round_and_few(highest: float, step: float) -> None:
    assert nice_step(highest) == pytest.approx(step)


def test_lines_have_gaps_where_nobody_looked() -> None:
    series = [Series("files", (1, 3, None, 2)), Series("cells", (None,) * 4)]
    text = lines("key", "Waiting", ("9", "10", "11", "12"), series, "files")
    drawing = ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
    stretches = [len(each.attrib["points"].split()) for each in drawing.findall(f"{SVG}polyline")]
    assert stretches == [2, 1]
    assert [each.findtext(f"{SVG}title") for each in drawing.findall(f"{SVG}circle")] == [
        "9: files 1", "10: files 3", "12: files 2"
    ]  # fmt: skip
    assert "files: at most 3, at 10; last 2." in text
    assert ">files</text>" in text


def test_a_chart_of_small_amounts() -> None:
    text = stacked_bars("key", "Cost", ("9", "10"), [Series("episode", (0.0012, 0.003))], "USD")
    assert "In all 0.0042: episode 0.0042. The highest bar is 10 with 0.0030." in text
    assert ">0.002</text>" in text


def test_what_has_no_colour_is_added_up() -> None:
    many = [Series(f"s{number}", (number, 1)) for number in range(1, 10)]
    shown = folded(many)
    assert [each.name for each in shown] == ["s9", "s8", "s7", "s6", "s5", "other"]
    assert sum(each.total for each in shown) == sum(each.total for each in many)


def test_numbers_on_axes_are_short() -> None:
    numbers = (0, 999, 1_200, 50_000, 3_400_000)
    assert [short(number) for number in numbers] == ["0", "999", "1.2k", "50k", "3.4M"]
    assert 'width="25.0"' in share(1, 4)
    assert 'width="0"' in share(0, 0)


# --- the page


@pytest.fixture
def troubled(root: Path, register: Any) -> Path:  # noqa: F811
    """An indexed file, one that failed, a dead run, a message that waits."""
    tell("Alice bought a red bicycle.")
    tell("Bob sings.", owner="bob")
    settle()
    absolute().write_text("rubbish <script>alert(1)</script>")
    settle()
    register("bad", do=fails(ValueError("<i>no kettle</i>")), max_retries=0)
    register("slow", do=fails(ValueError("no tea yet")))
    announce([cell("mc_1")])
    drain()
    add(said("Hi"))
    return root


def test_it_tells_what_health_tells(admin_client: Client, troubled: Path) -> None:
    health = admin_client.get("/health").json()
    answer = admin_client.get("/admin/")
    assert answer.status_code == 200
    told = answer.context["report"]
    assert (told["ready"], told["reasons"]) == (health["ready"], health["reasons"])
    shown = {
        (group, figure.label): figure.value
        for group, _, members in answer.context["figures"]
        for figure in members
    }
    assert shown["Sessions and cells", "messages waiting"] == health["buffer"]["messages"] == 1
    assert shown["Index", "files failed"] == health["queue"]["failed"] == 1
    assert shown["Strategies", "dead"] == health["ome"]["dead"] == 1
    for reason in health["reasons"]:
        assert reason.split("`")[0] in answer.content.decode()


def test_all_is_well_on_an_empty_root(admin_client: Client, root: Path) -> None:
    admin_client.get("/health")
    settle()
    text = page(admin_client, "/admin/")
    assert "nothing needs attention" in text
    assert "No model was asked within the last 14 days" in text
    assert "None yet." in text, "no action of an operator"


def test_what_failed_is_named_and_linked(admin_client: Client, troubled: Path) -> None:
    found = links(admin_client, "/admin/")
    failed = page(
        admin_client, found["default_app/default_project/users/alice/episodes/episode-2026-11-21.md"]
    )
    assert "Failed" in failed
    dead = StrategyRun.objects.get(status="dead")
    assert found["bad for user alice"] == f"/admin/ome/strategyrun/{dead.pk}/change/"
    text = page(admin_client, "/admin/")
    assert "<i>no kettle" not in text
    assert "&lt;i&gt;no kettle" in text


def test_every_figure_leads_to_as_many_rows(admin_client: Client, troubled: Path) -> None:
    for _, _, members in admin_client.get("/admin/").context["figures"]:
        for figure in members:
            rows = admin_client.get(figure.url).context["cl"].result_count
            if figure.label != "index lag":
                assert rows == figure.value, figure


def test_tables_models_and_tokens(admin_client: Client, troubled: Path) -> None:
    spend("episode", 1, 1_200, completion_tokens=34)
    spend("profile", 30, 500)
    spend("forgotten", 24 * 20, 9_999)
    answer = admin_client.get("/admin/")
    tables = {table["kind"]: table for table in answer.context["tables"]}
    assert tables["episode"]["rows"] == 2, "the last good rows of the damaged file, too"
    assert tables["episode"]["bytes"] > 0
    [day] = answer.context["usage_charts"]
    assert day.series == [("episode", "1,234", "0")]
    assert [values for _, values in day.rows] == [["1,234"]], "the table has what the drawing has"
    [fortnight] = admin_client.get("/admin/", {"period": "weeks"}).context["usage_charts"]
    assert {name: told for name, told, _ in fortnight.series} == {"episode": "1,234", "profile": "500"}
    text = answer.content.decode()
    assert text.count('<svg class="chart"') == 4
    assert "multilingual-e5-small" in text


def test_cost_and_budgets(admin_client: Client, root: Path, settings: Settings) -> None:
    change_settings(settings, "budget", day=10, day_tokens=4_000)
    budget.forget()
    spend("episode", 0, 1_000, cost=9.5)
    text = page(admin_client, "/admin/")
    assert "Cost <small>UTC</small>" in text
    shown = text.partition("Budgets for models")[2].partition("</table>")[0]
    assert "10 USD a day" in shown
    assert "9.5000" in shown
    assert "profile, foresights, facts" in shown
    assert ">nothing<" in shown, "the limit in tokens is far"


def test_the_state_over_time(admin_client: Client, troubled: Path) -> None:
    """Samples of what waits, requests by their outcome, and a table of the same beside each drawing."""
    health = admin_client.get("/health").json()
    for path in ("/admin/", "/api/v1/memory/nowhere", "/health", "/static/everos_site/admin.css"):
        admin_client.get(path)
    tasks.sample()
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        samples.save_requests()
        samples.save_requests()
        answer = admin_client.get("/admin/", {"period": "hours"})
        waiting, lag, requests = answer.context["state_charts"]
    assert waiting.series[1:] == [
        ("memory cells", "at most 0", "1"), ("runs of strategies", "at most 1", "2")
    ]  # fmt: skip
    assert lag.series == [("changes", f"at most {health['queue']['lag']}", "0")]
    counted = {name: told for name, told, _ in requests.series}
    assert int(counted["answered"]) >= 1
    assert counted["refused (4xx)"] == "1"
    text = answer.content.decode()
    assert text.count('<svg class="chart"') == 3
    assert text.count("<summary>As a table") == 3
    assert '<strong aria-current="true">3 hours</strong>' in text


def test_processes_add_to_one_minute_and_old_samples_go(root: Path) -> None:
    minute = samples._minute()
    StatusSample.objects.create(minute=minute - 1, answered=5, files=7)
    StatusSample.objects.create(minute=minute - 15 * 24 * 60, answered=1)
    with time_machine.travel(timezone.now() - timedelta(minutes=1)):
        for status in (200, 404, 500, 503):
            samples.count_request(status)
    samples.save_requests()
    assert samples.prune() == 1
    row = StatusSample.objects.get()
    assert (row.answered, row.refused, row.failed, row.files, row.lag) == (6, 1, 2, 7, None)


def test_requests_that_cannot_be_saved_are_saved_later(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with time_machine.travel(timezone.now() - timedelta(minutes=1)):
        samples.count_request(200)
    with monkeypatch.context() as patch:
        patch.setattr(samples, "_add", Mock(side_effect=OperationalError("no")))
        samples.save_requests()
    assert not StatusSample.objects.exists()
    samples.save_requests()
    assert StatusSample.objects.get().answered == 1


def test_who_may_not_see_the_state_sees_no_charts(
    client: Client, root: Path, django_user_model: type[User]
) -> None:
    viewer = django_user_model.objects.create_user("eve", password="x", is_staff=True)
    client.force_login(viewer)
    tasks.sample()
    spend("episode", 0, 1_000)
    assert '<svg class="chart"' not in page(client, "/admin/")
    viewer.user_permissions.add(Permission.objects.get(codename="view_modelcall"))
    assert page(client, "/admin/").count('<svg class="chart"') == 1


def test_processes_are_shown_where_there_are_some(admin_client: Client, root: Path) -> None:
    there_are_some = ServerProcess.objects.exists()  # on PostgreSQL, the one of the tests
    assert ("Processes alive" in page(admin_client, "/admin/")) == there_are_some
    now = timezone.now()
    for token, role, seconds in (("aaaaaaaa", "worker", 60), ("bbbbbbbb", "beat", -60)):
        ServerProcess.objects.create(
            token=token,
            role=role,
            host="east-1",
            pid=7,
            started_at=now,
            alive_until=now + timedelta(seconds=seconds),
        )
    shown = page(admin_client, "/admin/").partition("Processes alive")[2]
    assert "worker" in shown.partition("</table>")[0]
    assert "beat" not in shown.partition("</table>")[0], "it is dead"


def test_it_refreshes_only_when_asked(admin_client: Client, root: Path) -> None:
    assert 'http-equiv="refresh"' not in page(admin_client, "/admin/")
    text = page(admin_client, "/admin/", refresh="on")
    assert '<meta http-equiv="refresh" content="15">' in text
    assert '<a href="?">stop</a>' in text


def test_nothing_comes_from_elsewhere(admin_client: Client, root: Path) -> None:
    spend("episode", 1, 1_200)
    text = page(admin_client, "/admin/")
    assert not re.search(r"""(src|href|action)=["']?(https?:)?//|url\(["']?(https?:)?//|@import""", text)
    assert "https://" not in text


def test_few_queries_however_many_rows(
    admin_client: Client, root: Path, django_assert_max_num_queries: Any
) -> None:
    for hour in range(40):
        spend("episode", hour, 10)
        spend("profile", hour, 10)
    page(admin_client, "/admin/")
    with django_assert_max_num_queries(35):
        page(admin_client, "/admin/")


def test_who_may_see_no_rows_sees_no_names(
    client: Client, troubled: Path, django_user_model: type[User]
) -> None:
    viewer = django_user_model.objects.create_user("eve", password="x", is_staff=True)
    client.force_login(viewer)
    text = page(client, "/admin/")
    assert "users/alice" not in text.partition("readiness")[2].partition("figures")[2]
    assert "no kettle" not in text
    viewer.user_permissions.add(Permission.objects.get(codename="view_strategyrun"))
    assert "no kettle" in page(client, "/admin/")


def test_a_stranger_is_asked_to_log_in(client: Client, root: Path) -> None:
    assert client.get("/admin/").status_code == 302
    assert client.get("/admin/sessions/").status_code == 302
    assert client.get("/admin/memories/").status_code == 302
