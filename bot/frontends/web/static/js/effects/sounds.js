// Sounds, made from a few numbers when they are needed: no file is loaded, and nothing sounds before the first gesture.
// @ts-check

import { remember, remembered } from "../state/memory.js";

/** Tones: from and to which frequency, when, how long (seconds), how loud, and the shape of the wave. */
const TONES = {
  card: [[190, 90, 0, 0.05, 0.16, "sine"]],
  pass: [
    [150, 140, 0, 0.05, 0.12, "sine"],
    [130, 120, 0.09, 0.05, 0.1, "sine"],
  ],
  bomb: [
    [140, 34, 0, 0.5, 0.5, "sine"],
    [70, 28, 0.02, 0.6, 0.3, "triangle"],
  ],
  rocket: [
    [220, 1500, 0, 0.34, 0.09, "sawtooth"],
    [150, 30, 0.34, 0.6, 0.5, "sine"],
  ],
  turn: [
    [784, 784, 0, 0.16, 0.14, "sine"],
    [1175, 1175, 0.1, 0.3, 0.14, "sine"],
  ],
  tick: [[1600, 1500, 0, 0.03, 0.08, "square"]],
  won: [
    [523, 523, 0, 0.18, 0.13, "triangle"],
    [659, 659, 0.12, 0.18, 0.13, "triangle"],
    [784, 784, 0.24, 0.2, 0.13, "triangle"],
    [1047, 1047, 0.38, 0.5, 0.15, "triangle"],
  ],
  lost: [
    [392, 388, 0, 0.26, 0.12, "triangle"],
    [330, 326, 0.2, 0.26, 0.12, "triangle"],
    [262, 250, 0.4, 0.5, 0.12, "triangle"],
  ],
};
/** Bursts of noise: when, how long, how loud, up to which frequency. */
const NOISE = { card: [0, 0.06, 0.22, 3200], bomb: [0, 0.4, 0.4, 900], rocket: [0.34, 0.5, 0.4, 1100] };

/** @type {any} */
let context = null;
/** @type {any} */
let hiss = null;

export const soundOn = () => remembered().sound !== false;

/** Turn all sounds on or off, in this browser and from now on. */
export function setSound(on) {
  remember({ sound: on });
  if (on) play("turn");
}

/** Browsers let a page sound only after somebody has touched it. */
export function wakeSounds() {
  const wake = () => {
    context ??= window.AudioContext ? new AudioContext() : null;
    if (context?.state === "suspended") context.resume();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake, { capture: true, passive: true });
}

function loudness(at, length, most) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(most, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

/**
 * Let one of the sounds be heard, if sounds are on and the page has been touched.
 * @param {string} name
 */
export function play(name) {
  if (!context || context.state !== "running" || !soundOn()) return;
  const now = context.currentTime;
  for (const [from, to, at, length, most, shape] of TONES[name]) {
    const tone = context.createOscillator();
    tone.type = shape;
    tone.frequency.setValueAtTime(from, now + at);
    tone.frequency.exponentialRampToValueAtTime(to, now + at + length);
    tone.connect(loudness(now + at, length, most));
    tone.start(now + at);
    tone.stop(now + at + length);
  }
  if (NOISE[name]) burst(now, ...NOISE[name]);
}

function burst(now, at, length, most, highest) {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = hiss;
  filter.frequency.value = highest;
  source.connect(filter).connect(loudness(now + at, length, most));
  source.start(now + at, 0, length);
}
