/**
 * Signatures: a row of 64 bits per slot, one for each block, says which blocks may have a gram. Identifiers: for each
 * kind a text with a line per block and a column per event, so that one pass finds exactly the events with a part of an
 * identifier, however common it is. Pure.
 */
import { constants, zstdCompressSync } from 'node:zlib';
import type { IdentifierPattern } from '../../../../../src-shared/domain/filter/identifier-pattern.ts';
import { identifierKinds, identifiersOf } from '../../../../../src-shared/service/identifiers.ts';
import { CHUNK_SIZE, DamagedColumn } from '../texts/chunk.ts';
import { BLOCK_SIZE } from '../texts/received-block.ts';
import type { StoredBlock } from '../texts/text-reader.ts';
import { freeBytes } from '../texts/free-bytes.ts';
import { unpackFrame } from '../texts/zstd-frame.ts';
import { type BlockSignature, SLOTS } from './search-grams.ts';

export const BLOCKS_PER_CHUNK = CHUNK_SIZE / BLOCK_SIZE;
/** Part of the schema, as are the layouts. */
export const CHUNKS_PER_SEGMENT = 8;

/** How the rows of a chunk or segment are divided into records: as many as fill a page, or a quarter of it. */
export interface Layout {
  readonly rowBytes: number;
  readonly rowsPerRecord: number;
  readonly records: number;
}

export const CHUNK_LAYOUT = layout(BLOCKS_PER_CHUNK / 8, 252);
/** Once a segment is complete, its rows are joined: each read then decides for 512 blocks. */
export const SEGMENT_LAYOUT = layout((CHUNKS_PER_SEGMENT * BLOCKS_PER_CHUNK) / 8, 126);

function layout(rowBytes: number, rowsPerRecord: number): Layout {
  return { rowBytes, rowsPerRecord, records: SLOTS / rowsPerRecord };
}

const LINE_END = '\n';
const EVENT_END = '\t';
const LINE_END_BYTE = LINE_END.charCodeAt(0);
const EVENT_END_BYTE = EVENT_END.charCodeAt(0);
/** Line of a block whose contents are unknown, or whose identifiers are too many. */
const UNKNOWN = '\0';
const UNKNOWN_BYTE = 0;
/** Characters with a meaning in a line. In an identifier they are replaced. */
const SEPARATOR = /[ \t\n\0]/;
const SEPARATORS = /[ \t\n\0]/g;
const NO_SEPARATOR = '\x01';
const MAX_LINE_LENGTH = 262_144;
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Blocks of a chunk, as bits: those before the 32nd, and the others. */
export interface Blocks {
  readonly low: number;
  readonly high: number;
}

export const NO_BLOCKS: Blocks = { low: 0, high: 0 };

export function countOf(halves: Iterable<number>): number {
  let count = 0;
  for (const half of halves) for (let left = half; left !== 0; left &= left - 1) count += 1;
  return count;
}

export function hasBlock({ low, high }: Blocks, block: number): boolean {
  return (((block < 32 ? low : high) >>> (block & 31)) & 1) === 1;
}

/** Returns the record with the row, and the byte where the row begins, counted from 1. `id` of the chunk or segment. */
export function placeOfSlot(
  { rowBytes, rowsPerRecord, records }: Layout,
  id: number,
  slot: number,
): readonly [record: number, byte: number] {
  return [id * records + Math.floor(slot / rowsPerRecord), (slot % rowsPerRecord) * rowBytes + 1];
}

/** Returns two numbers per chunk. `row` in hexadecimal is faster to get from the database than bytes. */
export function blocksOfRow(row: string): Int32Array {
  const blocks = new Int32Array(row.length / 8);
  for (let index = 0; index < blocks.length; index += 1)
    blocks[index] = Number.parseInt(row.slice(8 * index, 8 * index + 8), 16);
  return blocks;
}

export function recordsOf(rows: Buffer, { rowBytes, rowsPerRecord, records }: Layout): readonly Buffer[] {
  const bytes = rowBytes * rowsPerRecord;
  return Array.from({ length: records }, (_, index) => rows.subarray(index * bytes, (index + 1) * bytes));
}

/** @param chunks the rows of each chunk of a segment; null if it is not indexed */
export function joinRows(chunks: readonly (Buffer | null)[]): Buffer {
  const joined = Buffer.alloc(SLOTS * SEGMENT_LAYOUT.rowBytes);
  for (const [index, rows] of chunks.entries())
    if (rows !== null) copyRows(rows, 0, 2, joined, 2 * index, 2 * chunks.length);
  return joined;
}

export function rowsOfChunk(joined: Buffer, index: number): Buffer {
  const rows = Buffer.alloc(SLOTS * CHUNK_LAYOUT.rowBytes);
  copyRows(joined, 2 * index, 2 * CHUNKS_PER_SEGMENT, rows, 0, 2);
  return rows;
}

