/**
 * Received texts are stored only in blocks of up to 64 events; everything else about an event can be derived from them.
 * Format, little endian: u8 count; for each event u8 place (seq & 63), u32 check value, u32 bytes of head, u32 bytes of
 * data; then the heads and data one after the other. Stored as one zstd frame if that is shorter. The check value is
 * the CRC-32 of the data, XOR the seq, continued over the head, so that a text is never mistaken for that of another
 * event. The frame has its own checksum if all its events were intact.
 */
import { constants, crc32, zstdCompressSync } from 'node:zlib';
import * as z from 'zod';
import type { ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';
import { freeBytes } from './free-bytes.ts';
import { unpackFrame } from './zstd-frame.ts';

/** Part of the schema. 32 events of 1.3 kB make a frame of 5.9 kB, and a page fits one. Larger blocks open slower. */
export const BLOCK_SIZE = 64;

const ENTRY_BYTES = 13;
/** RFC 8878, 3.1.1. A plain block begins with a count of at most 64, so it never matches. */
const ZSTD_MAGIC = 0xfd2fb528;
/**
 * Compressing is faster than writing what it saves. Short matches of digits and hexadecimal identifiers cost more than
 * they save: without them, a block is 1.2 % smaller. Higher levels search for more of them.
 */
const COMPRESSION = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_minMatch]: 7,
    [constants.ZSTD_c_hashLog]: 15,
  },
};
const WITH_CHECKSUM = { params: { ...COMPRESSION.params, [constants.ZSTD_c_checksumFlag]: 1 } };
/** RFC 8878, 3.1.1.1.1: a bit of the byte after the magic number. The checksum is at the end of the frame. */
const CHECKSUM_FLAG = 0x04;
const CHECKSUM_BYTES = 4;
/** Max size of the buffer that is reused for encoding. A larger block gets a buffer of its own. */
const MAX_SCRATCH_BYTES = 4_194_304;

export interface SequencedEvent {
  readonly seq: number;
  readonly event: ReceivedEvent;
  readonly dataChecksum?: number;
}

export interface BlockEntry {
  readonly seq: number;
  readonly check: number;
  /** Bytes of everything received except the data, and bytes of the data. Views, not copies. */
  readonly head: Buffer;
  readonly data: Buffer;
  readonly all: Buffer;
  readonly isIntact: boolean;
  /** @throws Error if the head is damaged */
  event(): ReceivedEvent;
}

export const blockOf = (seq: number): number => Math.floor(seq / BLOCK_SIZE);
export const firstSeqOfBlock = (block: number): number => block * BLOCK_SIZE;
export const lastSeqOfBlock = (block: number): number => block * BLOCK_SIZE + BLOCK_SIZE - 1;

function entryChecksum(seq: number, head: string | Buffer, dataCheck: number): number {
  return crc32(head, (dataCheck ^ (seq % 0x1_0000_0000)) >>> 0);
}

const headSchema = z.tuple([
  z.number(),
  z.string(),
  z.string().nullable(),
  z.object({ bytes: z.number(), sha256: z.string() }).nullable(),
  z.string().nullable().optional(),
  z.string().optional(),
]);

let scratch = Buffer.allocUnsafe(262_144);

/** Entries of another block keep their check value, so that damaged ones stay detectable. `parts` in order. */
export function encodeBlock(parts: readonly (SequencedEvent | BlockEntry)[]): Buffer {
  const directory = 1 + ENTRY_BYTES * parts.length;
  let maxBytes = directory;
  const heads: string[] = [];
  for (const part of parts) {
    if ('head' in part) {
      heads.push('');
      maxBytes += part.head.length + part.data.length;
    } else {
      const { receivedAt, kind, id, oversize, streamDomain, replacedBytes, data } = part.event;
      const always = [receivedAt, kind, id, oversize ?? null];
      const rare = replacedBytes === undefined ? [streamDomain] : [streamDomain ?? null, replacedBytes];
      const head = JSON.stringify([...always, ...rare.filter((value) => value !== undefined)]);
      heads.push(head);
      // A UTF-16 unit has at most three bytes.
      maxBytes += 3 * (head.length + data.length);
    }
  }
  const target = maxBytes <= scratch.length ? scratch : Buffer.allocUnsafe(maxBytes);
  if (target !== scratch && maxBytes <= MAX_SCRATCH_BYTES) scratch = target;
  let at = directory;
  let entry = 1;
  target.writeUInt8(parts.length, 0);
  let index = 0;
  for (const part of parts) {
    let check: number;
    let head: number;
    let data: number;
    if ('head' in part) {
      ({ check } = part);
      head = part.head.copy(target, at);
      data = part.data.copy(target, at + head);
    } else {
      const text = heads[index] ?? '';
      check = entryChecksum(part.seq, text, part.dataChecksum ?? crc32(part.event.data));
      head = target.write(text, at);
      data = target.write(part.event.data, at + head);
    }
    target.writeUInt8(part.seq % BLOCK_SIZE, entry);
    target.writeUInt32LE(check, entry + 1);
    target.writeUInt32LE(head, entry + 5);
    target.writeUInt32LE(data, entry + 9);
    at += head + data;
    entry += ENTRY_BYTES;
    index += 1;
  }
  return Buffer.from(target.subarray(0, at));
}

export function packBlock(parts: readonly (SequencedEvent | BlockEntry)[]): Buffer {
  return compressBlock(encodeBlock(parts), parts);
}

