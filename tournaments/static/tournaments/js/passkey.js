/**
 * A form that a passkey fills in: the browser is asked by its options, the answer goes into "credential".
 * The form is shown only where the browser knows passkeys; without this script it stays hidden.
 * @module
 */

import { working } from "./working.js";

/** @param {string} text base64url @returns {ArrayBuffer} */
function bytes(text) {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0)).buffer;
}

/** @param {ArrayBuffer | null} buffer @returns {string | undefined} base64url */
function text(buffer) {
  if (!buffer) return undefined;
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {any[] | undefined} keys */
const known = (keys) => (keys ?? []).map((key) => ({ ...key, id: bytes(key.id) }));

/**
 * The options as the browser takes them: what was written as text is bytes there.
 * @param {any} options
 */
function readable(options) {
  const asked = { ...options, challenge: bytes(options.challenge) };
  if (options.user) {
    return { ...asked, user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: known(options.excludeCredentials) };
  }
  return { ...asked, allowCredentials: known(options.allowCredentials) };
}

/**
 * The browser's answer as text.
 * @param {any} credential
 */
function written(credential) {
  const { response } = credential;
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: text(response.userHandle),
      transports: response.getTransports?.(),
    },
  };
}

/** @param {HTMLFormElement} form */
async function options(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options).publicKey;
  const answer = await fetch(form.dataset.optionsUrl ?? "", { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`options: ${answer.status}`);
  return (await answer.json()).options.publicKey;
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  const publicKey = readable(await working(options(form)));
  const credential = await (publicKey.user ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }));
  return JSON.stringify(written(credential));
}

/** @param {HTMLElement} element */
export default function passkey(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const answer = /** @type {HTMLInputElement} */ (form.elements.namedItem("credential"));
  const error = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-error]"));
  if (!window.PublicKeyCredential) return;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (answer.value) return;
    event.preventDefault();
    error.hidden = true;
    try {
      answer.value = await ask(form);
      form.submit();
    } catch {
      // Declined, timed out, or a key that is known already: the page says that another way is open.
      error.hidden = false;
    }
  });
}
