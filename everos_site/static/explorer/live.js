// Follows the events of the page. Each answer ends at once, and the browser asks again when the server said so.
"use strict";

const shown = document.getElementById("live");
const pause = document.querySelector("[data-live-pause]");
const AFTER_A_REFUSAL_MS = 15_000;  // a browser gives up after an answer that is no stream
let source = null;
let isPaused = false;

function follow() {
    if (source || isPaused || document.hidden) return;
    source = new EventSource(shown.dataset.live);
    source.addEventListener("state", event => {
        const focused = document.activeElement?.closest("#live a")?.getAttribute("href");
        shown.innerHTML = event.data;  // a template's, in which every text is escaped
        if (focused) shown.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
    });
    source.addEventListener("error", () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        leave();
        setTimeout(follow, AFTER_A_REFUSAL_MS);
    });
}

function leave() {
    source?.close();
    source = null;
}

pause.hidden = false;
pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.setAttribute("aria-pressed", String(isPaused));
    if (isPaused) leave(); else follow();
});
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); else follow(); });
follow();
