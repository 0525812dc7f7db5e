/** Signs a message as Standard Webhooks 1.0 describes (symmetric, `v1`). */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

interface Signed {
  readonly id: string;
  /** UTC epoch ms */
  readonly at: number;
}

export function signatureHeaders({ id, at }: Signed, body: string, secret: string | null): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const named = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (secret === null) return named;
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...named, 'webhook-signature': `v1,${signature}` };
}

/** True for base64 of 24 to 64 bytes, with or without the prefix `whsec_`. */
export function isSigningSecret(secret: string): boolean {
  const { length } = keyOf(secret);
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64Of(secret)) && length >= 24 && length <= 64;
}

function keyOf(secret: string): Buffer {
  return Buffer.from(base64Of(secret), 'base64');
}

function base64Of(secret: string): string {
  return secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
}
