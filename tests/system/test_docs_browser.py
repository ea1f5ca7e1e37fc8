"""The documentation pages in a real browser, on a server that asks for tokens: all calls, from local files alone."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

from tests.system import chromium
from tests.system.server import Server

CALLS = {
    "/docs": "/api/v1/memory/search",
    "/docs/agentic-v3": "/api/v3/agentic/memorize",
    "/docs/agent-kv": "/api/v1/memory/{agent_id}/store",
    "/docs/maas": "/ltm/memories/search",
    "/docs/mem0": "/v3/memories/search/",
    "/docs/ops": "/api/ops/status",
    "/redoc": "/api/v1/memory/search",
}

REDOCS_LOGO = "cdn.redoc.ly/redoc/logo"  # the policy holds it back, and Redoc then removes it
PICTURE = f"img[src*='{REDOCS_LOGO}']"
DRAWN = {"/redoc": "[data-section-id]"}  # by what one sees that the page is there


@pytest.fixture(scope="module")
def documented(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    root = tmp_path_factory.mktemp("documented") / "memory"
    server = Server(root, {"ENV": "DEV", "EVEROS_AUTH__REQUIRED": "true"}).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriver]:
    with chromium.opened() as driver:
        yield driver


@pytest.mark.parametrize(
    "path", [path if path == "/docs" else pytest.param(path, marks=pytest.mark.long) for path in CALLS]
)
def test_the_page_shows_the_calls_and_needs_no_other_site(
    browser: WebDriver, documented: Server, path: str
) -> None:
    here = f"http://127.0.0.1:{documented.port}"
    browser.get(here + path)
    WebDriverWait(browser, 60).until(lambda b: b.find_elements(By.CSS_SELECTOR, DRAWN.get(path, ".opblock")))
    shown = browser.find_element(By.TAG_NAME, "body").get_property("textContent").replace("\u200b", "")
    assert CALLS[path] in shown
    told = [entry["message"] for entry in browser.get_log("browser")]
    assert [each for each in told if REDOCS_LOGO not in each] == [], "nothing fails, or is against the policy"
    assert bool(told) == (path == "/redoc")
    assert all("Content Security Policy" in each for each in told), (
        "the policy holds it back, and not the network"
    )
    WebDriverWait(browser, 10).until_not(
        lambda b: b.find_elements(By.CSS_SELECTOR, PICTURE), "no hole is left"
    )
    loaded = browser.execute_script("return performance.getEntriesByType('resource').map(r => r.name)")
    assert loaded
    assert all(
        address.startswith((here, "data:", "blob:")) or REDOCS_LOGO in address for address in loaded
    ), loaded
