/**
 * Stores received texts as rows: one by one until all seqs of their block are assigned, then the block as one frame. A
 * text is only rewritten byte for byte, with its check value. The caller holds the transaction.
 */
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { ReceivedEvent } from '../../../../../src-shared/domain/event/event.ts';
import {
  type BlockEntry,
  blockOf,
  compressBlock,
  firstSeqOfBlock,
  lastSeqOfBlock,
  packBlock,
  encodeBlock,
  type SequencedEvent,
} from '../texts/received-block.ts';
import { isSameEvent, repeatKey } from '../columns/recent-events.ts';
import { SEGMENT_SIZE, segmentOf } from '../search/search-database.ts';
import { preparing } from '../../prepared-statement.ts';
import { TextReader } from '../texts/text-reader.ts';

/** Max bytes of a packed block. A larger one would be opened completely for each of its texts. */
const MAX_BLOCK_BYTES = 4_194_304;
/** A longer text is compressed in its own row. A shorter one is soon packed with its block. */
const COMPRESS_FROM_BYTES = 16_384;

interface PendingText {
  readonly part: SequencedEvent | BlockEntry;
  isWritten: boolean;
}

export class TextStore extends TextReader {
  readonly #rows: ReturnType<typeof textStatements>;
  #pendingTexts: PendingText[] = [];
  #openBlock = 0;
  /** Called with the content of each block that is packed when it is full. */
  onPacked: (block: number, plain: Buffer) => void = () => undefined;
  /** The block that has grown too large to be packed: its texts keep rows of their own. */
  #oversizedBlock = -1;

  constructor(database: Database) {
    super(database);
    this.#rows = textStatements(database);
  }

  /** Returns the highest seq whose text was ever written, as far as the texts show; 0 in an empty store. */
  newestSeq(): number {
    const { single, block } = this.#rows.newest.get() ?? { single: null, block: null };
    return Math.max(single ?? 0, block === null ? 0 : lastSeqOfBlock(block));
  }

  /** Call it at the start and after a rollback. */
  reload(newestSeq: number): void {
    this.forget();
    this.#oversizedBlock = -1;
    this.#pendingTexts = [];
    this.#openBlock = blockOf(newestSeq + 1);
    for (const seq of this.singleSeqs(this.#openBlock)) {
      const part = this.singleEntry(seq);
      // A text that cannot be read stays in its row.
      if (part !== null) this.#pendingTexts.push({ part, isWritten: true });
    }
  }

  add(placed: SequencedEvent): void {
    this.#pendingTexts.push({ part: placed, isWritten: false });
  }

  /** Stores a text immediately, so that an error of the database shows now. Replaces a text with the same seq. */
  addAlone(placed: SequencedEvent): void {
    this.#insertSingle(placed);
    if (this.#pendingTexts.at(-1)?.part.seq === placed.seq) this.#pendingTexts.pop();
    this.#pendingTexts.push({ part: placed, isWritten: true });
  }

  write(): void {
    let left = this.#pendingTexts;
    while (left.length > 0) {
      const block = blockOf(left[0]?.part.seq ?? 0);
      const end = left.findIndex(({ part }) => blockOf(part.seq) !== block);
      const ofBlock = end === -1 ? left : left.slice(0, end);
      const isFull = end !== -1 || left.at(-1)?.part.seq === lastSeqOfBlock(block);
      if (!isFull) {
        this.#writeOpen(block, ofBlock);
        return;
      }
      this.#writeFull(block, ofBlock);
      left = end === -1 ? [] : left.slice(end);
      this.#openBlock = left[0] === undefined ? block + 1 : blockOf(left[0].part.seq);
    }
    this.#pendingTexts = [];
  }

  hasSameEvent(seq: number, event: ReceivedEvent): boolean {
    const open = this.#pendingTexts.find(({ part }) => part.seq === seq)?.part;
    if (open !== undefined && 'event' in open && typeof open.event === 'object') return isSameEvent(open.event, event);
    const entry = this.entry(seq);
    return entry?.isIntact === true && isSameEvent(entry.event(), event);
  }

  *repeatKeysFrom(seq: number): Iterable<{ readonly seq: number; readonly key: number }> {
    for (let block = this.blockFrom(Math.max(0, blockOf(seq))); block !== null; block = this.blockFrom(block + 1))
      for (const entry of this.entries(block).entries) {
        if (entry.seq < seq || !entry.isIntact) continue;
        yield { seq: entry.seq, key: repeatKey(entry.event(), crc32(entry.data)) };
      }
  }

  blockFrom(block: number): number | null {
    const { single, block: packed } = this.#rows.from.get({ seq: firstSeqOfBlock(block), block }) ?? {};
    if (typeof single !== 'number') return packed ?? null;
    return Math.min(blockOf(single), packed ?? Number.POSITIVE_INFINITY);
  }

  /** Also replaces damaged texts. A frame that cannot be opened is kept, because parts of it may be readable. */
  mergeTexts(block: number, events: readonly SequencedEvent[]): void {
    this.#noteChange(segmentOf(firstSeqOfBlock(block)) * SEGMENT_SIZE);
    const { entries, isReadable } = this.entries(block);
    const given = new Set(events.map(({ seq }) => seq));
    const parts = [...entries.filter(({ seq }) => !given.has(seq)), ...events].toSorted(
      (one, other) => one.seq - other.seq,
    );
    const plain = isReadable && block < this.#openBlock ? encodeBlock(parts) : null;
    if (plain !== null && plain.length <= MAX_BLOCK_BYTES) this.#replaceBlock(block, compressBlock(plain, parts));
    else for (const event of events) this.#insertSingle(event);
  }

  /** Removes texts of one full block. A frame that cannot be opened stays. */
  remove(block: number, seqs: ReadonlySet<number>): void {
    this.forget();
    for (const seq of seqs) this.#rows.removeSingle.run(seq);
    const entries = this.frame(block)?.entries;
    const remaining = entries?.filter(({ seq }) => !seqs.has(seq));
    if (remaining === undefined || remaining.length === entries?.length) return;
    this.forget();
    if (remaining.length === 0) this.#rows.removeBlock.run(block);
    else this.#rows.putBlock.run(block, packBlock(remaining));
  }

  /** The seqs can then be assigned again. Call `reload` afterwards. */
  removeFrom(seq: number): void {
    this.forget();
    const block = blockOf(seq);
    const { entries, isReadable } = this.entries(block);
    this.#noteChange(segmentOf(firstSeqOfBlock(block)) * SEGMENT_SIZE);
    // A frame that cannot be opened stays, because parts of it may be readable. Its seqs stay assigned.
    this.#rows.removeBlocksFrom.run(isReadable ? block : block + 1);
    this.#rows.removeSinglesFrom.run(seq);
    for (const entry of entries) if (entry.seq < seq) this.#insertSingle(entry);
    this.forget();
  }

  /** Logs that texts from this seq on changed, so that the search index is rebuilt from there. */
  #noteChange(first: number): void {
    this.#rows.forgetChanges.run(first);
    this.#rows.addChange.run(first);
  }

  #writeOpen(block: number, texts: PendingText[]): void {
    for (const text of texts) if (!text.isWritten) this.#insertSingle(text.part);
    for (const text of texts) text.isWritten = true;
    // Texts that will not be packed are not kept in memory.
    if (block !== this.#oversizedBlock && sizeOf(texts) > MAX_BLOCK_BYTES) this.#oversizedBlock = block;
    this.#pendingTexts = block === this.#oversizedBlock ? [] : texts;
  }

  #writeFull(block: number, texts: readonly PendingText[]): void {
    const parts = texts.map(({ part }) => part);
    const plain = block === this.#oversizedBlock || sizeOf(texts) > MAX_BLOCK_BYTES ? null : encodeBlock(parts);
    if (plain === null || plain.length > MAX_BLOCK_BYTES) {
      for (const { part, isWritten } of texts) if (!isWritten) this.#insertSingle(part);
      return;
    }
    this.forget();
    this.#rows.insertBlock.run(block, compressBlock(plain, parts));
    for (const { part, isWritten } of texts) if (isWritten) this.#rows.removeSingle.run(part.seq);
    this.onPacked(block, plain);
  }

