/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104), without the browser's own: a page of a hall has no TLS, and then no crypto.subtle.
 * @module
 */

const MASK = 0xffffffff;

/** The first 32 bits of the fractional part of a root of each of the first primes. @param {number} root @param {number} many */
function fractions(root, many) {
  const found = [];
  for (let number = 2; found.length < many; number += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= number; by += 1) isPrime &&= number % by !== 0;
    if (isPrime) found.push(fraction(BigInt(number), BigInt(root)));
  }
  return found;
}

/** @param {bigint} prime @param {bigint} root */
function fraction(prime, root) {
  const wanted = prime << (32n * root);
  let low = 0n;
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) if ((low | bit) ** root <= wanted) low |= bit;
  return Number(low & 0xffffffffn);
}

const K = fractions(3, 64);
const START = fractions(2, 8);

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} message */
function padded(message) {
  const length = ((message.length + 8) >> 6) * 64 + 64;
  const whole = new Uint8Array(length);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length << 3) >>> 0);
  return view;
}

/** @param {number[]} state @param {DataView} view @param {number} at */
function mix(state, view, at) {
  const words = [];
  for (let n = 0; n < 64; n += 1) {
    if (n < 16) words.push(view.getUint32(at + 4 * n));
    else {
      const [a, b] = [words[n - 15], words[n - 2]];
      const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      words.push((words[n - 16] + low + words[n - 7] + high) & MASK);
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[n] + words[n]) & MASK;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) & MASK;
    [a, b, c, d, e, f, g, h] = [(one + two) & MASK, a, b, c, (d + one) & MASK, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = (state[n] + word) & MASK));
}

/** @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function sha256(message) {
  const view = padded(message);
  const state = [...START];
  for (let at = 0; at < view.byteLength; at += 64) mix(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => digest.setUint32(4 * n, word >>> 0));
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array} key of 64 bytes at most @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmac(key, message) {
  const pad = (/** @type {number} */ sign) => Uint8Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ sign);
  const join = (/** @type {Uint8Array} */ one, /** @type {Uint8Array} */ two) => Uint8Array.from([...one, ...two]);
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), message))));
}

/** @param {string} text */
export const bytes = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} data */
export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
