// Short sounds, made here: nothing is loaded. Off until the user turns them on.

const KEY = "mossa.sound";
const TONES = { move: [[330, 0, 0.07]], end: [[392, 0, 0.12], [523, 0.13, 0.2]] };
let context = null;

export const isLoud = () => localStorage.getItem(KEY) === "on";

export function setLoud(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  chime("move");
}

/** Sound for an event: `move` or `end`. */
export function chime(what) {
  if (!isLoud()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") return context.resume(); // until the page is touched, browsers keep it silent
  for (const [pitch, after, length] of TONES[what]) {
    const [tone, volume, at] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
