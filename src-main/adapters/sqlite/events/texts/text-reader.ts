/** Reads texts by block. Leaves out and reports unreadable texts, and texts that would together fill the memory. */
import type { Database } from 'better-sqlite3';
import {
  BLOCK_SIZE,
  type BlockEntry,
  blockOf,
  firstSeqOfBlock,
  lastSeqOfBlock,
  type OpenedBlock,
  tryOpenBlock,
} from './received-block.ts';
import { preparing } from '../../prepared-statement.ts';
import { freeBytes } from './free-bytes.ts';

/** Max bytes of texts outside the frame. A text has up to 16 MiB, and a search copies what it reads. */
const MAX_SINGLE_BYTES = 8_388_608;

export interface StoredBlock {
  readonly id: number;
  readonly parts: readonly OpenedBlock[];
  readonly large: readonly number[];
  /** True if texts are missing in `parts`: they are too large, or their frame cannot be opened. */
  readonly isPartial: boolean;
}

interface Frame {
  readonly id: number;
  readonly body: Buffer | null;
  readonly opened: OpenedBlock | null;
  readonly isDamaged: boolean;
}

export class TextReader {
  readonly #statements: ReturnType<typeof textStatements>;
  #block: StoredBlock | null = null;
  #frame: Frame | null = null;
  /** Opened again only if its bytes have changed. Adjacent events are read one by one. */
  #previousFrame: Frame | null = null;

  constructor(database: Database) {
    this.#statements = textStatements(database);
  }

  /** Call it at the beginning of a transaction, and after a change: a block may have been rewritten. */
  forget(): void {
    this.#block = null;
    this.#previousFrame = this.#frame ?? this.#previousFrame;
    this.#frame = null;
  }

  /** Frees the block that was read last: neither it nor its entries may be used any more. For loops over many blocks. */
  release(): void {
    for (const frame of [this.#frame, this.#previousFrame]) {
      if (frame?.body) freeBytes(frame.body);
      frame?.opened?.release();
    }
    this.#block = null;
    this.#frame = null;
    this.#previousFrame = null;
  }

  block(id: number): StoredBlock {
    if (this.#block?.id === id) return this.#block;
    const { opened, isDamaged } = this.#frameOf(id);
    const parts = opened === null ? [] : [opened];
    const large: number[] = [];
    let isPartial = isDamaged;
    let left = MAX_SINGLE_BYTES;
    for (const seq of this.singleSeqs(id)) {
      const single = left > 0 ? this.#singleOf(seq) : null;
      if (single !== null) left -= single.contents.length;
      if (single === null || left <= 0) isPartial = true;
      else parts.push(single);
      if (left <= 0) large.push(seq);
    }
    this.#block = { id, parts, large, isPartial };
    return this.#block;
  }

  seqsWithoutText({ id, parts }: StoredBlock): readonly number[] {
    // Nearly always true for a full block.
    if (parts.reduce((sum, { count }) => sum + count, 0) >= BLOCK_SIZE) return [];
    const known = new Set(parts.flatMap(({ entries }) => entries.map(({ seq }) => seq)));
    const rows = this.#statements.rowsOf.all(firstSeqOfBlock(id), lastSeqOfBlock(id));
    return rows.flatMap(({ seq }) => (known.has(seq) ? [] : [seq]));
  }

  /** Returns the text of an event, the intact one if there are two. Returns null if none can be read. */
  entry(seq: number): BlockEntry | null {
    const inFrame = this.#frameOf(blockOf(seq)).opened?.entry(seq);
    if (inFrame?.isIntact === true) return inFrame;
    return this.singleEntry(seq) ?? inFrame ?? null;
  }

  /** All texts in order, the intact one of two. `isReadable` is false if a frame cannot be opened. */
  entries(block: number): { readonly entries: readonly BlockEntry[]; readonly isReadable: boolean } {
    const { opened, isDamaged } = this.#frameOf(block);
    const found = new Map(opened?.entries.map((entry) => [entry.seq, entry]));
    for (const seq of this.singleSeqs(block)) {
      const entry = this.singleEntry(seq);
      if (entry !== null && found.get(seq)?.isIntact !== true) found.set(seq, entry);
    }
    return {
      entries: [...found.values()].toSorted((one, other) => one.seq - other.seq),
      isReadable: !isDamaged,
    };
  }

  protected frame(block: number): OpenedBlock | null {
    return this.#frameOf(block).opened;
  }

  protected singleSeqs(block: number): readonly number[] {
    return this.#statements.singlesOf.all(firstSeqOfBlock(block), lastSeqOfBlock(block)).map(({ seq }) => seq);
  }

  protected singleEntry(seq: number): BlockEntry | null {
    return this.#singleOf(seq)?.entry(seq) ?? null;
  }

  #frameOf(id: number): Frame {
    if (this.#frame?.id === id) return this.#frame;
    const body = this.#statements.block.get(id)?.body ?? null;
    if (this.#previousFrame?.id === id && isSame(this.#previousFrame.body, body)) this.#frame = this.#previousFrame;
    else {
      const opened = body === null ? null : tryOpenBlock(id, body);
      this.#frame = { id, body, opened, isDamaged: body !== null && opened === null };
    }
    this.#previousFrame = null;
    return this.#frame;
  }

  #singleOf(seq: number): OpenedBlock | null {
    const body = this.#statements.single.get(seq)?.body;
    return body === undefined ? null : tryOpenBlock(blockOf(seq), body);
  }
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}

function textStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    block: prepare<[id: number], { body: Buffer }>('SELECT body FROM block WHERE id = ?'),
    single: prepare<[seq: number], { body: Buffer }>('SELECT body FROM received WHERE seq = ?'),
    rowsOf: prepare<[first: number, last: number], { seq: number }>('SELECT seq FROM event WHERE seq BETWEEN ? AND ?'),
    singlesOf: prepare<[first: number, last: number], { seq: number }>(
      'SELECT seq FROM received WHERE seq BETWEEN ? AND ? ORDER BY seq',
    ),
  };
}
