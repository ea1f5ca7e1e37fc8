"""The operator's admin in a real browser: log in, look, follow the chain from a message to the index, act."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import Select

from tests.system import chromium
from tests.system.chromium import follow, next_page
from tests.system.client import connected, eventually
from tests.system.server import Server, free_port
from tests.system.speech import Speech

PASSWORD = "correct horse battery"
HOSTILE = """<img src="x" onerror="document.title='owned'"><script>document.title='owned'</script>"""
DAMAGED = "default_app/default_project/users/alice/episodes/episode-2026-05-02.md"


def failed_files(server: Server) -> int:
    with connected(server.port) as client:
        return int(client.health()["queue"]["failed"])


@pytest.fixture(scope="module")
def operated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A done cell, a pending cell (its model is out), buffered messages, a file that cannot be indexed."""
    unreachable = f"http://127.0.0.1:{free_port()}/v1"
    env = {
        "EVEROS_LLM__BASE_URL": unreachable,
        "EVEROS_LLM__API_KEY": "none",
        "EVEROS_LLM__MODEL": "absent",
        "EVEROS_LLM__MAX_RETRIES": "0",
        "EVEROS_LLM__TIMEOUT_SECONDS": "2",
    }
    server = Server(tmp_path_factory.mktemp("operated") / "memory")
    server.start()
    with connected(server.port) as client:
        first, *others = Speech("admin done").messages(3)
        client.add("done", [{**first, "content": f"{first['content']} {HOSTILE}"}, *others]).ok()
        client.flush("done").ok()
        server.ready()
    server.stop()
    server.env |= env
    damaged = server.root / DAMAGED
    damaged.parent.mkdir(parents=True, exist_ok=True)
    damaged.write_text("---\nid: [broken\n---\n<!-- entry:ep_20260502_00000001 -->\nno end\n", "utf-8")
    server.start()
    with connected(server.port) as client:
        client.add("pending", Speech("admin pending").messages(3)).ok()
        assert client.flush("pending").status == 503
        client.add("open", Speech("admin open").messages(2)).ok()
    eventually(lambda: failed_files(server) == 1, "the damaged file is reported")
    server.manage(
        "createsuperuser", "--noinput", "--username", "operator", "--email", "operator@example.org",
        env={"DJANGO_SUPERUSER_PASSWORD": PASSWORD},
    )  # fmt: skip
    yield server
    server.kill()


@pytest.fixture(scope="module")
def page(operated: Server) -> Iterator[WebDriver]:
    with chromium.opened() as browser:
        browser.get(f"http://127.0.0.1:{operated.port}/admin/")
        browser.find_element(By.NAME, "username").send_keys("operator")
        browser.find_element(By.NAME, "password").send_keys(PASSWORD)
        follow(browser, "[type=submit]")
        assert browser.find_elements(By.ID, "user-tools")
        yield browser


