/**
 * Finds the event that a new one may repeat; the caller compares the texts. A unique index would nearly double the cost
 * of a row, for a replay that the document does not promise.
 */
import { crc32 } from 'node:zlib';
import type { ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';

/** Far more than a service would replay after a lost connection, and less than 1 MB in memory. */
export const MAX_RECENT_EVENTS = 10_000;

/** Equal events share these 52 bits; a text as key costs as much as decoding. `dataCheck`: CRC-32 of its data. */
export function repeatKey({ id, kind, oversize }: ReceivedEvent, dataCheck: number): number {
  const rest = oversize === undefined ? '' : oversize.sha256;
  return dataCheck * 0x10_0000 + (crc32(`${id ?? ''}\0${kind}\0${rest}`) >>> 12);
}

/** False for an empty `id` line, which resets the last id (WHATWG HTML 9.2.6) and names no event. */
export function hasId({ id }: ReceivedEvent): boolean {
  return id !== null && id !== '';
}

export function isSameEvent(one: ReceivedEvent, other: ReceivedEvent): boolean {
  return (
    one.id === other.id &&
    one.kind === other.kind &&
    one.data === other.data &&
    one.oversize?.sha256 === other.oversize?.sha256
  );
}

/** Drops the older of two generations, because a `Map` walks over deleted entries at its front. */
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

  /** @param next seq that the event would get. The `MAX_RECENT_EVENTS` before it count as recent */
  find(key: number, next: number): number | null {
    const seq = this.#newer.get(key) ?? this.#older.get(key);
    return seq !== undefined && seq >= next - MAX_RECENT_EVENTS && seq < next ? seq : null;
  }
}
