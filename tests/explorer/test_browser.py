"""The explorer in a real browser, with 10,000 memories of somebody: every page at three widths, light and dark, with
axe's checks of accessibility, by keyboard, and without any script.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

from tests.system import chromium
from tests.system.chromium import follow, next_page
from tests.system.client import connected
from tests.system.server import PROJECT, Server

pytestmark = pytest.mark.long

NOON = 1_748_433_600_000  # 2025-05-28
EPISODE = "maya_ep_20250528_00000001"
ASK = f"ask/?user=maya&q=Where+does+she+live&max_tokens=400&expect={EPISODE}"
PAGES = (
    "", "owner/?user=maya", "owner/?user=maya&part=timeline", "owner/?user=maya&part=facts",
    "owner/?user=maya&part=expected", "owner/?user=maya&part=map&about=Leipzig", f"memory/?id={EPISODE}",
    f"memory/edit/?id={EPISODE}", f"memory/forget/?id={EPISODE}", ASK, "inbox/?user=maya",
    "live/", "sign-in/", "nothing/",
)  # fmt: skip
FIRST = "alice_ep_20230101_00000001"
MANY = (  # pages of alice, who has 10,000 memories
    "owner/?user=alice", "owner/?user=alice&part=timeline", "owner/?user=alice&part=timeline&month=2023-01",
    "owner/?user=alice&part=facts&page=50", "owner/?user=alice&part=map", f"memory/?id={FIRST}",
    f"memory/forget/?id={FIRST}", "ask/?user=alice&q=Quark+and+the+balcony", "inbox/?user=alice",
    "inbox/?user=alice&about=contradiction&page=5",
)  # fmt: skip
DAY = 24 * 3600 * 1000
MENTIONS = (  # a day each, for the map
    "My sister Clara lives in Leipzig now, and I see her in the library.",
    "I went to the pottery class with Clara, and the workshop was warm.",
    "We moved to a flat in Leipzig, and Clara helped with the boxes.",
    "The pottery class was great. I made a bowl, and Clara laughed about the glaze.",
    "The garden is full of tomatoes, and the library in Halle lends seeds.",
    "I missed the pottery class because the train from Halle to Leipzig was late.",
    "Jonas came to the garden. I gave Jonas a bowl from the workshop.",
    "With Jonas and Clara I carried the tomatoes to the flat.",
)
WIDTHS = (390, 800, 1440)
MOST_BYTES = 150_000  # of a page with all that it loads
WEIGHT = """return performance.getEntriesByType('resource')
    .concat(performance.getEntriesByType('navigation')).reduce((sum, each) => sum + each.decodedBodySize, 0)"""
ELSEWHERE = """return performance.getEntriesByType('resource').map(each => each.name)
    .filter(name => !name.startsWith(location.origin))"""
# What has no name for somebody who does not see it.
NAMELESS = """return [...document.querySelectorAll('a, button, input:not([type=hidden]), textarea, select, svg[role]')]
    .filter(each => !(each.textContent.trim() || each.ariaLabel || each.labels?.length)).map(each => each.outerHTML)"""

# The rules of WCAG 2.1 A and AA, and which elements break them.
AXE = """const [done] = arguments;
    axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}).then(result =>
        done(result.violations.map(each => [each.id, ...each.nodes.slice(0, 3).map(node => node.html)])))"""


@pytest.fixture(scope="module")
def remembered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("explored") / "memory")
    fill = [sys.executable, "benchmarks/bench_explorer.py", "--fill", str(server.root)]
    subprocess.run(fill, env=server.env, cwd=PROJECT, check=True, timeout=600)
    server.start()
    texts = ("I live in Leipzig.", "I am allergic to nuts, and " + "very " * 40 + "fond of tea.", "x" * 300)
    with connected(server.port) as client:
        said = [
            {"sender_id": "maya", "role": "user", "timestamp": NOON + number, "content": text}
            for number, text in enumerate(texts)
        ]
        client.add("demo", said).ok()
        client.flush("demo").ok()
        for number, text in enumerate(MENTIONS, 1):
            at = {"sender_id": "maya", "role": "user", "timestamp": NOON + number * DAY}
            client.add(f"day-{number}", [{**at, "content": text}]).ok()
            client.flush(f"day-{number}").ok()
    server.ready()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def page(remembered: Server) -> Iterator[WebDriver]:
    with chromium.opened("--accept-lang=en") as browser:
        yield browser


def visit(page: WebDriver, server: Server, path: str) -> None:
    chromium.visit(page, f"http://127.0.0.1:{server.port}/explorer/{path}")


def emulate(page: WebDriver, width: int, theme: str, scripts: bool = True) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)  # type: ignore[attr-defined]
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)  # type: ignore[attr-defined]
    page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})  # type: ignore[attr-defined]


def test_every_page_fits_is_light_and_asks_nobody_else(
    page: WebDriver, remembered: Server, tmp_path: Path
) -> None:
    for path in PAGES + MANY:
        for width in WIDTHS:
            for theme in ("light", "dark"):
                emulate(page, width, theme)
                visit(page, remembered, path)
                name = f"{path or 'home'} {width} {theme}"
                page.save_screenshot(
                    str(tmp_path / f"{path[:60].strip('/?').replace('/', '-')}-{width}-{theme}.png")
                )
                assert page.execute_script("return document.documentElement.scrollWidth") <= width, name
                assert page.execute_script(WEIGHT) <= MOST_BYTES, name
                assert page.execute_script(ELSEWHERE) == [], name
                assert page.execute_script(NAMELESS) == [], name
        wrong = [each["message"] for each in page.get_log("browser")]  # type: ignore[attr-defined]
        assert [each for each in wrong if "404" not in each] == [], path


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, which npm installs."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("axe")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(Path(__file__).parent / "axe" / name, folder)
    done = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"npm cannot install axe-core: {done.stderr.strip()[-200:]}")
    return (folder / "node_modules/axe-core/axe.min.js").read_text()


@pytest.fixture(params=["en", "de"])
def language(page: WebDriver, remembered: Server, request: pytest.FixtureRequest) -> Iterator[str]:
    visit(page, remembered, "")
    page.add_cookie({"name": "django_language", "value": request.param})
    yield request.param
    page.delete_cookie("django_language")


def test_axe_finds_nothing(page: WebDriver, remembered: Server, axe: str, language: str) -> None:
    page.set_script_timeout(60)
    for path in PAGES + MANY:
        for theme in ("light", "dark"):
            emulate(page, 800, theme)
            visit(page, remembered, path)
            assert page.execute_script("return document.documentElement.lang") == language
            page.execute_script(axe)
            found = page.execute_async_script(AXE)
            assert found == [], (path, theme)


def test_keys_and_the_theme_switch(page: WebDriver, remembered: Server) -> None:
    emulate(page, 1440, "light")
    visit(page, remembered, "")
    body = page.find_element(By.TAG_NAME, "body")
    body.send_keys("j")
    assert page.switch_to.active_element.text == "maya"
    body.send_keys("/")
    assert page.switch_to.active_element.get_attribute("id") == "search"
    background = "return getComputedStyle(document.body).backgroundColor"
    before = page.execute_script(background)
    page.find_element(By.CSS_SELECTOR, "[data-theme-switch]").click()
    dark = page.execute_script(background)
    assert dark != before
    visit(page, remembered, "owner/?user=maya")
    assert page.execute_script(background) == dark, "it is kept"
    page.execute_script("localStorage.clear()")


def test_a_correction_in_place_ends_on_the_corrected_page(page: WebDriver, remembered: Server) -> None:
    emulate(page, 1440, "light")
    visit(page, remembered, f"memory/?id={EPISODE}")
    page.find_element(By.LINK_TEXT, "That’s wrong").click()
    field = WebDriverWait(page, 20).until(
        lambda b: b.find_element(By.CSS_SELECTOR, "#memory textarea[name=subject]")
    )
    assert page.current_url.endswith(f"memory/?id={EPISODE}"), "the page has stayed"
    field.clear()
    field.send_keys("Where Maya lives")
    follow(page, "#memory button.main")
    assert "done=edited" in page.current_url
    assert page.find_element(By.TAG_NAME, "h1").text == "Where Maya lives"
    assert "Saved." in page.find_element(By.CSS_SELECTOR, "[role=status]").text


def test_a_preview_can_be_left_and_loaded_again_without_sending_the_form(
    page: WebDriver, remembered: Server
) -> None:
    emulate(page, 1440, "light")
    visit(page, remembered, "owner/?user=maya")
    visit(page, remembered, f"memory/edit/?id={EPISODE}")
    field = page.find_element(By.CSS_SELECTOR, "textarea[name=content]")
    field.clear()
    field.send_keys("Maya lives in Halle.")
    page.find_element(By.CSS_SELECTOR, "button[name=preview]").click()
    WebDriverWait(page, 20).until(lambda b: "What would change" in b.find_element(By.ID, "preview").text)
    assert field.get_attribute("value") == "Maya lives in Halle.", "the form has stayed"
    page.back()
    assert page.current_url.endswith("owner/?user=maya"), "and is not in the history twice"
    visit(page, remembered, f"memory/edit/?id={EPISODE}")
    assert "Halle" not in page.find_element(By.CSS_SELECTOR, "textarea[name=content]").get_attribute("value")


def test_the_map_is_followed_by_keyboard(page: WebDriver, remembered: Server) -> None:
    emulate(page, 800, "light")
    visit(page, remembered, "owner/?user=maya&part=map")
    node = page.find_element(By.CSS_SELECTOR, "svg a.node.place")
    page.execute_script("arguments[0].focus()", node)
    name = page.execute_script("return document.activeElement.querySelector('title').textContent")
    with next_page(page):
        page.switch_to.active_element.send_keys(Keys.ENTER)
    assert "about=" in page.current_url
    assert name in page.find_element(By.ID, "about").text
    assert (
        page.find_element(By.CSS_SELECTOR, "svg a[aria-current] title").get_attribute("textContent") == name
    )


def test_without_scripts_everything_can_be_read_and_asked(page: WebDriver, remembered: Server) -> None:
    emulate(page, 1440, "light", scripts=False)
    visit(page, remembered, "")
    follow(page, "maya", By.LINK_TEXT)
    follow(page, "Facts", By.PARTIAL_LINK_TEXT)
    assert "maya lives in Leipzig" in page.find_element(By.ID, "part").text
    field = page.find_element(By.ID, "search")
    field.send_keys("Where does she live?")
    with next_page(page):
        field.submit()
    assert "Leipzig" in page.find_element(By.ID, "answer").text
    emulate(page, 1440, "light")