@pytest.fixture(autouse=True)
def picture_of_failure(page: WebDriver, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    failed = request.session.testsfailed
    yield
    if request.session.testsfailed > failed:
        page.save_screenshot(str(tmp_path / "failed.png"))


def visit(page: WebDriver, operated: Server, path: str) -> None:
    chromium.visit(page, f"http://127.0.0.1:{operated.port}/admin/{path}")


def rows(page: WebDriver) -> list[str]:
    return [row.text for row in page.find_elements(By.CSS_SELECTOR, "#result_list tbody tr")]


def text(page: WebDriver) -> str:
    return page.find_element(By.TAG_NAME, "body").text


def act(page: WebDriver, action: str) -> list[str]:
    """Selects all rows, runs the action, returns the messages shown."""
    page.find_element(By.ID, "action-toggle").click()
    Select(page.find_element(By.NAME, "action")).select_by_visible_text(action)
    follow(page, ".actions button")
    return [message.text for message in page.find_elements(By.CSS_SELECTOR, ".messagelist li")]


def attempts(page: WebDriver, operated: Server) -> int:
    visit(page, operated, "memory/memcell/?status__exact=pending")
    return int(page.find_element(By.CSS_SELECTOR, "td.field-attempts").text)


def click(page: WebDriver, words: str) -> None:
    follow(page, words, By.PARTIAL_LINK_TEXT)


def test_the_index_page_names_the_stores(page: WebDriver, operated: Server, tmp_path: Path) -> None:
    visit(page, operated, "")
    shown = text(page).lower()
    assert "memory cells" in shown
    assert "buffered messages" in shown
    assert page.save_screenshot(str(tmp_path / "admin.png"))
    assert (tmp_path / "admin.png").stat().st_size > 10_000


def test_buffered_messages_can_be_read_but_not_changed(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "memory/bufferedmessage/")
    assert len(rows(page)) == 5, "three of the pending cell and two open ones"
    assert not page.find_elements(By.CSS_SELECTOR, ".addlink[href*=bufferedmessage]")
    follow(page, "#result_list tbody th a")
    assert not page.find_elements(By.NAME, "_save")


def test_cells_are_counted_and_filtered_by_status(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "memory/memcell/")
    assert len(rows(page)) == 2
    link = page.find_element(By.PARTIAL_LINK_TEXT, "Pending")
    assert "1" in link.text
    with next_page(page):
        link.click()
    [pending] = rows(page)
    assert "pending" in pending.lower()


def test_extracting_a_cell_calls_the_model_again(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "memory/memcell/?status__exact=pending")
    assert "1 cell extracted next" in act(page, "Extract again now")[-1]
    eventually(lambda: attempts(page, operated) > 1, "a worker has tried it again")


def test_change_rows_show_the_reason_and_can_be_retried(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "cascade/mdchangestate/?status__exact=failed")
    [failed] = rows(page)
    assert "episode-2026-05-02" in failed
    assert "1 failed file " in act(page, "Retry those that failed")[0]
    eventually(lambda: failed_files(operated) == 1, "reported again")


def test_runs_are_linked_with_their_events_and_counted_on_the_account(
    page: WebDriver, operated: Server
) -> None:
    visit(page, operated, "ome/strategyrun/?strategy__exact=extract_atomic_facts")
    [run] = rows(page)
    assert "alice" in run
    assert "done" in run.lower()
    follow(page, "td.field-its_event a")
    assert "cell:mc_" in text(page)
    visit(page, operated, "ome/strategyaccount/")
    assert any("extract_user_profile" in account for account in rows(page))
    visit(page, operated, "ome/strategyrun/")
    assert "0 runs tried again now" in act(page, "Run again")[0], "what is done stays as it is"


def test_the_dashboard_says_what_needs_attention_and_leads_there(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "")
    verdict = page.find_element(By.CSS_SELECTOR, ".readiness").text
    assert "needs attention" in verdict
    assert "files could not be indexed: 1" in verdict
    assert "memory cells wait to be extracted again: 1" in verdict
    alarms = [alarm.text.split()[0] for alarm in page.find_elements(By.CSS_SELECTOR, ".figures .alarm")]
    assert alarms == ["1", "1"], "a cell that fails and a file that failed"
    click(page, "files failed")
    assert len(rows(page)) == 1
    visit(page, operated, "")
    click(page, "episode-2026-05-02.md")
    click(page, "episode-2026-05-02.md")
    assert "has no end marker" in text(page)


def test_the_language_model_that_is_out_is_named(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "?period=weeks")
    models = page.find_element(By.ID, "providers").text
    assert "cannot be reached" in models
    charts = page.find_elements(By.CSS_SELECTOR, "#history figcaption")
    assert any(chart.text.startswith("Tokens") for chart in charts)


def test_refreshing_is_switched_on_and_off(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "")
    assert not page.find_elements(By.CSS_SELECTOR, "meta[http-equiv=refresh]")
    click(page, "refresh automatically")
    assert page.find_elements(By.CSS_SELECTOR, "meta[http-equiv=refresh]")
    click(page, "stop")
    assert not page.find_elements(By.CSS_SELECTOR, "meta[http-equiv=refresh]")


def test_from_a_session_to_the_index_and_back_by_clicks(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "sessions/?state=all&q=done")
    follow(page, "td.field-done a")
    follow(page, "#result_list tbody th a")
    cell = page.find_element(By.CSS_SELECTOR, ".chain strong").text
    follow(page, "#episodes th a")
    assert "The index holds what the file says." in text(page)
    assert "<img src=" in text(page), "what was said is text"
    follow(page, "#derived th a")
    assert page.find_element(By.TAG_NAME, "h1").text.startswith("af_20260501_")
    assert "The index holds what the file says." in text(page)
    page.find_element(By.CSS_SELECTOR, "#index summary").click()
    assert "search_text" in page.find_element(By.ID, "index").text
    assert page.title.startswith("af_20260501_"), "nothing of it was run"
    click(page, cell)
    assert page.find_element(By.CSS_SELECTOR, ".chain strong").text == cell


def test_flushing_a_session(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "sessions/?q=open")
    page.find_element(By.NAME, "session").click()
    follow(page, ".actions button")
    assert "1 cell of 1 session" in page.find_element(By.CSS_SELECTOR, ".messagelist").text
    assert page.find_element(By.CSS_SELECTOR, "td.field-pending").text == "1"
    visit(page, operated, "")
    assert "session open of default/default" in page.find_element(By.ID, "recent-actions-module").text


def test_a_rebuild_asks_first_and_is_done_by_a_worker(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "memory/indextable/?q=")
    before = text(page)
    page.find_element(By.ID, "action-toggle").click()
    Select(page.find_element(By.NAME, "action")).select_by_visible_text("Rebuild the index of these kinds")
    follow(page, ".actions button")
    assert "Are you sure?" in text(page)
    follow(page, "#content input[type=submit]")
    assert "are being rebuilt" in text(page)

    def rebuilt() -> bool:
        visit(page, operated, "memory/indextable/")
        return "episode_2" in text(page)

    assert "episode_2" not in before
    eventually(rebuilt, "the new table answers", within=90)
    click(page, "episode")
    follow(page, ".historylink")
    assert "Rebuild requested." in text(page)


def test_deriving_again(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "ome/strategyrun/?strategy__exact=extract_atomic_facts")
    follow(page, "#result_list tbody th a")
    click(page, "Derive again for this owner")
    follow(page, ".submit-row input")
    assert "1 run of extract_atomic_facts for user alice" in text(page)


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("path", ["", "sessions/?state=all", f"memories/?path={DAMAGED}"])
def test_pages_fit_the_window(page: WebDriver, operated: Server, path: str, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)  # type: ignore[attr-defined]
    visit(page, operated, path)
    wide = page.execute_script("return document.documentElement.scrollWidth")
    page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})  # type: ignore[attr-defined]
    assert wide <= width


