/** Secrets that sign messages as Standard Webhooks 1.0 describes (symmetric, `v1`). */

const PREFIX = 'whsec_';
const KEY_BYTES = { min: 24, max: 64 };

/** The key as base64, without the prefix that some senders show. */
export function signingKeyText(secret: string): string {
  return secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
}

/** True for base64 of 24 to 64 bytes, with or without the prefix `whsec_`. */
export function isSigningSecret(secret: string): boolean {
  const digits = /^([A-Za-z0-9+/]+)={0,2}$/.exec(signingKeyText(secret))?.[1]?.length ?? 0;
  const bytes = Math.floor((digits * 6) / 8);
  return bytes >= KEY_BYTES.min && bytes <= KEY_BYTES.max;
}
