// What htmx does not do: the theme, keys, copying. Pages can be read without any of it.
"use strict";

const root = document.documentElement;

function stored() {
    try { return localStorage.getItem("theme"); } catch { return null; }  // a browser may forbid it
}

function setTheme(theme) {
    root.dataset.theme = theme;
    try { localStorage.setItem("theme", theme); } catch { /* then it holds for this page */ }
}

if (stored()) root.dataset.theme = stored();  // before anything is painted

function switchTheme() {
    const isDark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(isDark ? "light" : "dark");
}

// What works only with this script is hidden until it runs, and the other way round.
function reveal(within) {
    within.querySelectorAll("[data-theme-switch], [data-copy], [data-keys]").forEach(each => { each.hidden = false; });
    within.querySelectorAll("[data-without-script]").forEach(each => { each.hidden = true; });
}

function move(step) {
    const links = [...document.querySelectorAll("[data-move]")];
    if (!links.length) return;
    const at = links.indexOf(document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step));
    links[next].focus();
    links[next].scrollIntoView({ block: "nearest" });
}

document.addEventListener("DOMContentLoaded", () => reveal(document));
document.addEventListener("htmx:after:swap", () => reveal(document));

document.addEventListener("click", async event => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.hasAttribute("data-theme-switch")) switchTheme();
    if (button.dataset.copy !== undefined) {
        await navigator.clipboard.writeText(button.dataset.copy);
        const said = button.textContent;
        button.textContent = "✓";
        setTimeout(() => { button.textContent = said; }, 1500);
    }
});

document.addEventListener("change", event => {
    if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
});

document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) {
        if (event.key === "Escape") event.target.blur();
        return;
    }
    if (event.key === "/") {
        const search = document.getElementById("search");
        if (search) { event.preventDefault(); search.focus(); search.select(); }
    } else if (event.key === "j" || event.key === "k") {
        move(event.key === "j" ? 1 : -1);
    }
});
