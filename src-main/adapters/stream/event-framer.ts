/**
 * Splits bytes into events (WHATWG HTML 9.2.6): data, event and id lines, each ended by LF, and the blank line. Never
 * returns part of an event: one above the limits is replaced by a stub.
 */
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import { OversizeEvent, type EventBlock } from './oversize-event.ts';
import { decidingBytes, fieldValueStart, streamFieldOf } from './stream-field.ts';

export type StreamBlock =
  | EventBlock
  /** A block without an event but with an `id` field, which moves the resume position. */
  | { readonly kind: 'cursor'; readonly lastEventId: string };

export interface EventLimits {
  readonly bytes: number;
  readonly lines: number;
}

/**
 * 16 MiB is several times the largest request that the service could sensibly report on. A quarter of a million lines:
 * each costs the parser two string nodes of 32 bytes, which is another 16 MiB at most.
 */
export const eventLimits: EventLimits = { bytes: 16 * 1024 * 1024, lines: 256 * 1024 };
/** Limits of `retry`: with 0 the client would attack the service, and a year would end the watch. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** Usual size of the block buffer. A larger one is passed on with its event instead of being reused. */
const DEFAULT_BLOCK_BYTES = 64 * 1024;

/** A longer `retry` line is not a meaningful number and is ignored. */
const MAX_RETRY_LINE_BYTES = 64;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

export class EventFramer {
  /** Lines of the current event, then the beginning of a line from `#lineStart` on. */
  #block = Buffer.allocUnsafe(DEFAULT_BLOCK_BYTES);
  #length = 0;
  #lineStart = 0;
  #lines = 0;
  #hasId = false;
  #hasData = false;
  #oversize: OversizeEvent | null = null;
  /** `begun`: its start is in the block. `skipped`: no effect. `passing`: an oversize event already has its start. */
  #line: 'fresh' | 'begun' | 'skipped' | 'passing' = 'fresh';
  /** True if the last line ended in CR: an LF now belongs to it. */
  #skipLineFeed = false;
  /** Number of bytes of a byte order mark read at the very beginning; null once this is decided. */
  #markBytes: number | null = 0;
  #retryMs: number | null = null;
  readonly #bounds: EventLimits;
  #complete: StreamBlock[] = [];

  constructor(bounds: EventLimits = eventLimits) {
    this.#bounds = bounds;
  }

  get retryMs(): number | null {
    return this.#retryMs;
  }