/** Copies two numbers of 32 bits per slot. Steps are in such numbers. */
function copyRows(from: Buffer, at: number, step: number, to: Buffer, toAt: number, toStep: number): void {
  const source = new Int32Array(from.buffer, from.byteOffset, from.length / 4);
  const target = new Int32Array(to.buffer, to.byteOffset, to.length / 4);
  for (let slot = 0; slot < SLOTS; slot += 1) {
    target[slot * toStep + toAt] = source[slot * step + at] ?? 0;
    target[slot * toStep + toAt + 1] = source[slot * step + at + 1] ?? 0;
  }
}

export interface IndexedBlock {
  /** A bit per slot, 32 in each number; null if the contents of the block are unknown: it may match anything. */
  readonly slots: Int32Array | null;
  /** Identifiers of each event, a line per kind. */
  readonly lines: readonly string[];
}

export const UNKNOWN_BLOCK: IndexedBlock = { slots: null, lines: identifierKinds.map(() => UNKNOWN) };

export function indexedBlock(block: StoredBlock, signature: BlockSignature): IndexedBlock {
  const lines = identifierLines(block);
  const [eids = ''] = lines;
  const slots = lines.some(({ length }) => length > MAX_LINE_LENGTH) ? null : signature.slotsOf(block, eids);
  return slots === null ? UNKNOWN_BLOCK : { slots, lines };
}

function identifierLines({ parts }: StoredBlock): readonly string[] {
  const columns = identifierKinds.map(() => Array.from({ length: BLOCK_SIZE }, () => ''));
  for (const { entries } of parts)
    for (const { seq, data } of entries) {
      const identifiers = identifiersOf(data.toString());
      for (const [index, kind] of identifierKinds.entries()) {
        const ofEvents = columns[index];
        const found = identifiers[kind];
        if (ofEvents !== undefined && found.length > 0) ofEvents[seq % BLOCK_SIZE] += ` ${found.map(plain).join(' ')} `;
      }
    }
  return columns.map((ofEvents) =>
    ofEvents.slice(0, 1 + ofEvents.findLastIndex((text) => text !== '')).join(EVENT_END),
  );
}

/** Returns a text that occurs in each line with an identifier that matches. */
export function lineText({ kind, text }: IdentifierPattern): string {
  const before = kind === 'whole' || kind === 'beginning' ? ' ' : '';
  const after = kind === 'whole' || kind === 'end' ? ' ' : '';
  return `${before}${plain(text)}${after}`;
}

/** Returns true if exactly the lines with an identifier that matches have the text. */
export function isExact({ text }: IdentifierPattern): boolean {
  return !plain(text).includes(NO_SEPARATOR);
}

function plain(identifier: string): string {
  const lowered = identifier.toLowerCase();
  return SEPARATOR.test(lowered) ? lowered.replaceAll(SEPARATORS, NO_SEPARATOR) : lowered;
}

function unpacked(body: Buffer): Buffer {
  try {
    return unpackFrame(body);
  } catch (cause) {
    throw new DamagedColumn('Identifiers in the search index cannot be read.', { cause });
  }
}

/** False if some were added because their identifiers are unknown. Looks only at `blocks`. @throws DamagedColumn */
export function addEventsWithTexts(
  body: Buffer,
  texts: readonly string[],
  blocks: Blocks,
  found: Set<number>,
): boolean {
  const lines = unpacked(body);
  try {
    return addEventsOfLines(lines, texts, blocks, found);
  } finally {
    freeBytes(lines);
  }
}

function addEventsOfLines(lines: Buffer, texts: readonly string[], blocks: Blocks, found: Set<number>): boolean {
  // Node.js aborts the process if it looks for a text with half of a surrogate pair, but not for its bytes.
  const parts = texts.map((text) => Buffer.from(text)).filter((part) => lines.includes(part));
  // Most chunks have no identifier that matches.
  if (parts.length === 0 && !lines.includes(UNKNOWN_BYTE)) return true;
  let isKnown = true;
  let from = 0;
  for (let block = 0; block < BLOCKS_PER_CHUNK && from < lines.length; block += 1) {
    const next = lines.indexOf(LINE_END_BYTE, from);
    const end = next === -1 ? lines.length : next;
    if (hasBlock(blocks, block)) {
      const first = block * BLOCK_SIZE;
      if (lines[from] === UNKNOWN_BYTE) {
        isKnown = false;
        for (let event = 0; event < BLOCK_SIZE; event += 1) found.add(first + event);
      } else for (const part of parts) addEventsWithPart(lines.subarray(from, end), part, first, found);
    }
    from = end + 1;
  }
  return isKnown;
}

