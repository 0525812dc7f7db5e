/**
 * Received texts as rows: what has arrived of a block one by one, and the block as one frame once its seqs are all
 * given. A text is never rewritten but byte for byte, with the check value it had. The caller holds the transaction.
 */
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { ReceivedEvent } from '../../../src-shared/domain/event.ts';
import {
  type BlockEntry,
  blockOf,
  compressed,
  firstOfBlock,
  lastOfBlock,
  openBlock,
  type OpenedBlock,
  pack,
  packPlain,
  type PlacedEvent,
} from './received-block.ts';
import { isSameEvent, repeatKey } from './recent-events.ts';
import { SEGMENT, segmentOf } from './search-database.ts';
import { prepared } from './statements.ts';

/** Plain bytes of a block that is packed: a larger one would be opened whole for each of its texts. */
const LARGEST_BLOCK = 4_194_304;
/** A text of its own that is compressed: a smaller one is there for a moment alone. */
const LARGE_TEXT = 16_384;

/** A text of the block that is not full yet. */
interface OpenText {
  readonly part: PlacedEvent | BlockEntry;
  /** Has a row of its own. */
  isWritten: boolean;
}

export class TextRows {
  readonly #rows: ReturnType<typeof textStatements>;
  #open: OpenText[] = [];
  /** The first block whose seqs are not all given. */
  #openBlock = 0;
  /** The block that has grown too large to be packed: its texts stay rows of their own. */
  #tooLarge = -1;
  /** Repeats come in the order in which they came first. */
  #opened: OpenedBlock | null = null;

  constructor(database: Database) {
    this.#rows = textStatements(database);
  }

  /** The highest seq whose text was ever written, as far as the texts tell; 0 in an empty store. */
  newestSeq(): number {
    const { single, block } = this.#rows.newest.get() ?? { single: null, block: null };
    return Math.max(single ?? 0, block === null ? 0 : lastOfBlock(block));
  }

