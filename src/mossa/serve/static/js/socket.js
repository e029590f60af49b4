// A page's conversation with the server: it comes back by itself when it breaks off, and rests while nobody looks.

const PATIENCE = 60_000; // milliseconds that a hidden page stays connected: the server thinks for nobody
const [FIRST, LONGEST] = [500, 8000]; // milliseconds until the next attempt

/** Converse at `path`: `hear(message)` gets what the server says, `lost()` is called when it does not answer. */
export function converse(path, { hear, lost, found = () => {} }) {
  let [socket, retry, resting, timer] = [null, FIRST, false, null];

  function connect() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("open", () => {
      retry = FIRST;
      found();
    });
    socket.addEventListener("close", (event) => {
      if (event.code === 4004 || resting) return; // there is nothing to talk about; or nobody looks
      lost();
      setTimeout(connect, retry);
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
    if (socket.readyState !== WebSocket.OPEN) return;
    resting = true;
    socket.close();
  }

  connect();
  return { say: (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)) };
}