  #replaceBlock(block: number, body: Buffer): void {
    this.forget();
    this.#rows.putBlock.run(block, body);
    this.#rows.removeSingles.run(firstSeqOfBlock(block), lastSeqOfBlock(block));
  }

  #insertSingle(part: SequencedEvent | BlockEntry): void {
    const plain = encodeBlock([part]);
    this.#rows.putSingle.run(part.seq, plain.length > COMPRESS_FROM_BYTES ? compressBlock(plain, [part]) : plain);
  }
}

/** Counts characters, a lower limit of the bytes. */
function sizeOf(texts: readonly PendingText[]): number {
  return texts.reduce((sum, { part }) => sum + ('head' in part ? part.data.length : part.event.data.length), 0);
}

function textStatements(database: Database) {
  const { prepare } = preparing(database);
  return {
    newest: prepare<[], { single: number | null; block: number | null }>(
      'SELECT (SELECT max(seq) FROM received) AS single, (SELECT max(id) FROM block) AS block',
    ),
    from: prepare<[{ seq: number; block: number }], { single: number | null; block: number | null }>(
      `SELECT (SELECT min(seq) FROM received WHERE seq >= :seq) AS single,
         (SELECT min(id) FROM block WHERE id >= :block) AS block`,
    ),
    putSingle: prepare<[seq: number, body: Buffer]>(
      'INSERT INTO received (seq, body) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET body = excluded.body',
    ),
    removeSingle: prepare<[seq: number]>('DELETE FROM received WHERE seq = ?'),
    removeSingles: prepare<[first: number, last: number]>('DELETE FROM received WHERE seq BETWEEN ? AND ?'),
    insertBlock: prepare<[id: number, body: Buffer]>('INSERT INTO block (id, body) VALUES (?, ?)'),
    putBlock: prepare<[id: number, body: Buffer]>(
      'INSERT INTO block (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    ),
    forgetChanges: prepare<[first: number]>('DELETE FROM text_change WHERE first >= ?'),
    addChange: prepare<[first: number]>('INSERT INTO text_change (first) VALUES (?)'),
    removeBlock: prepare<[id: number]>('DELETE FROM block WHERE id = ?'),
    removeBlocksFrom: prepare<[id: number]>('DELETE FROM block WHERE id >= ?'),
    removeSinglesFrom: prepare<[seq: number]>('DELETE FROM received WHERE seq >= ?'),
  };
}
