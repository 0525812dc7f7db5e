/**
 * Takes over what was set aside, and what backups have, into the database that goes on: texts with the seqs that they
 * had, each compared with its check value, and sessions, gaps, pins, repeats, what people did and what alarmed. In pieces that nobody waits for. It
 * begins again after a restart; what is there already is passed over.
 */
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { AppError } from '../../../src-shared/api/errors.ts';
import { type StoreIncident, storeIncidentSchema } from '../../../src-shared/domain/store-condition.ts';
import { CHUNK, chunkOf } from './chunk.ts';
import { adoptHistory, beginFollowersAgain, historyIn, type HistoryRow } from './history-rows.ts';
import { openForReading } from './open-database.ts';
import { BLOCK, blockOf, type BlockEntry, openBlock, type PlacedEvent } from './received-block.ts';
import { type FindSource, type FoundText, PagesOfFiles } from './store-finds.ts';
import { type FoundMarks, FoundSpans } from './found-spans.ts';
import type { SeenRange } from './seen-ranges.ts';
import { StoreBasis } from './store-basis.ts';
import type { StoreWriter } from './store-writer.ts';
import { bytesAt } from '../files/found-files.ts';

/** Of reading; writing what was read takes as long again. */
const PIECE_MS = 8;
/** One transaction of some ten milliseconds. */
const PIECE_EVENTS = 512;
/** Progress is told in steps of a hundredth. */
const STEPS = 100;

const lossSchema = z.object({
  incident: storeIncidentSchema,
  /** Paths of databases, of which one may be a write-ahead log alone. */
  sources: z.array(z.string()).readonly(),
  /** Events that are known to have been stored and are not here; `null` where that is not known. */
  expected: z.number().nullable(),
  /** The highest seq that can be taken over. */
  upTo: z.number(),
  /** Events up to there that were here when it began. */
  before: z.number(),
});
/** What is to be taken over, and from where. It is kept in the database until it is done. */
export type Loss = z.infer<typeof lossSchema>;

const KEY = 'loss';