  /** At the start, and after a transaction that was taken back. */
  reload(newestSeq: number): void {
    this.#opened = null;
    this.#tooLarge = -1;
    this.#open = [];
    this.#openBlock = blockOf(newestSeq + 1);
    const singles = this.#rows.singlesOf.all(firstOfBlock(this.#openBlock), lastOfBlock(this.#openBlock));
    for (const { seq, body } of singles) {
      const part = entryOf(this.#openBlock, seq, body);
      // One that cannot be read stays where it is.
      if (part !== null) this.#open.push({ part, isWritten: true });
    }
  }

  /** Written with the next `write`. In the order of seqs, each behind all that were ever added. */
  add(placed: PlacedEvent): void {
    this.#open.push({ part: placed, isWritten: false });
  }

  /** Written at once, so that what the database has against it is heard at once; in the place of one of the same seq. */
  addAlone(placed: PlacedEvent): void {
    this.#insertSingle(placed);
    if (this.#open.at(-1)?.part.seq === placed.seq) this.#open.pop();
    this.#open.push({ part: placed, isWritten: true });
  }

  /** Writes what was added: the texts of a full block in one frame, the others by themselves. */
  write(): void {
    let left = this.#open;
    while (left.length > 0) {
      const block = blockOf(left[0]?.part.seq ?? 0);
      const end = left.findIndex(({ part }) => blockOf(part.seq) !== block);
      const ofBlock = end === -1 ? left : left.slice(0, end);
      const isFull = end !== -1 || left.at(-1)?.part.seq === lastOfBlock(block);
      if (!isFull) {
        this.#writeOpen(block, ofBlock);
        return;
      }
      this.#writeFull(block, ofBlock);
      this.#openBlock = block + 1;
      left = end === -1 ? [] : left.slice(end);
    }
    this.#open = [];
  }

  /** Whether this very event is stored there. */
  holds(seq: number, event: ReceivedEvent): boolean {
    const open = this.#open.find(({ part }) => part.seq === seq)?.part;
    if (open !== undefined && 'event' in open && typeof open.event === 'object') return isSameEvent(open.event, event);
    const entry = this.entry(seq);
    return entry?.isWhole === true && isSameEvent(entry.event(), event);
  }

  /** What is stored of an event, the whole one where there are two. `null` where there is none, or none can be read. */
  entry(seq: number): BlockEntry | null {
    const inBlock = this.#block(blockOf(seq))?.entry(seq);
    if (inBlock?.isWhole === true) return inBlock;
    const body = this.#rows.single.get(seq)?.body;
    return (body === undefined ? null : entryOf(blockOf(seq), seq, body)) ?? inBlock ?? null;
  }

  /**
   * Everything that is stored of a block, in order; of two the whole one.
   * `isReadable`: false where there is a frame that cannot be opened.
   */
  entries(block: number): { readonly entries: readonly BlockEntry[]; readonly isReadable: boolean } {
    const frame = this.#rows.block.get(block);
    const opened = frame === undefined ? null : tryOpening(block, frame.body);
    const found = new Map(opened?.entries.map((entry) => [entry.seq, entry]));
    for (const { seq, body } of this.#rows.singlesOf.all(firstOfBlock(block), lastOfBlock(block))) {
      const entry = entryOf(block, seq, body);
      if (entry !== null && found.get(seq)?.isWhole !== true) found.set(seq, entry);
    }
    return {
      entries: [...found.values()].toSorted((one, other) => one.seq - other.seq),
      isReadable: frame === undefined || opened !== null,
    };
  }

  /** What events from this seq on can be recognized by when they arrive again. */
  *keysFrom(seq: number): Iterable<{ readonly seq: number; readonly key: number }> {
    for (let block = this.blockFrom(Math.max(0, blockOf(seq))); block !== null; block = this.blockFrom(block + 1))
      for (const entry of this.entries(block).entries) {
        if (entry.seq < seq || !entry.isWhole) continue;
        const key = repeatKey(entry.event(), crc32(entry.data));
        if (key !== null) yield { seq: entry.seq, key };
      }
  }

  /** The first block from this one on that has a text; `null` where there is none. */
  blockFrom(block: number): number | null {
    const { single, block: packed } = this.#rows.from.get({ seq: firstOfBlock(block), block }) ?? {};
    if (typeof single !== 'number') return packed ?? null;
    return Math.min(blockOf(single), packed ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Puts texts of one block beside those that it has; where one is there and damaged, in its place. A frame that cannot
   * be opened is left alone: who knows what can be read out of it.
   */
  put(block: number, events: readonly PlacedEvent[]): void {
    this.#noteChange(segmentOf(firstOfBlock(block)) * SEGMENT);
    const { entries, isReadable } = this.entries(block);
    const given = new Set(events.map(({ seq }) => seq));
    const parts = [...entries.filter(({ seq }) => !given.has(seq)), ...events].toSorted(
      (one, other) => one.seq - other.seq,
    );
    const plain = isReadable && block < this.#openBlock ? packPlain(parts) : null;
    if (plain !== null && plain.length <= LARGEST_BLOCK) this.#replaceBlock(block, compressed(plain, parts));
    else for (const event of events) this.#insertSingle(event);
  }

  /** Of one block that is full. A frame that cannot be opened stays. */
  remove(block: number, seqs: ReadonlySet<number>): void {
    this.#opened = null;
    for (const seq of seqs) this.#rows.removeSingle.run(seq);
    const frame = this.#rows.block.get(block);
    const entries = frame === undefined ? undefined : tryOpening(block, frame.body)?.entries;
    const kept = entries?.filter(({ seq }) => !seqs.has(seq));
    if (kept === undefined || kept.length === entries?.length) return;
    if (kept.length === 0) this.#rows.removeBlock.run(block);
    else this.#rows.putBlock.run(block, pack(kept));
  }

  /** Whoever makes something of the texts goes back to there. */
  #noteChange(first: number): void {
    this.#rows.forgetChanges.run(first);
    this.#rows.addChange.run(first);
  }

  #writeOpen(block: number, texts: OpenText[]): void {
    for (const text of texts) if (!text.isWritten) this.#insertSingle(text.part);
    for (const text of texts) text.isWritten = true;
    // What will not be packed is not kept in memory.
    if (block !== this.#tooLarge && sizeOf(texts) > LARGEST_BLOCK) this.#tooLarge = block;
    this.#open = block === this.#tooLarge ? [] : texts;
  }

  #writeFull(block: number, texts: readonly OpenText[]): void {
    const parts = texts.map(({ part }) => part);
    const plain = block === this.#tooLarge || sizeOf(texts) > LARGEST_BLOCK ? null : packPlain(parts);
    if (plain === null || plain.length > LARGEST_BLOCK) {
      for (const { part, isWritten } of texts) if (!isWritten) this.#insertSingle(part);
      return;
    }
    this.#rows.insertBlock.run(block, compressed(plain, parts));
    for (const { part, isWritten } of texts) if (isWritten) this.#rows.removeSingle.run(part.seq);
  }

  #replaceBlock(block: number, body: Buffer): void {
    this.#opened = null;
    this.#rows.putBlock.run(block, body);
    this.#rows.removeSingles.run(firstOfBlock(block), lastOfBlock(block));
  }

  #insertSingle(part: PlacedEvent | BlockEntry): void {
    const plain = packPlain([part]);
    this.#rows.putSingle.run(part.seq, plain.length > LARGE_TEXT ? compressed(plain, [part]) : plain);
  }