  /** Bytes of the incomplete event, without comments and lines that have no effect. */
  get unfinishedBytes(): number {
    return (this.#oversize?.bytes ?? 0) + this.#length;
  }

  push(chunk: Uint8Array): readonly StreamBlock[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = this.#passByteOrderMark(bytes);
    let nextLineFeed = bytes.indexOf(lineFeed, at);
    let nextReturn = bytes.indexOf(carriageReturn, at);
    while (at < bytes.length) {
      if (this.#skipLineFeed) {
        this.#skipLineFeed = false;
        if (nextLineFeed === at) {
          at++;
          nextLineFeed = bytes.indexOf(lineFeed, at);
          continue;
        }
      }
      const endsInReturn = nextReturn !== -1 && (nextLineFeed === -1 || nextReturn < nextLineFeed);
      const end = endsInReturn ? nextReturn : nextLineFeed;
      if (end === -1) {
        this.#addPartialLine(bytes, at);
        break;
      }
      this.#addLine(bytes, at, end);
      at = end + 1;
      this.#skipLineFeed = endsInReturn;
      if (endsInReturn) nextReturn = bytes.indexOf(carriageReturn, at);
      else nextLineFeed = bytes.indexOf(lineFeed, at);
    }
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }

  /** A second mark is part of the stream. Returns where the stream continues. */
  #passByteOrderMark(bytes: Uint8Array): number {
    if (this.#markBytes === null) return 0;
    let at = 0;
    while (at < bytes.length && this.#markBytes < byteOrderMark.length) {
      if (bytes[at] !== byteOrderMark[this.#markBytes]) {
        // A partial mark is the beginning of a line without a field name.
        if (this.#markBytes > 0) this.#line = 'skipped';
        this.#markBytes = null;
        return at;
      }
      at++;
      this.#markBytes++;
    }
    if (this.#markBytes === byteOrderMark.length) this.#markBytes = null;
    return at;
  }

  #addPartialLine(bytes: Buffer, start: number): void {
    if (this.#line === 'skipped') return;
    if (this.#line === 'passing') {
      this.#oversize?.consume(bytes.subarray(start));
      return;
    }
    this.#append(bytes, start, bytes.length);
    this.#line = 'begun';
    const length = this.#length - this.#lineStart;
    if (length < decidingBytes) return;
    const field = streamFieldOf(this.#block, this.#lineStart, this.#length);
    if (field === 'none' || (field === 'retry' && length > MAX_RETRY_LINE_BYTES)) {
      this.#length = this.#lineStart;
      this.#line = 'skipped';
      return;
    }
    // Recorded before the line's end, which an oversize event never keeps.
    if (field === 'data') this.#hasData = true;
    this.#keepWithinBounds();
  }

  #addLine(bytes: Buffer, start: number, end: number): void {
    switch (this.#line) {
      case 'skipped':
        break;
      case 'passing':
        this.#oversize?.consume(bytes.subarray(start, end));
        this.#endLine();
        break;
      case 'fresh':
        if (start === end) this.#endEvent();
        else if (this.#processLine(bytes, start, end)) {
          this.#append(bytes, start, end);
          this.#endLine();
        }
        break;
      case 'begun':
        this.#append(bytes, start, end);
        if (this.#processLine(this.#block, this.#lineStart, this.#length)) this.#endLine();
        else this.#length = this.#lineStart;
        break;
      default:
        assertNever(this.#line);
    }
    this.#line = 'fresh';
  }

  /** Records the effect of a complete line. Returns false if the line need not be kept. */
  #processLine(bytes: Buffer, start: number, end: number): boolean {
    const field = streamFieldOf(bytes, start, end);
    switch (field) {
      case 'none':
        return false;
      case 'retry':
        this.#retryMs =
          retryMsOf(bytes.toString('latin1', fieldValueStart(bytes, start, end, field), end)) ?? this.#retryMs;
        return false;
      case 'id':
        if (!hasNul(bytes, start, end)) {
          this.#hasId = true;
          this.#oversize?.setNameLine('id', bytes, start, end);
        }
        return true;
      case 'data':
        this.#hasData = true;
        return true;
      case 'event':
        this.#oversize?.setNameLine('event', bytes, start, end);
        return true;
      default:
        return assertNever(field);
    }
  }

  #append(bytes: Buffer, start: number, end: number): void {
    // Plus the LF of the line and that of the blank line. JavaScript ignores a write past the end of a buffer.
    const needed = this.#length + end - start + 2;
    if (needed > this.#block.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#block.length));
      this.#block.copy(grown, 0, 0, this.#length);
      this.#block = grown;
    }
    bytes.copy(this.#block, this.#length, start, end);
    this.#length += end - start;
  }

  #endLine(): void {
    this.#block[this.#length++] = lineFeed;
    this.#lineStart = this.#length;
    this.#lines++;
    this.#keepWithinBounds();
  }

  #keepWithinBounds(): void {
    if (this.#oversize === null) {
      if (this.#length <= this.#bounds.bytes && this.#lines <= this.#bounds.lines) return;
      this.#oversize = new OversizeEvent(this.#block.subarray(0, this.#length));
    } else if (this.#length < DEFAULT_BLOCK_BYTES) return;
    if (this.#lineStart < this.#length) this.#line = 'passing';
    this.#passBlock(this.#oversize);
    this.#lineStart = 0;
  }

  #passBlock(oversize: OversizeEvent): void {
    oversize.consume(this.#block.subarray(0, this.#length));
    this.#length = 0;
    if (this.#block.length > 2 * DEFAULT_BLOCK_BYTES) this.#block = Buffer.allocUnsafe(DEFAULT_BLOCK_BYTES);
  }

  #endEvent(): void {
    this.#block[this.#length++] = lineFeed;
    if (this.#oversize !== null) {
      this.#passBlock(this.#oversize);
      if (this.#hasData) this.#complete.push(this.#oversize.finish());
      else this.#moveCursor(this.#oversize.idLine);
    } else if (this.#hasData) {
      this.#complete.push({ kind: 'event', bytes: this.#detachBlock(), hasId: this.#hasId, oversize: null });
    } else if (this.#hasId) this.#moveCursor(lastIdLine(this.#block.subarray(0, this.#length)));
    this.#length = 0;
    this.#lineStart = 0;
    this.#lines = 0;
    this.#hasId = false;
    this.#hasData = false;
    this.#oversize = null;
  }

  #moveCursor(idLine: Uint8Array): void {
    if (idLine.length === 0) return;
    const end = idLine.length - 1;
    const value = idLine.subarray(fieldValueStart(idLine, 0, end, 'id'), end);
    this.#complete.push({ kind: 'cursor', lastEventId: new TextDecoder('utf-8', { ignoreBOM: true }).decode(value) });
  }

  #detachBlock(): Uint8Array {
    const block = this.#block.subarray(0, this.#length);
    if (this.#block.length === DEFAULT_BLOCK_BYTES) return Buffer.from(block);
    this.#block = Buffer.allocUnsafe(DEFAULT_BLOCK_BYTES);
    return block;
  }
}

/** A loop, since ids are short and frequent: a view of the bytes would cost more than the search. */
function hasNul(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if (bytes[at] === 0) return true;
  }
  return false;
}

function lastIdLine(block: Uint8Array): Uint8Array {
  let last: Uint8Array = new Uint8Array();
  for (let start = 0; start < block.length;) {
    const end = block.indexOf(lineFeed, start);
    if (end === -1) break;
    if (streamFieldOf(block, start, end) === 'id' && !hasNul(block, start, end)) last = block.subarray(start, end + 1);
    start = end + 1;
  }
  return last;
}

/** Accepts digits only (WHATWG); `12.5`, `1e3` and `-1` are ignored. */
function retryMsOf(value: string): number | null {
  if (!/^[0-9]+$/.test(value)) return null;
  return Math.min(Math.max(Number(value), MIN_RETRY_MS), MAX_RETRY_MS);
}
