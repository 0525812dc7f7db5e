/**
 * A text sealed with AES-256-GCM under a key of its profile. Profile, item and version are authenticated with it: a row
 * that was moved to another place, or to another profile, does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { VaultItem } from '../../core/ports/vault.ts';

const SEALED_VERSION = 1;
const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D, 8.2.2: random, of 96 bits; a key seals far fewer than 2^32 texts. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedText {
  readonly version: number;
  /** Which key it was: tells a key that was lost from a text that was damaged. */
  readonly key: string;
  readonly nonce: Buffer;
  /** The tag is its end. */
  readonly ciphertext: Buffer;
}

interface SealContext {
  readonly profile: ProfileId;
  readonly item: VaultItem;
}

export function sealText(text: string, key: Buffer, place: SealContext): SealedText {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(place, SEALED_VERSION));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { version: SEALED_VERSION, key: keyFingerprint(key), nonce, ciphertext };
}

/** `null` where it is not what was sealed there. */
export function openText({ version, nonce, ciphertext }: SealedText, key: Buffer, place: SealContext): string | null {
  if (version !== SEALED_VERSION || nonce.length !== NONCE_BYTES || ciphertext.length < TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(place, version));
    decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Says nothing about the key but whether it is the same. */
export function keyFingerprint(key: Buffer): string {
  return createHmac('sha256', key).update('name of a key of the vault').digest('hex').slice(0, 16);
}

function associatedData({ profile, item }: SealContext, version: number): Buffer {
  return Buffer.from(JSON.stringify([profile, item, version]), 'utf8');
}
