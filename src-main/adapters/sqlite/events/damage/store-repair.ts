/**
 * Recovers data from databases that were set aside, and from backups, into the current database: texts with their seqs,
 * each verified by its check value, and sessions, gaps, pins, repeats, seen ranges, actions and alarms. Works in short
 * batches. Starts again after a restart and skips what exists.
 */
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { AppError } from '../../../../../src-shared/api/errors.ts';
import { type StoreIncident, storeIncidentSchema } from '../../../../../src-shared/domain/store-condition.ts';
import { CHUNK_SIZE, chunkOf } from '../texts/chunk.ts';
import { resetProjections } from '../rows/history-rows.ts';
import { BLOCK_SIZE, blockOf, type BlockEntry, type SequencedEvent, tryOpenBlock } from '../texts/received-block.ts';
import { type RecoverySource, type RecoveredText, FilePageSource } from './recovery-sources.ts';
import { RecoveredRows } from '../rows/recovered-rows.ts';
import { CHANGES, metaStatements } from '../rows/meta-rows.ts';
import type { StoreWriter } from '../store-writer.ts';

/** Time for reading per batch; writing the result takes as long again. */
const BATCH_MS = 8;
/** Events per batch: one transaction of some ten milliseconds. */
const MAX_BATCH_EVENTS = 512;
const PROGRESS_STEPS = 100;

const repairJobSchema = z.object({
  incident: storeIncidentSchema,
  /** Paths of databases. One of them may be only a write-ahead log. */
  sources: z.array(z.string()).readonly(),
  /** Events that are known to have been stored and are not here; null if unknown. */
  expected: z.number().nullable(),
  /** Highest seq that can be recovered. */
  upTo: z.number(),
  /** Events up to there that existed when the repair began. */
  before: z.number(),
});
/** The loss to repair, and the sources to read. Stored in the database until the repair is done. */
export type RepairJob = z.infer<typeof repairJobSchema>;

const KEY = 'loss';

