// Python with mossa inside; it answers the requests of the page one after the other.

import { loadPyodide } from "./pyodide/pyodide.mjs";

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide(),
    fetch(new URL("mossa.zip", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/mossa" });
  return python.runPython("import sys; sys.path.insert(0, '/mossa'); from mossa.web.live import answer; answer");
}

const ready = start();
ready.then(
  () => postMessage({ text: "" }),
  (error) => postMessage({ text: `Python does not start: ${error.message}` }),
);

onmessage = async ({ data: { id, address, body } }) => {
  const answer = await ready;
  const found = answer(address, body);
  const [status, type, text] = found.toJs();
  found.destroy();
  postMessage({ id, status, type, text });
};
