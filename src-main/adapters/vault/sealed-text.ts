/** Seals with AES-256-GCM. Profile, item and version are authenticated: a row that was moved does not open. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { ProfileId } from '../../../src-shared/domain/identity.ts';
import type { VaultItem } from '../../core/ports/vault.ts';

const SEALED_VERSION = 1;
const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D, 8.2.2: a random nonce of 96 bits. A key seals far fewer than 2^32 texts. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedText {
  readonly version: number;
  /** Fingerprint of the key, which distinguishes a lost key from a damaged text. */
  readonly key: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
}

interface SealContext {
  readonly profile: ProfileId;
  readonly item: VaultItem;
}

export function sealText(text: string, key: Buffer, context: SealContext): SealedText {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(context, SEALED_VERSION));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { version: SEALED_VERSION, key: keyFingerprint(key), nonce, ciphertext };
}

/** Returns null if this is not what was sealed for this place. */
export function openText({ version, nonce, ciphertext }: SealedText, key: Buffer, context: SealContext): string | null {
  if (version !== SEALED_VERSION || nonce.length !== NONCE_BYTES || ciphertext.length < TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(context, version));
    decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Identifies the key and reveals nothing else about it. */
export function keyFingerprint(key: Buffer): string {
  return createHmac('sha256', key).update('name of a key of the vault').digest('hex').slice(0, 16);
}

function associatedData({ profile, item }: SealContext, version: number): Buffer {
  return Buffer.from(JSON.stringify([profile, item, version]), 'utf8');
}