def test_everything_comes_from_the_server_and_nothing_fails(page: WebDriver, operated: Server) -> None:
    """Nothing is against the policy either: the browser would say so."""
    page.get_log("browser")  # type: ignore[attr-defined]
    visit(page, operated, "")
    loaded = page.execute_script("return performance.getEntriesByType('resource').map(each => each.name)")
    assert any("everos_site/admin.css" in name for name in loaded)
    assert {name.split("/")[2] for name in loaded} == {f"127.0.0.1:{operated.port}"}
    for path in (
        "sessions/",
        "memory/memcell/",
        "memory/apikey/",
        "ome/strategyrun/derive/",
        "auth/user/1/change/",
    ):
        visit(page, operated, path)
    assert page.get_log("browser") == []  # type: ignore[attr-defined]


def test_the_policy_keeps_scripts_out_that_come_with_a_page(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "")
    page.execute_script(
        "const script = document.createElement('script');"
        "script.textContent = 'document.title = `owned`'; document.body.append(script)"
    )
    assert page.title != "owned"
    [told] = page.get_log("browser")  # type: ignore[attr-defined]
    assert "Content Security Policy" in told["message"]


def test_the_dark_theme(page: WebDriver, operated: Server) -> None:
    def colours() -> list[str]:
        return [
            page.execute_script(
                "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", of
            )
            for of in ("body", ".readiness")
        ]

    visit(page, operated, "")
    light = colours()
    page.execute_script("document.documentElement.dataset.theme = 'dark'")
    assert all(dark != bright for dark, bright in zip(colours(), light, strict=True))
