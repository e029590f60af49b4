// In place of a server: what the lab's page asks for is answered by Python, which runs in a worker of this page.

(() => {
  const here = document.currentScript.src;
  const waiting = new Map();
  let asked = 0;

  const worker = new Worker(new URL("worker.mjs", here), { type: "module" });
  worker.onmessage = ({ data: { id, status, type, text } }) => {
    if (id === undefined) return started(text);
    waiting.get(id)(new Response(text, { status, headers: { "content-type": type } }));
    waiting.delete(id);
  };
  worker.onerror = (event) => started(event.message || "error");

  /** Python runs, or cannot, for the reason in `trouble`. */
  function started(trouble) {
    const place = document.getElementById("starting");
    if (trouble) place.textContent = trouble;
    else place.remove();
    document.documentElement.dataset.python = trouble ? "failed" : "ready";
  }

  /** What Python says to a request. It cannot be stopped; a page that does not want it any more forgets it. */
  function answer(address, { body, signal } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => reject(signal.reason));
      waiting.set(++asked, resolve);
      worker.postMessage({ id: asked, address, body });
    });
  }

  const fetched = window.fetch.bind(window);
  window.fetch = (address, options) => {
    if (`${address}`.startsWith("/api/lab")) return answer(address, options);
    return fetched(`${address}`.startsWith("/static/") ? new URL(address.slice(1), here) : address, options);
  };

  addEventListener("click", async (event) => {
    const link = event.target.closest?.('a[href^="/api/lab"]');
    if (!link) return;
    event.preventDefault();
    const drawing = await (await fetch(link.getAttribute("href"))).blob();
    const kind = new URL(link.href).searchParams.get("as");
    const file = Object.assign(document.createElement("a"), { href: URL.createObjectURL(drawing), download: `mossa-lab.${kind}` });
    file.click();
    URL.revokeObjectURL(file.href);
  });

  addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("starting");
    if (document.documentElement.lang === "it") place.textContent = place.dataset.it;
  });
})();
