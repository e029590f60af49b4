// The WebSocket of a page: it reconnects by itself, and is closed while the page has long been hidden.

const PATIENCE = 60_000; // milliseconds that a hidden page stays connected, so that the server does not search for it in vain
const [FIRST, LONGEST] = [500, 8000]; // milliseconds until the next attempt

/** Connect to `path`: `hear(message)` gets the server's messages, `lost()` is called when it does not answer. */
export function converse(path, { hear, lost, found = () => {} }) {
  let [socket, retry, again, resting, timer] = [null, FIRST, null, false, null];

  function connect() {
    const one = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket = one;
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("open", () => {
      retry = FIRST;
      found();
    });
    socket.addEventListener("close", (event) => {
      if (event.code === 4004 || resting || one !== socket) return; // the game is gone; the page is hidden; an earlier socket
      if (event.code === 4009) return connect(); // the game was changed elsewhere: show how it stands
      lost();
      again = setTimeout(connect, retry);
      retry = Math.min(LONGEST, retry * 2);
    });
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(rest, PATIENCE);
    else if (resting) {
      resting = false;
      connect();
    }
  });

  function rest() {
    resting = true;
    clearTimeout(again);
    socket.close();
  }

  connect();
  return { say: (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)) };
}
