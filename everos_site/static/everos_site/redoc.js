// Starts the page of the schema; in a file of its own, since no page runs scripts that stand in it.
const page = document.getElementById("redoc-ui");
Redoc.init(page.dataset.schema, {}, page);