  #block(block: number): OpenedBlock | null {
    if (this.#opened?.id === block) return this.#opened;
    const frame = this.#rows.block.get(block);
    const opened = frame === undefined ? null : tryOpening(block, frame.body);
    if (opened !== null) this.#opened = opened;
    return opened;
  }
}

/** Characters at least: so many bytes it has in any case. */
function sizeOf(texts: readonly OpenText[]): number {
  return texts.reduce((sum, { part }) => sum + ('head' in part ? part.data.length : part.event.data.length), 0);
}

function entryOf(block: number, seq: number, body: Buffer): BlockEntry | null {
  return tryOpening(block, body)?.entry(seq) ?? null;
}

function tryOpening(block: number, body: Buffer): OpenedBlock | null {
  try {
    return openBlock(block, body);
  } catch {
    return null;
  }
}

interface Body {
  readonly body: Buffer;
}

function textStatements(database: Database) {
  return {
    newest: prepared<[], { single: number | null; block: number | null }>(
      database,
      'SELECT (SELECT max(seq) FROM received) AS single, (SELECT max(id) FROM block) AS block',
    ),
    from: prepared<[{ seq: number; block: number }], { single: number | null; block: number | null }>(
      database,
      `SELECT (SELECT min(seq) FROM received WHERE seq >= :seq) AS single,
         (SELECT min(id) FROM block WHERE id >= :block) AS block`,
    ),
    single: prepared<[seq: number], Body>(database, 'SELECT body FROM received WHERE seq = ?'),
    singlesOf: prepared<[first: number, last: number], Body & { readonly seq: number }>(
      database,
      'SELECT seq, body FROM received WHERE seq BETWEEN ? AND ? ORDER BY seq',
    ),
    putSingle: prepared<[seq: number, body: Buffer]>(
      database,
      'INSERT INTO received (seq, body) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET body = excluded.body',
    ),
    removeSingle: prepared<[seq: number]>(database, 'DELETE FROM received WHERE seq = ?'),
    removeSingles: prepared<[first: number, last: number]>(database, 'DELETE FROM received WHERE seq BETWEEN ? AND ?'),
    block: prepared<[id: number], Body>(database, 'SELECT body FROM block WHERE id = ?'),
    insertBlock: prepared<[id: number, body: Buffer]>(database, 'INSERT INTO block (id, body) VALUES (?, ?)'),
    putBlock: prepared<[id: number, body: Buffer]>(
      database,
      'INSERT INTO block (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    ),
    forgetChanges: prepared<[first: number]>(database, 'DELETE FROM text_change WHERE first >= ?'),
    addChange: prepared<[first: number]>(database, 'INSERT INTO text_change (first) VALUES (?)'),
    removeBlock: prepared<[id: number]>(database, 'DELETE FROM block WHERE id = ?'),
  };
}
