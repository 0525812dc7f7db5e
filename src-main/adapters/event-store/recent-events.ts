/**
 * Finds the event that one may repeat: same id, kind and data among the newest stored. It only points to a seq: whether
 * it is the same the stored text tells, so that nothing here has to be right for nothing to be lost. A unique index over
 * all events would nearly double the cost of a row, for a replay that the document does not promise.
 */
import { crc32 } from 'node:zlib';
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';

/** Far more than a service would replay after a lost connection, and less than 1 MB in memory. */
export const MAX_RECENT_EVENTS = 10_000;

/**
 * What two equal events share, as one number of 52 bits: a text as key costs as much as decoding. `null` where the event
 * has no id: then two equal ones are two events.
 * @param dataCheck CRC-32 of its data
 */
export function repeatKey({ id, kind, oversize }: ReceivedEvent, dataCheck: number): number | null {
  // An empty `id` line takes the last id back (WHATWG); it names no event.
  if (id === null || id === '') return null;
  const rest = oversize === undefined ? '' : oversize.sha256;
  return dataCheck * 0x10_0000 + (crc32(`${id}\0${kind}\0${rest}`) >>> 12);
}

export function isSameEvent(one: ReceivedEvent, other: ReceivedEvent): boolean {
  return (
    one.id === other.id &&
    one.kind === other.kind &&
    one.data === other.data &&
    one.oversize?.sha256 === other.oversize?.sha256
  );
}

/**
 * Two generations: the older is dropped whole when the newer is full. Deleting the oldest one by one costs several
 * times as much, since a `Map` walks over what was deleted at its front.
 */
export class RecentEvents {
  #newer = new Map<number, number>();
  #older: ReadonlyMap<number, number> = new Map();

  add(key: number, seq: number): void {
    if (this.#newer.size >= MAX_RECENT_EVENTS) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, seq);
  }

  /** @param next the seq that the event would get: `RECENT_EVENTS` before it count as recent. */
  find(key: number, next: number): number | null {
    const seq = this.#newer.get(key) ?? this.#older.get(key);
    return seq !== undefined && seq >= next - MAX_RECENT_EVENTS && seq < next ? seq : null;
  }
}
