/**
 * An event too large to keep: its fields are counted and hashed as they pass by, and a stub with their beginning
 * stands in its place. It must never hold more than the stub, however long the event goes on.
 */
import { createHash } from 'node:crypto';
import type { EventBlock } from './event-framer.ts';
import { fieldValueStart, streamFieldOf } from './stream-field.ts';

/** How much of the data text a stub shows: enough to recognise the event by. */
const stubDataBytes = 64 * 1024;
/** A kind or id beyond this is no name any more; the stub goes without it. */
const stubNameBytes = 1024;

const lineFeed = 0x0a;

export class OversizeEvent {
  #bytes = 0;
  readonly #hash = createHash('sha256');
  /** The last `event` and `id` lines, as the last of each counts; empty where there is none. */
  #kindLine: Uint8Array = new Uint8Array();
  #idLine: Uint8Array = new Uint8Array();
  readonly #dataLines: Uint8Array[] = [];

  /** `beginning`: the event's whole lines so far, each ended by LF, and the beginning of the next. */
  constructor(beginning: Uint8Array) {
    let room = stubDataBytes;
    let start = 0;
    while (start < beginning.length) {
      const lineFeedAt = beginning.indexOf(lineFeed, start);
      const end = lineFeedAt === -1 ? beginning.length : lineFeedAt;
      const field = streamFieldOf(beginning, start, end);
      if (field === 'data' && room > 0) {
        const valueStart = fieldValueStart(beginning, start, end, field);
        const cut = end - valueStart < room ? end : characterStart(beginning, valueStart + room);
        this.#dataLines.push(lineOf(beginning, start, cut));
        // The newline between two lines is text as well.
        room -= cut === end ? end - valueStart + 1 : room;
      } else if (field === 'event' && lineFeedAt !== -1) {
        this.setNameLine(field, beginning, start, end);
      } else if (field === 'id' && lineFeedAt !== -1 && !beginning.subarray(start, end).includes(0)) {
        this.setNameLine(field, beginning, start, end);
      }
      start = end + 1;
    }
  }

  /** More of the event's fields, the beginning too. */
  consume(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
  }

  /** A whole `event` or `id` line, which takes the place of the one before. */
  setNameLine(field: 'event' | 'id', bytes: Uint8Array, start: number, end: number): void {
    const line = end - start <= stubNameBytes ? lineOf(bytes, start, end) : new Uint8Array();
    if (field === 'event') this.#kindLine = line;
    else this.#idLine = line;
  }

  /** The last `id` line that counts, with its LF; empty where there is none. */
  get idLine(): Uint8Array {
    return this.#idLine;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The event, which has a data field, is complete: its stub in the form of an event. */
  finish(): EventBlock {
    const dataLines = this.#dataLines.length === 0 ? [Buffer.from('data\n')] : this.#dataLines;
    return {
      kind: 'event',
      bytes: Buffer.concat([this.#kindLine, this.#idLine, ...dataLines, Uint8Array.of(lineFeed)]),
      hasId: this.#idLine.length > 0,
      oversize: { bytes: this.#bytes, sha256: this.#hash.digest('hex') },
    };
  }
}

/** Copied: a view would hold the whole beginning, megabytes, for as long as the event lasts. */
function lineOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const line = new Uint8Array(end - start + 1);
  line.set(bytes.subarray(start, end));
  line[end - start] = lineFeed;
  return line;
}

/** The last place at or before `end` that does not cut a UTF-8 character in two. */
function characterStart(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > end - 3 && at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