function addEventsWithPart(line: Buffer, part: Buffer, first: number, found: Set<number>): void {
  let event = 0;
  let counted = 0;
  for (let at = line.indexOf(part); at !== -1; at = line.indexOf(part, counted)) {
    // A line is short, so its bytes are read one by one.
    for (; counted < at; counted += 1) if (line[counted] === EVENT_END_BYTE) event += 1;
    found.add(first + event);
    counted = at + 1;
  }
}

export function blocksOfEvents(places: Iterable<number>): Blocks {
  const found = [0, 0];
  for (const place of places) {
    const block = Math.floor(place / BLOCK_SIZE);
    found[block >> 5] = (found[block >> 5] ?? 0) | (1 << (block & 31));
  }
  return { low: found[0] ?? 0, high: found[1] ?? 0 };
}

const WORDS = SLOTS / 32;

/** Swaps rows and columns of 32 × 32 bits: halves, then quarters, and so on (Hacker's Delight, 7-3). */
function transpose(bits: Int32Array): void {
  let mask = 0x0000_ffff;
  for (let step = 16; step !== 0; step >>>= 1) {
    for (let at = 0; at < 32; at = ((at | step) + 1) & ~step) {
      const [one, other] = [bits[at] ?? 0, bits[at | step] ?? 0];
      const swapped = ((one >>> step) ^ other) & mask;
      bits[at] = one ^ (swapped << step);
      bits[at | step] = other ^ swapped;
    }
    mask ^= mask << (step >>> 1);
  }
}

export class IndexedChunk {
  readonly id: number;
  /** Signature of each block: a bit per slot. */
  readonly #signatures: readonly Int32Array[];
  readonly #lines: string[][];

  constructor(id: number, lines = identifierKinds.map((): string[] => [])) {
    this.id = id;
    this.#signatures = Array.from({ length: BLOCKS_PER_CHUNK }, () => new Int32Array(WORDS));
    this.#lines = lines;
  }

  /** @throws DamagedColumn */
  static from(id: number, rows: Buffer, bodies: readonly Buffer[]): IndexedChunk {
    const lines = bodies.map((body) => unpacked(body).toString().split(LINE_END));
    const chunk = new IndexedChunk(id, lines);
    const bits = new Int32Array(32);
    for (let word = 0; word < WORDS; word += 1)
      for (const half of HALVES) {
        for (let slot = 0; slot < 32; slot += 1) bits[slot] = rows.readInt32BE(placeOfBits(word, slot, half));
        transpose(bits);
        for (let block = 0; block < 32; block += 1) chunk.#signature(32 * half + block)[word] = bits[block] ?? 0;
      }
    return chunk;
  }

  /** Returns a row of 64 bits per slot, two numbers of 32 bits: a bit per block. */
  get rows(): Buffer {
    const rows = Buffer.alloc(SLOTS * CHUNK_LAYOUT.rowBytes);
    const bits = new Int32Array(32);
    for (let word = 0; word < WORDS; word += 1)
      for (const half of HALVES) {
        for (let block = 0; block < 32; block += 1) bits[block] = this.#signature(32 * half + block)[word] ?? 0;
        transpose(bits);
        for (let slot = 0; slot < 32; slot += 1) rows.writeInt32BE(bits[slot] ?? 0, placeOfBits(word, slot, half));
      }
    return rows;
  }

  /** @param block index within the chunk */
  add(block: number, { slots, lines }: IndexedBlock): void {
    if (slots === null) this.#signature(block).fill(-1);
    else this.#signature(block).set(slots);
    for (const [kind, ofKind] of this.#lines.entries()) {
      while (ofKind.length < block) ofKind.push('');
      ofKind[block] = lines[kind] ?? '';
    }
  }

  /** Compressed lines of all blocks, one body for each of `identifierKinds`. */
  get bodies(): readonly Buffer[] {
    return this.#lines.map((ofKind) => zstdCompressSync(ofKind.join(LINE_END), COMPRESSION));
  }

  /** Returns true if a search that finds the block in the other chunk finds it here, too. */
  includes(other: IndexedChunk, block: number): boolean {
    const signature = this.#signature(block);
    if (other.#signature(block).some((slots, word) => (slots & ~(signature[word] ?? 0)) !== 0)) return false;
    return this.#lines.every((ofKind, kind) => {
      const columns = (ofKind[block] ?? '').split(EVENT_END);
      const expected = (other.#lines[kind]?.[block] ?? '').split(EVENT_END);
      // Events that retention has removed may still be here.
      return columns[0] === UNKNOWN || expected.every((text, event) => text === '' || text === columns[event]);
    });
  }

  #signature(block: number): Int32Array {
    const signature = this.#signatures[block];
    if (signature === undefined) throw new Error(`A chunk has no block ${block}.`);
    return signature;
  }
}

const HALVES = [0, 1] as const;
const placeOfBits = (word: number, slot: number, half: 0 | 1): number =>
  (32 * word + slot) * CHUNK_LAYOUT.rowBytes + 4 * half;
