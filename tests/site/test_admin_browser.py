"""Every list of the admin in a real browser, in a window as wide as a small laptop's screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver.remote.webdriver import WebDriver

from tests.site.admin_rows import fill_every_list
from tests.system import chromium

WIDTH = 1300
# How far the list, or what holds it, is wider than the room that it has: somebody would have to scroll sideways.
TOO_WIDE = """
return [document.documentElement, document.querySelector('.results')].filter(Boolean)
    .map(each => each.scrollWidth - each.clientWidth);
"""


@pytest.fixture
def page(live_server: LiveServer, admin_client: Client) -> Iterator[WebDriver]:
    size = {"width": WIDTH, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    with chromium.opened(width=WIDTH, height=900) as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(f"{live_server.url}/admin/login/")
        for name, morsel in admin_client.cookies.items():
            browser.add_cookie({"name": name, "value": morsel.value, "path": "/"})
        yield browser


@pytest.mark.long
def test_every_list_fits_the_window(
    page: WebDriver, live_server: LiveServer, root: Path, tmp_path: Path
) -> None:
    wide = {}
    for model in fill_every_list():
        name = f"{model._meta.app_label}/{model._meta.model_name}"
        chromium.visit(page, f"{live_server.url}/admin/{name}/")
        page.save_screenshot(str(tmp_path / f"{model._meta.model_name}.png"))
        over = page.execute_script(TOO_WIDE)
        assert len(over) == 2, f"{name} shows no rows"
        if max(over) > 0:
            wide[name] = over
    assert not wide
