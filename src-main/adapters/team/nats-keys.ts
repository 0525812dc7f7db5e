import { nkeys } from '@nats-io/transport-node';

export interface NatsKey {
  /** For the servers' configuration. */
  readonly publicKey: string;
  readonly seed: string;
}

export function createNatsKey(): NatsKey {
  const pair = nkeys.createUser();
  return { publicKey: pair.getPublicKey(), seed: new TextDecoder().decode(pair.getSeed()) };
}

/** Returns null if the text is no seed of a user. */
export function natsPublicKey(seed: string): string | null {
  try {
    return nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();
  } catch {
    return null;
  }
}
