/**
 * Gives a page that stayed open over a restart a new session for its signature (`docs/access-guard.md`). A session
 * cookie must not outlive the process: a program that takes the port in the meantime receives it from the waiting page.
 */
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type PublicPageKey, proofText } from '../../../src-shared/api/page-key.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import { writeFileAtomically } from '../../adapters/files/atomic-file.ts';
import { readPlainText } from '../../adapters/files/plain-file.ts';
import { createSequencer } from '../../core/lib/sequencer.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import { sameSecret } from './same-secret.ts';
import { MAX_SESSIONS } from './sessions.ts';

export const PAGE_KEYS_FILE = 'page-keys.json';
/** Long enough for an unattended screen on a wall. An open page renews it with each connection. */
const KEY_LIFETIME_MS = 30 * 86_400_000;
const CHALLENGE_LIFETIME_MS = 60_000;
const MAX_CHALLENGES = 16;
const MAX_FILE_BYTES = 65_536;

const coordinateSchema = z.string().regex(/^[\w-]{43}$/);
export const publicPageKeySchema = z.strictObject({ x: coordinateSchema, y: coordinateSchema });

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** Path of the data folder without links. A copy of the folder elsewhere opens no session. */
  folder: z.string(),
  keys: z.array(publicPageKeySchema.extend({ addedAt: z.number() })).max(MAX_SESSIONS),
});
type StoredKey = z.infer<typeof fileSchema>['keys'][number];

export const pageProofSchema = z.strictObject({
  key: publicPageKeySchema,
  challenge: z.string(),
  /** Both numbers of an ECDSA signature (IEEE P1363) with SHA-256, in hexadecimal digits. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
export type PageProof = z.infer<typeof pageProofSchema>;

interface PageKeysParts {
  /** Null keeps the keys in memory only. */
  readonly dataDir: string | null;
  readonly clock: Clock;
  readonly log: Log;
}

export class PageKeys {
  readonly #parts: PageKeysParts;
  readonly #folder: string | null;
  readonly #inTurn = createSequencer();
  #keys: readonly StoredKey[];
  #challenges: readonly { readonly text: string; readonly issuedAt: number }[] = [];

  private constructor(parts: PageKeysParts, folder: string | null, keys: readonly StoredKey[]) {
    this.#parts = parts;
    this.#folder = folder;
    this.#keys = keys;
  }

  static async open(parts: PageKeysParts): Promise<PageKeys> {
    const { dataDir, clock } = parts;
    const folder = dataDir === null ? null : await realpath(dataDir);
    const now = clock.now();
    const stored = folder === null ? [] : await readKeys(folder);
    // After the clock was set back, a time in the future must not extend a key's life.
    const keys = stored.map((key) => ({ ...key, addedAt: Math.min(key.addedAt, now) }));
    return new PageKeys(parts, folder, keys);
  }

  /** Must only be called for a page with a session. Returns false if it is not a key. */
  async add({ x, y }: PublicPageKey): Promise<boolean> {
    if (publicKeyOf({ x, y }) === null) return false;
    await this.#inTurn(async () => {
      const now = this.#parts.clock.now();
      // Another host with this data folder, at another port, stores its keys in the same file.
      const stored = this.#folder === null ? [] : await readKeys(this.#folder);
      const known = new Map(
        [...stored, ...this.#keys, { x, y, addedAt: now }].map((key) => [`${key.x} ${key.y}`, key]),
      );
      const alive = [...known.values()].filter((key) => isAlive(key, now));
      this.#keys = alive.toSorted((one, other) => one.addedAt - other.addedAt).slice(-MAX_SESSIONS);
      await this.#store();
    });
    return true;
  }

  challenge(): string {
    const text = randomBytes(32).toString('base64url');
    this.#challenges = [...this.#challenges, { text, issuedAt: this.#parts.clock.monotonic() }].slice(-MAX_CHALLENGES);
    return text;
  }

  /** @param origin the origin of the request, which the access guard has checked */
  admits({ key: { x, y }, challenge, signature }: PageProof, origin: string): boolean {
    const { clock } = this.#parts;
    const issued = this.#challenges.find(({ text }) => sameSecret(challenge, text));
    if (issued === undefined) return false;
    this.#challenges = this.#challenges.filter((each) => each !== issued);
    if (clock.monotonic() - issued.issuedAt >= CHALLENGE_LIFETIME_MS) return false;
    const known = this.#keys.find((key) => key.x === x && key.y === y);
    const key = known === undefined || !isAlive(known, clock.now()) ? null : publicKeyOf(known);
    if (key === null) return false;
    const signed = Buffer.from(proofText(origin, challenge));
    return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'hex'));
  }

  /** Best effort: without the file, pages only need a new link after a restart. */
  async #store(): Promise<void> {
    if (this.#folder === null) return;
    const text = JSON.stringify({ version: 1, folder: this.#folder, keys: this.#keys });
    await writeFileAtomically(join(this.#folder, PAGE_KEYS_FILE), `${text}\n`).catch((error: unknown) =>
      this.#parts.log.warn('the keys of open pages could not be stored; after a restart they need a new link', {
        error,
      }),
    );
  }
}

async function readKeys(folder: string): Promise<readonly StoredKey[]> {
  const text = await readPlainText(join(folder, PAGE_KEYS_FILE), MAX_FILE_BYTES).catch(() => '');
  const read = fileSchema.safeParse(parseJsonOrNull(text));
  return read.success && read.data.folder === folder ? read.data.keys : [];
}

function isAlive({ addedAt }: StoredKey, now: number): boolean {
  return now - addedAt < KEY_LIFETIME_MS;
}

/** Returns null if the point is not on the curve. */
function publicKeyOf({ x, y }: PublicPageKey) {
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return null;
  }
}