export function compressBlock(plain: Buffer, parts: readonly (SequencedEvent | BlockEntry)[]): Buffer {
  const areIntact = parts.every((part) => !('head' in part) || part.isIntact);
  const frame = zstdCompressSync(plain, areIntact ? WITH_CHECKSUM : COMPRESSION);
  return frame.length < plain.length ? frame : plain;
}

/** @throws Error if the frame or its directory cannot be read */
export function openBlock(id: number, body: Buffer): OpenedBlock {
  if (body.length <= 4 || body.readUInt32LE(0) !== ZSTD_MAGIC) return new OpenedBlock(id, body, false);
  const isChecked = ((body[4] ?? 0) & CHECKSUM_FLAG) !== 0;
  try {
    return new OpenedBlock(id, unpackFrame(body), isChecked);
  } catch (cause) {
    if (!isChecked) throw cause;
    // Many texts may be intact, and each has its own check value, so the frame's checksum is ignored.
    const unchecked = Buffer.from(body.subarray(0, -CHECKSUM_BYTES));
    unchecked[4] = (body[4] ?? 0) & ~CHECKSUM_FLAG;
    return new OpenedBlock(id, unpackFrame(unchecked), false);
  }
}

export function tryOpenBlock(id: number, body: Buffer): OpenedBlock | null {
  try {
    return openBlock(id, body);
  } catch {
    return null;
  }
}

export class OpenedBlock {
  readonly id: number;
  /** Heads and data of all entries, which a search reads first. */
  readonly contents: Buffer;
  readonly #plain: Buffer;
  readonly #isIntact: boolean;
  #entries: readonly BlockEntry[] | null = null;

  /** @param isIntact true if a checksum proves that all entries are what was written, and were intact then */
  constructor(id: number, plain: Buffer, isIntact: boolean) {
    this.id = id;
    this.#isIntact = isIntact;
    this.#plain = plain;
    const directory = 1 + ENTRY_BYTES * plain.readUInt8(0);
    let end = directory;
    for (let entry = 1; entry < directory; entry += ENTRY_BYTES)
      end += plain.readUInt32LE(entry + 5) + plain.readUInt32LE(entry + 9);
    if (end > plain.length) throw new Error('A block of received texts is shorter than it says.');
    this.contents = plain.subarray(directory, end);
  }

  /** Created on first use: a search needs the entries of few blocks. */
  get entries(): readonly BlockEntry[] {
    if (this.#entries !== null) return this.#entries;
    const entries = entriesOf(this.id, this.#plain);
    // The frame's checksum covers everything but the number of the block. One check value proves that, too.
    if (this.#isIntact && entries[0]?.isIntact === true) for (const entry of entries) entry.knowIntact();
    this.#entries = entries;
    return entries;
  }

  /** Frees the bytes of all entries, which must not be used any more. */
  release(): void {
    freeBytes(this.#plain);
  }

  get count(): number {
    return this.#plain.readUInt8(0);
  }

  get damaged(): readonly BlockEntry[] {
    return this.#isIntact ? [] : this.entries.filter(({ isIntact }) => !isIntact);
  }

  entry(seq: number): BlockEntry | undefined {
    return this.entries.find((entry) => entry.seq === seq);
  }
}

function entriesOf(id: number, plain: Buffer): Entry[] {
  const directory = 1 + ENTRY_BYTES * plain.readUInt8(0);
  const entries: Entry[] = [];
  let at = directory;
  for (let entry = 1; entry < directory; entry += ENTRY_BYTES) {
    const data = at + plain.readUInt32LE(entry + 5);
    const end = data + plain.readUInt32LE(entry + 9);
    const place = plain.readUInt8(entry);
    const check = plain.readUInt32LE(entry + 1);
    // A damaged place must not name an event of another block: the inverted check value makes its entry damaged.
    const seq = id * BLOCK_SIZE + (place % BLOCK_SIZE);
    if (seq > 0) entries.push(new Entry(seq, place < BLOCK_SIZE ? check : ~check >>> 0, plain, at, data, end));
    at = end;
  }
  return entries;
}

class Entry implements BlockEntry {
  readonly seq: number;
  readonly check: number;
  readonly #plain: Buffer;
  readonly #from: number;
  readonly #dataFrom: number;
  readonly #end: number;
  #isKnownIntact = false;

  constructor(seq: number, check: number, plain: Buffer, from: number, dataFrom: number, end: number) {
    this.seq = seq;
    this.check = check;
    this.#plain = plain;
    this.#from = from;
    this.#dataFrom = dataFrom;
    this.#end = end;
  }

  // Created on use, because most entries of a block are never read.
  get head(): Buffer {
    return this.#plain.subarray(this.#from, this.#dataFrom);
  }

  get data(): Buffer {
    return this.#plain.subarray(this.#dataFrom, this.#end);
  }

  get all(): Buffer {
    return this.#plain.subarray(this.#from, this.#end);
  }

  knowIntact(): void {
    this.#isKnownIntact = true;
  }

  get isIntact(): boolean {
    return this.#isKnownIntact || entryChecksum(this.seq, this.head, crc32(this.data)) === this.check;
  }

  event(): ReceivedEvent {
    const [receivedAt, kind, id, oversize, streamDomain = null, replacedBytes] = headSchema.parse(
      JSON.parse(this.head.toString()),
    );
    return {
      receivedAt,
      kind,
      id,
      data: this.data.toString(),
      ...(oversize === null ? {} : { oversize }),
      ...(streamDomain === null ? {} : { streamDomain }),
      ...(replacedBytes === undefined ? {} : { replacedBytes }),
    };
  }
}