export function readRepairJob(database: Database): RepairJob | null {
  const text = metaStatements(database).meta.get(KEY);
  try {
    return text === undefined ? null : (repairJobSchema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

export function storeRepairJob(database: Database, loss: RepairJob | null): void {
  const { setMeta, removeMeta } = metaStatements(database);
  if (loss === null) removeMeta.run(KEY);
  else setMeta.run(KEY, JSON.stringify(loss));
}

/** Counts the events of the chunks up to that of the seq, which are all sealed. */
export function countStoredThrough(database: Database, seq: number): number {
  const sum = database.prepare<[number], number>('SELECT ifnull(sum(events), 0) FROM chunk WHERE id <= ?').pluck();
  return sum.get(chunkOf(seq)) ?? 0;
}

export class StoreRepair {
  readonly #database: Database;
  readonly #writer: StoreWriter;
  readonly #onTurn: (loss: RepairJob) => void;
  readonly #sources: (string | RecoverySource)[];
  readonly #total: number;
  readonly #presence: ReturnType<typeof presence>;
  /** Separate for each source, because the same id can be another row there. */
  readonly #rows: RecoveredRows[] = [];
  #job: RepairJob;
  #saved: number;
  #source: RecoverySource | null = null;

  /** @param first sources that are read before those of the job, and that are lost after a restart */
  constructor(
    database: Database,
    writer: StoreWriter,
    loss: RepairJob,
    onTurn: (loss: RepairJob) => void,
    first: readonly RecoverySource[] = [],
  ) {
    this.#database = database;
    this.#writer = writer;
    this.#job = loss;
    this.#onTurn = onTurn;
    this.#sources = [...first, ...loss.sources];
    this.#total = Math.max(1, this.#sources.length);
    this.#presence = presence(database);
    this.#saved = Math.max(0, countStoredThrough(database, loss.upTo) - loss.before);
  }

  get loss(): RepairJob {
    return this.#job;
  }

  /** Sources that were not read to their end, so that another repair can continue with them. */
  get unfinishedSources(): { readonly paths: readonly string[]; readonly open: readonly RecoverySource[] } {
    const open = this.#sources.filter((source) => typeof source !== 'string');
    return {
      paths: this.#job.sources.filter((path) => this.#sources.includes(path) || this.#source !== null),
      open: this.#source === null || this.#source instanceof FilePageSource ? open : [this.#source, ...open],
    };
  }

  /** True if a source is lost when this process ends. */
  get hasVolatileSources(): boolean {
    return this.unfinishedSources.open.length > 0;
  }

  repairBatch(): boolean {
    const until = performance.now() + BATCH_MS;
    const events: SequencedEvent[] = [];
    while (performance.now() < until && events.length < MAX_BATCH_EVENTS) {
      this.#source ??= this.#nextSource();
      if (this.#source === null) break;
      const finds = this.#source.next();
      if (finds === null) {
        this.#source.close();
        this.#source = null;
        continue;
      }
      this.#rows.at(-1)?.add(finds);
      for (const text of finds.texts) if (!this.#has(text)) events.push(...this.#eventsOf(text));
    }
    if (events.length > 0) this.#saved += this.#insert(distinct(events));
    if (this.#source === null && this.#sources.length === 0) this.#finish();
    else this.#reportProgress({ kind: 'running', share: this.#share() });
    return this.#job.incident.mending.kind === 'running';
  }

  close(): void {
    for (const source of [this.#source, ...this.#sources])
      if (source !== null && typeof source !== 'string') source.close();
    this.#source = null;
    this.#sources.length = 0;
  }

  /** Falls back to single events, so that one that cannot be stored does not block the others. */
  #insert(events: readonly SequencedEvent[]): number {
    try {
      return this.#writer.insertRecovered(events);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      return events.reduce((sum, event) => sum + this.#insertOne(event), 0);
    }
  }

  #insertOne(event: SequencedEvent): number {
    try {
      return this.#writer.insertRecovered([event]);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      return 0;
    }
  }

  /** Skips sources that were deleted or cannot be read. */
  #nextSource(): RecoverySource | null {
    for (let next = this.#sources.shift(); next !== undefined; next = this.#sources.shift())
      try {
        const source = typeof next === 'string' ? new FilePageSource(next) : next;
        this.#rows.push(new RecoveredRows());
        return source;
      } catch {
        continue;
      }
    return null;
  }

  #share(): number {
    const started = this.#source === null ? 0 : 1;
    const done = this.#total - this.#sources.length - started + (this.#source?.share ?? 0);
    return Math.min(1, Math.floor((done / this.#total) * PROGRESS_STEPS) / PROGRESS_STEPS);
  }

  /**
   * Returns true if the events are stored already, be it a block or a single text. Does not open it, so that existing
   * data is skipped quickly.
   */
  #has({ rowid }: RecoveredText): boolean {
    return this.#presence.ofBlock(rowid) === BLOCK_SIZE && this.#presence.ofSeq(rowid);
  }

  #eventsOf(text: RecoveredText): SequencedEvent[] {
    return intactEntries(text).flatMap((entry) => {
      if (entry.seq === 0 || entry.seq > this.#job.upTo || this.#presence.ofSeq(entry.seq)) return [];
      try {
        return [{ seq: entry.seq, event: entry.event() }];
      } catch {
        return [];
      }
    });
  }

  #finish(): void {
    for (const { spans } of this.#rows) this.#writer.mergeSpans(spans);
    this.#database
      .transaction(() => {
        // Events received since then cannot have been marked, whatever a damaged row contains.
        const upTo = Math.min(this.#job.upTo, this.#writer.newestSeq);
        const hasNewActions = this.#rows.map((rows) => rows.merge(this.#database, upTo)).includes(true);
        if (this.#saved > 0 || hasNewActions) metaStatements(this.#database).incrementMeta.run(CHANGES);
        // Projections have passed the recovered events, so they start again.
        if (this.#saved > 0) resetProjections(this.#database);
      })
      .immediate();
    this.#saved = Math.max(this.#saved, countStoredThrough(this.#database, this.#job.upTo) - this.#job.before);
    this.#reportProgress({ kind: 'done' });
  }

  #reportProgress(progress: StoreIncident['mending']): void {
    const { incident, expected } = this.#job;
    const isTurn = JSON.stringify(progress) !== JSON.stringify(incident.mending);
    const missing = expected === null ? null : Math.max(0, expected - this.#saved);
    this.#job = { ...this.#job, incident: { ...incident, missing, saved: this.#saved, mending: progress } };
    if (isTurn) this.#onTurn(this.#job);
  }
}

/**
 * Returns the intact entries of a single text or of a block. Check values include the seq, so they fit only one of the
 * two.
 */
function intactEntries({ rowid, body }: RecoveredText): readonly BlockEntry[] {
  const own = tryOpenBlock(blockOf(rowid), body)?.entries ?? [];
  const single = own.length === 1 && own[0]?.seq === rowid && own[0].isIntact ? own : null;
  return single ?? tryOpenBlock(rowid, body)?.entries.filter((entry) => entry.isIntact) ?? [];
}

function distinct(events: readonly SequencedEvent[]): SequencedEvent[] {
  return [...new Map(events.map((event) => [event.seq, event])).values()].toSorted((one, other) => one.seq - other.seq);
}

function presence(database: Database) {
  const block = database
    .prepare<[number, number], number>('SELECT count(*) FROM event WHERE seq BETWEEN ? AND ?')
    .pluck();
  const seq = database.prepare<[number], number>('SELECT 1 FROM event WHERE seq = ?').pluck();
  return {
    ofBlock: (id: number) =>
      id > Number.MAX_SAFE_INTEGER / CHUNK_SIZE
        ? 0
        : (block.get(id * BLOCK_SIZE, id * BLOCK_SIZE + BLOCK_SIZE - 1) ?? 0),
    ofSeq: (number: number) => seq.get(number) !== undefined,
  };
}

/** Creates the job of a loss. It includes what an earlier, unfinished job did not recover. */
export function createRepairJob(
  database: Database,
  loss: Omit<RepairJob, 'before'>,
  paths: readonly string[],
  currentIncident: StoreIncident | null,
): RepairJob {
  const earlier = readRepairJob(database);
  const left = earlier?.incident.mending.kind === 'running' ? earlier.sources : [];
  const sources = [...new Set([...loss.sources, ...paths, ...left])];
  // Events of an earlier incident that was not acknowledged are still missing.
  const missing = currentIncident === null ? 0 : currentIncident.missing;
  const expected = loss.expected === null || missing === null ? null : loss.expected + missing;
  const incident = { ...loss.incident, missing: expected };
  const job = { ...loss, incident, expected, sources, before: countStoredThrough(database, loss.upTo) };
  storeRepairJob(database, job);
  return job;
}
