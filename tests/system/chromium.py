"""A real browser for the tests of pages. A module of tests that imports this is skipped where Chromium is missing."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
if not (BROWSER and DRIVER):
    pytest.skip("no chromium and chromedriver on PATH", allow_module_level=True)


@contextmanager
def opened(*arguments: str, width: int = 1400, height: int = 1000) -> Iterator[WebDriver]:
    """A browser without a window on the screen, which keeps what pages write to its console."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    size = f"--window-size={width},{height}"
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", size, *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=DRIVER))
    try:
        yield browser
    finally:
        browser.quit()


@contextmanager
def next_page(page: WebDriver) -> Iterator[None]:
    """Waits until what was done inside has led to another page, and that is complete.

    A click, and on a busy machine `get`, may answer while the page before is still there. Its elements cannot be
    asked whether they are gone: the driver answers with errors of many kinds while pages change. So the page is
    marked, and the one without the mark is waited for.
    """
    page.execute_script("window.isPageBefore = true")
    yield
    WebDriverWait(page, 20, ignored_exceptions=[WebDriverException]).until(
        lambda b: b.execute_script("return !window.isPageBefore && document.readyState === 'complete'")
    )


def visit(page: WebDriver, address: str) -> None:
    with next_page(page):
        page.get(address)


def follow(page: WebDriver, selector: str, by: str = By.CSS_SELECTOR) -> None:
    """Clicks the link or button, and waits for the page that it leads to."""
    with next_page(page):
        page.find_element(by, selector).click()