/** As it was kept; `null` where there is none. */
export function keptLoss(database: Database): Loss | null {
  const text = database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck().get(KEY);
  try {
    return text === undefined ? null : (lossSchema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

export function keepLoss(database: Database, loss: Loss | null): void {
  if (loss === null) database.prepare('DELETE FROM meta WHERE key = ?').run(KEY);
  else
    database
      .prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
      .run(KEY, JSON.stringify(loss));
}

/** Events of the chunks up to that of a seq, which are all sealed. */
export function storedThrough(database: Database, seq: number): number {
  const sum = database.prepare<[number], number>('SELECT ifnull(sum(events), 0) FROM chunk WHERE id <= ?').pluck();
  return sum.get(chunkOf(seq)) ?? 0;
}

export class Mending {
  readonly #database: Database;
  readonly #writer: StoreWriter;
  readonly #onTurn: (loss: Loss) => void;
  readonly #sources: (string | FindSource)[];
  readonly #total: number;
  readonly #isThere: ReturnType<typeof presence>;
  /** Of each source its own: an id there may be another one's here. */
  readonly #spans: FoundSpans[] = [];
  /** In the order of the sources: the first knows most. */
  readonly #history: (readonly HistoryRow[])[] = [];
  #loss: Loss;
  #saved: number;
  #source: FindSource | null = null;
  /** Of the source, where it is a file. */
  #path: string | null = null;

  /** `first`: a source that is read before those of the loss, and cannot be had after a restart. */
  constructor(
    database: Database,
    writer: StoreWriter,
    loss: Loss,
    onTurn: (loss: Loss) => void,
    first: readonly FindSource[] = [],
  ) {
    this.#database = database;
    this.#writer = writer;
    this.#loss = loss;
    this.#onTurn = onTurn;
    this.#sources = [...first, ...loss.sources];
    this.#total = Math.max(1, this.#sources.length);
    this.#isThere = presence(database);
    this.#saved = Math.max(0, storedThrough(database, loss.upTo) - loss.before);
  }

  get loss(): Loss {
    return this.#loss;
  }

  /** Sources that have not been read to their end, so that another incident can go on with them. */
  get left(): { readonly paths: readonly string[]; readonly open: readonly FindSource[] } {
    const open = this.#sources.filter((source) => typeof source !== 'string');
    return {
      paths: this.#loss.sources.filter((path) => this.#sources.includes(path) || this.#source !== null),
      open: this.#source === null || this.#source instanceof PagesOfFiles ? open : [this.#source, ...open],
    };
  }

  /** Whether there is something left that is gone with this process. */
  get isUrgent(): boolean {
    return this.left.open.length > 0;
  }

  /** `true` while there is more. */
  piece(): boolean {
    const until = performance.now() + PIECE_MS;
    const events: PlacedEvent[] = [];
    while (performance.now() < until && events.length < PIECE_EVENTS) {
      this.#source ??= this.#nextSource();
      if (this.#source === null) break;
      const finds = this.#source.next();
      if (finds === null) {
        this.#endSource(this.#source);
        continue;
      }
      this.#spans.at(-1)?.add(finds);
      for (const text of finds.texts) if (!this.#has(text)) events.push(...this.#eventsOf(text));
    }
    if (events.length > 0) this.#saved += this.#insert(distinct(events));
    if (this.#source === null && this.#sources.length === 0) this.#finish();
    else this.#turn({ kind: 'running', share: this.#share() });
    return this.#loss.incident.mending.kind === 'running';
  }

  close(): void {
    for (const source of [this.#source, ...this.#sources])
      if (source !== null && typeof source !== 'string') source.close();
    this.#source = null;
    this.#sources.length = 0;
  }

  /** One that cannot be stored must not keep the others out. */
  #insert(events: readonly PlacedEvent[]): number {
    try {
      return this.#writer.insertPlaced(events);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      return events.reduce((sum, event) => sum + this.#insertOne(event), 0);
    }
  }

  #insertOne(event: PlacedEvent): number {
    try {
      return this.#writer.insertPlaced([event]);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      return 0;
    }
  }

  /** One that was deleted or cannot be read any more has nothing. */
  #nextSource(): FindSource | null {
    for (let next = this.#sources.shift(); next !== undefined; next = this.#sources.shift())
      try {
        const source = typeof next === 'string' ? new PagesOfFiles(next) : next;
        this.#path = typeof next === 'string' ? next : null;
        this.#spans.push(new FoundSpans());
        return source;
      } catch {
        continue;
      }
    return null;
  }

  #endSource(source: FindSource): void {
    source.close();
    this.#source = null;
    if (this.#path !== null) this.#addTables(this.#path);
    this.#path = null;
  }

  #addTables(path: string): void {
    const { marks, history } = tablesIn(path);
    this.#spans.at(-1)?.addMarks(marks);
    if (history.length > 0) this.#history.push(history);
  }

  #share(): number {
    const begun = this.#source === null ? 0 : 1;
    const done = this.#total - this.#sources.length - begun + (this.#source?.share ?? 0);
    return Math.min(1, Math.floor((done / this.#total) * STEPS) / STEPS);
  }

  /** Without opening it, whichever of the two it is, so that what is there already is passed over quickly. */
  #has({ rowid }: FoundText): boolean {
    return this.#isThere.ofBlock(rowid) === BLOCK && this.#isThere.ofSeq(rowid);
  }

  #eventsOf(text: FoundText): PlacedEvent[] {
    return wholeEntries(text).flatMap((entry) => {
      if (entry.seq === 0 || entry.seq > this.#loss.upTo || this.#isThere.ofSeq(entry.seq)) return [];
      try {
        return [{ seq: entry.seq, event: entry.event() }];
      } catch {
        return [];
      }
    });
  }

  #finish(): void {
    for (const { spans } of this.#spans) this.#writer.adoptSpans(spans);
    this.#database
      .transaction(() => {
        // What has arrived since was not there to be marked, whatever a damaged row says.
        const upTo = Math.min(this.#loss.upTo, this.#writer.newestSeq);
        for (const spans of this.#spans) spans.adoptMarks(this.#database, upTo);
        const isFactNew = this.#spans.map((spans) => spans.adoptFacts(this.#database, upTo)).includes(true);
        if (this.#saved > 0 || isFactNew) new StoreBasis(this.#database).raise();
        for (const rows of this.#history) adoptHistory(this.#database, rows);
        // They have passed over what was taken over: they begin again.
        if (this.#saved > 0) beginFollowersAgain(this.#database);
      })
      .immediate();
    this.#saved = Math.max(this.#saved, storedThrough(this.#database, this.#loss.upTo) - this.#loss.before);
    this.#turn({ kind: 'done' });
  }

  #turn(mending: StoreIncident['mending']): void {
    const { incident, expected } = this.#loss;
    const isTurn = JSON.stringify(mending) !== JSON.stringify(incident.mending);
    const missing = expected === null ? null : Math.max(0, expected - this.#saved);
    this.#loss = { ...this.#loss, incident: { ...incident, missing, saved: this.#saved, mending } };
    if (isTurn) this.#onTurn(this.#loss);
  }
}

/** Of a text of its own, or of a block: the check values begin with the seq, so that they fit one of the two. */
function wholeEntries({ rowid, body }: FoundText): readonly BlockEntry[] {
  const own = entriesOf(blockOf(rowid), body);
  const single = own.length === 1 && own[0]?.seq === rowid && own[0].isWhole ? own : null;
  return single ?? entriesOf(rowid, body).filter((entry) => entry.isWhole);
}

function entriesOf(block: number, body: Buffer): readonly BlockEntry[] {
  try {
    return openBlock(block, body).entries;
  } catch {
    return [];
  }
}

function distinct(events: readonly PlacedEvent[]): PlacedEvent[] {
  return [...new Map(events.map((event) => [event.seq, event])).values()].toSorted((one, other) => one.seq - other.seq);
}

function presence(database: Database) {
  const block = database
    .prepare<[number, number], number>('SELECT count(*) FROM event WHERE seq BETWEEN ? AND ?')
    .pluck();
  const seq = database.prepare<[number], number>('SELECT 1 FROM event WHERE seq = ?').pluck();
  return {
    ofBlock: (id: number) =>
      id > Number.MAX_SAFE_INTEGER / CHUNK ? 0 : (block.get(id * BLOCK, id * BLOCK + BLOCK - 1) ?? 0),
    ofSeq: (number: number) => seq.get(number) !== undefined,
  };
}

/**
 * Pages alone do not tell these tables from one another; what SQLite refuses to open has none. It deletes the log of a
 * database without length, so that it must not see one.
 */
function tablesIn(path: string): { readonly marks: FoundMarks; readonly history: readonly HistoryRow[] } {
  const none = { marks: { repeats: [], seen: [] }, history: [] };
  if (bytesAt(path) === 0) return none;
  try {
    const database = openForReading(path);
    try {
      return { marks: marksIn(database), history: historyIn(database) };
    } finally {
      database.close();
    }
  } catch {
    return none;
  }
}

function marksIn(database: Database): FoundMarks {
  try {
    return {
      repeats: database.prepare<[], { seq: number; count: number }>('SELECT seq, count FROM repeat').all(),
      seen: database.prepare<[], SeenRange>('SELECT first, last FROM seen').all(),
    };
  } catch {
    return { repeats: [], seen: [] };
  }
}

/** What could not be taken over of what was lost before is a part of it. */
export function lossOf(
  database: Database,
  loss: Omit<Loss, 'before'>,
  paths: readonly string[],
  told: StoreIncident | null,
): Loss {
  const earlier = keptLoss(database);
  const left = earlier?.incident.mending.kind === 'running' ? earlier.sources : [];
  const sources = [...new Set([...loss.sources, ...paths, ...left])];
  // What was missing before, and nobody has acknowledged, is missing still.
  const missing = told === null ? 0 : told.missing;
  const expected = loss.expected === null || missing === null ? null : loss.expected + missing;
  const incident = { ...loss.incident, missing: expected };
  const kept = { ...loss, incident, expected, sources, before: storedThrough(database, loss.upTo) };
  keepLoss(database, kept);
  return kept;
}
