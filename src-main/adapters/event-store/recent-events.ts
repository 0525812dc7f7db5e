/**
 * Recognizes an event that arrives again: same id, kind and data as one of the newest stored. A unique index over all
 * events would nearly double the cost of a row, for a replay that the document does not promise.
 */
import { hash } from 'node:crypto';
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';

/** Far more than a service would replay after a lost connection, and about 1 MB in memory. */
export const RECENT_EVENTS = 10_000;
/** 132 bits in base64: two different events never share it. */
const DIGEST_LENGTH = 22;

/** `null` where the event has no id: then two equal ones are two events. */
export function digestOf({ id, kind, data, oversize }: ReceivedEvent): string | null {
  // An empty `id` line takes the last id back (WHATWG); it names no event.
  if (id === null || id === '') return null;
  const text = `${id.length}:${kind.length}:${id}${kind}${oversize?.sha256 ?? ''}${data}`;
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}

/**
 * Two generations: the older is dropped whole when the newer is full. Deleting the oldest one by one costs several
 * times as much, since a `Map` walks over what was deleted at its front.
 */
export class RecentEvents {
  #newer = new Map<string, number>();
  #older: ReadonlyMap<string, number> = new Map();

  add(digest: string, seq: number): void {
    if (this.#newer.size >= RECENT_EVENTS) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(digest, seq);
  }

  /** @param next the seq that the event would get: `RECENT_EVENTS` before it count as recent. */
  find(digest: string, next: number): number | null {
    const seq = this.#newer.get(digest) ?? this.#older.get(digest);
    return seq !== undefined && seq >= next - RECENT_EVENTS ? seq : null;
  }
}
