/** Signs a message as Standard Webhooks 1.0 describes (symmetric, `v1`). */
import { createHmac } from 'node:crypto';
import { signingKeyText } from '../../../src-shared/domain/outlets/signing-secret.ts';

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

function keyOf(secret: string): Buffer {
  return Buffer.from(signingKeyText(secret), 'base64');
}
