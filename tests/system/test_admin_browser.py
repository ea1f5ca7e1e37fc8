"""The operator's admin in a real browser: log in, look at buffer, cells, changes and runs, filter, retry."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.client import connected, eventually
from tests.system.server import Server, free_port
from tests.system.speech import Speech

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
if not (BROWSER and DRIVER):
    pytest.skip("no chromium and chromedriver on PATH", allow_module_level=True)
webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.remote.webdriver import WebDriver  # noqa: E402
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402

PASSWORD = "correct horse battery"
DAMAGED = "default_app/default_project/users/alice/episodes/episode-2026-05-02.md"


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
        client.add("done", Speech("admin done").messages(3)).ok()
        client.flush("done").ok()
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
    eventually(
        lambda: "episode-2026-05-02" in server.manage("cascade_status"), "the damaged file is reported"
    )
    server.manage(
        "createsuperuser", "--noinput", "--username", "operator", "--email", "operator@example.org",
        env={"DJANGO_SUPERUSER_PASSWORD": PASSWORD},
    )  # fmt: skip
    yield server
    server.kill()


@pytest.fixture(scope="module")
def page(operated: Server) -> Iterator[WebDriver]:
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1400,1000"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=DRIVER))
    browser.get(f"http://127.0.0.1:{operated.port}/admin/")
    browser.find_element(By.NAME, "username").send_keys("operator")
    browser.find_element(By.NAME, "password").send_keys(PASSWORD)
    browser.find_element(By.CSS_SELECTOR, "[type=submit]").click()
    WebDriverWait(browser, 20).until(lambda b: b.find_elements(By.ID, "user-tools"))
    yield browser
    browser.quit()


def visit(page: WebDriver, operated: Server, path: str) -> None:
    page.get(f"http://127.0.0.1:{operated.port}/admin/{path}")


def rows(page: WebDriver) -> list[str]:
    return [row.text for row in page.find_elements(By.CSS_SELECTOR, "#result_list tbody tr")]


def text(page: WebDriver) -> str:
    return page.find_element(By.TAG_NAME, "body").text


def act(page: WebDriver, action: str) -> list[str]:
    """Selects all rows, runs the action, returns the messages shown."""
    page.find_element(By.ID, "action-toggle").click()
    Select(page.find_element(By.NAME, "action")).select_by_visible_text(action)
    page.find_element(By.CSS_SELECTOR, ".actions button").click()
    shown = WebDriverWait(page, 20).until(lambda b: b.find_elements(By.CSS_SELECTOR, ".messagelist li"))
    return [message.text for message in shown]


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
    page.find_element(By.CSS_SELECTOR, "#result_list tbody th a").click()
    assert not page.find_elements(By.NAME, "_save")


def test_cells_are_counted_and_filtered_by_status(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "memory/memcell/")
    assert len(rows(page)) == 2
    link = page.find_element(By.PARTIAL_LINK_TEXT, "Pending")
    assert "1" in link.text
    link.click()
    [pending] = rows(page)
    assert "pending" in pending.lower()


def test_extracting_a_cell_calls_the_model_again(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "memory/memcell/?status__exact=pending")
    assert "still waits" in act(page, "Extract again now")[-1]


def test_change_rows_show_the_reason_and_can_be_retried(page: WebDriver, operated: Server) -> None:
    visit(page, operated, "cascade/mdchangestate/?status__exact=failed")
    [failed] = rows(page)
    assert "episode-2026-05-02" in failed
    assert "1 failed files" in act(page, "Retry those that failed")[0]
    eventually(lambda: "episode-2026-05-02" in operated.manage("cascade_status"), "reported again")


def test_runs_are_linked_with_their_events_and_counted_on_the_account(
    page: WebDriver, operated: Server
) -> None:
    visit(page, operated, "ome/strategyrun/?strategy__exact=extract_atomic_facts")
    [run] = rows(page)
    assert "alice" in run
    assert "done" in run.lower()
    page.find_element(By.CSS_SELECTOR, "td.field-its_event a").click()
    assert "cell:mc_" in text(page)
    visit(page, operated, "ome/strategyaccount/")
    assert any("extract_user_profile" in account for account in rows(page))
    visit(page, operated, "ome/strategyrun/")
    assert "0 runs are tried again now" in act(page, "Run again")[0], "what is done stays as it is"
