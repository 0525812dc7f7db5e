/** An event that is too large: counts and hashes its fields as they arrive, and never holds more than the stub. */
import { createHash } from 'node:crypto';
import { fieldValueStart, streamFieldOf } from './stream-field.ts';

export interface EventBlock {
  readonly kind: 'event';
  /** UTF-8 (or what the service sent as such), from a field name to a blank line. */
  readonly bytes: Uint8Array;
  /** True if the event has a valid `id` field (one with a NUL is not). */
  readonly hasId: boolean;
  /**
   * Set on a stub: size and SHA-256 of the event's data, event and id lines and its blank line, each ended by LF. For a
   * stream with LF line ends and no comments, these are its bytes as sent.
   */
  readonly oversize: { readonly bytes: number; readonly sha256: string } | null;
}

/** Bytes of data in a stub: enough to recognize the event. */
const stubDataBytes = 64 * 1024;
/** A longer kind or id is not a name; the stub omits it. */
const stubNameBytes = 1024;

const lineFeed = 0x0a;

export class OversizeEvent {
  #bytes = 0;
  readonly #hash = createHash('sha256');
  /** The last `event` and `id` lines, since only the last of each counts; empty if there is none. */
  #kindLine: Uint8Array = new Uint8Array();
  #idLine: Uint8Array = new Uint8Array();
  readonly #dataLines: Uint8Array[] = [];

  /** `soFar`: the complete lines of the event so far, each ended by LF, and the beginning of the next one. */
  constructor(soFar: Uint8Array) {
    let room = stubDataBytes;
    let start = 0;
    while (start < soFar.length) {
      const lineFeedAt = soFar.indexOf(lineFeed, start);
      const end = lineFeedAt === -1 ? soFar.length : lineFeedAt;
      const field = streamFieldOf(soFar, start, end);
      if (field === 'data' && room > 0) {
        const valueStart = fieldValueStart(soFar, start, end, field);
        const cut = end - valueStart < room ? end : characterStart(soFar, valueStart + room);
        this.#dataLines.push(lineOf(soFar, start, cut));
        // The newline between two lines is data as well.
        room -= cut === end ? end - valueStart + 1 : room;
      } else if (field === 'event' && lineFeedAt !== -1) {
        this.setNameLine(field, soFar, start, end);
      } else if (field === 'id' && lineFeedAt !== -1 && !soFar.subarray(start, end).includes(0)) {
        this.setNameLine(field, soFar, start, end);
      }
      start = end + 1;
    }
  }

  consume(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
  }

  setNameLine(field: 'event' | 'id', bytes: Uint8Array, start: number, end: number): void {
    const line = end - start <= stubNameBytes ? lineOf(bytes, start, end) : new Uint8Array();
    if (field === 'event') this.#kindLine = line;
    else this.#idLine = line;
  }

  get idLine(): Uint8Array {
    return this.#idLine;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the stub in the form of an event. Call it when the event is complete and has a data field. */
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

/** Copies the line: a view would keep the entire beginning, megabytes, in memory as long as the event lasts. */
function lineOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const line = new Uint8Array(end - start + 1);
  line.set(bytes.subarray(start, end));
  line[end - start] = lineFeed;
  return line;
}

/** Returns the last position at or before `end` that does not split a UTF-8 character. */
function characterStart(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > end - 3 && at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
