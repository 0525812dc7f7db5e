/**
 * Recovers data from databases that were set aside, and from backups, each text verified by its check value. Works in
 * short batches. Starts again after a restart and skips what exists.
 */
import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { AppError } from '../../../../../src-shared/api/errors.ts';
import { type StoreIncident, storeIncidentSchema } from '../../../../../src-shared/domain/store-condition.ts';
import { CHUNK_SIZE, chunkOf } from '../texts/chunk.ts';
import { resetProjections } from '../rows/history-rows.ts';
import { BLOCK_SIZE, blockOf, type BlockEntry, type SequencedEvent, tryOpenBlock } from '../texts/received-block.ts';
import { type RecoverySource, type RecoveredText, FilePageSource } from './recovery-sources.ts';
import { RecoveredRows } from './recovered-rows.ts';
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

/** @param first sources that are read before those of the job, and that are lost after a restart */
export function createStoreRepair(
  database: Database,
  writer: StoreWriter,
  loss: RepairJob,
  onTurn: (loss: RepairJob) => void,
  first: readonly RecoverySource[] = [],
) {
  /** Separate for each source, because the same id can be another row there. */
  const recoveredRows: RecoveredRows[] = [];
  let current: RecoverySource | null = null;
  let job = loss;
  const sources: (string | RecoverySource)[] = [...first, ...loss.sources];
  const total = Math.max(1, sources.length);
  const presentRows = presence(database);
  let saved = Math.max(0, countStoredThrough(database, loss.upTo) - loss.before);

  function openSources(): readonly RecoverySource[] {
    const open = sources.filter((source) => typeof source !== 'string');
    return current === null || current instanceof FilePageSource ? open : [current, ...open];
  }

  /** Falls back to single events, so that one that cannot be stored does not block the others. */
  function insert(events: readonly SequencedEvent[]): number {
    try {
      return writer.insertRecovered(events);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      return events.reduce((sum, event) => sum + insertOne(event), 0);
    }
  }

  function insertOne(event: SequencedEvent): number {
    try {
      return writer.insertRecovered([event]);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      return 0;
    }
  }

  /** Skips sources that were deleted or cannot be read. */
  function nextSource(): RecoverySource | null {
    for (let next = sources.shift(); next !== undefined; next = sources.shift())
      try {
        const source = typeof next === 'string' ? new FilePageSource(next) : next;
        recoveredRows.push(new RecoveredRows());
        return source;
      } catch {
        continue;
      }
    return null;
  }

  function share(): number {
    const started = current === null ? 0 : 1;
    const done = total - sources.length - started + (current?.share ?? 0);
    return Math.min(1, Math.floor((done / total) * PROGRESS_STEPS) / PROGRESS_STEPS);
  }

  /** True for a block or a single text, which it does not open: existing data is skipped quickly. */
  function has({ rowid }: RecoveredText): boolean {
    return presentRows.ofBlock(rowid) === BLOCK_SIZE && presentRows.ofSeq(rowid);
  }

  function eventsOf(text: RecoveredText): SequencedEvent[] {
    return intactEntries(text).flatMap((entry) => {
      if (entry.seq === 0 || entry.seq > job.upTo || presentRows.ofSeq(entry.seq)) return [];
      try {
        return [{ seq: entry.seq, event: entry.event() }];
      } catch {
        return [];
      }
    });
  }

  function finish(): void {
    for (const { spans } of recoveredRows) writer.mergeSpans(spans);
    database
      .transaction(() => {
        // Events received since then cannot have been marked, whatever a damaged row contains.
        const upTo = Math.min(job.upTo, writer.newestSeq);
        const hasNewActions = recoveredRows.map((rows) => rows.merge(database, upTo)).includes(true);
        if (saved > 0 || hasNewActions) metaStatements(database).incrementMeta.run(CHANGES);
        // Projections have passed the recovered events, so they start again.
        if (saved > 0) resetProjections(database);
      })
      .immediate();
    saved = Math.max(saved, countStoredThrough(database, job.upTo) - job.before);
    reportProgress({ kind: 'done' });
  }

  function reportProgress(progress: StoreIncident['mending']): void {
    const { incident, expected } = job;
    const isTurn = JSON.stringify(progress) !== JSON.stringify(incident.mending);
    const missing = expected === null ? null : Math.max(0, expected - saved);
    job = { ...job, incident: { ...incident, missing, saved, mending: progress } };
    if (isTurn) onTurn(job);
  }

  return {
    get loss(): RepairJob {
      return job;
    },
    /** Sources that were not read to their end, so that another repair can continue with them. */
    get unfinishedSources(): { readonly paths: readonly string[]; readonly open: readonly RecoverySource[] } {
      const paths = job.sources.filter((path) => sources.includes(path) || current !== null);
      return { paths, open: openSources() };
    },
    /** True if a source is lost when this process ends. */
    get hasVolatileSources(): boolean {
      return openSources().length > 0;
    },
    repairBatch(): boolean {
      const until = performance.now() + BATCH_MS;
      const events: SequencedEvent[] = [];
      while (performance.now() < until && events.length < MAX_BATCH_EVENTS) {
        current ??= nextSource();
        if (current === null) break;
        const finds = current.next();
        if (finds === null) {
          current.close();
          current = null;
          continue;
        }
        recoveredRows.at(-1)?.add(finds);
        for (const text of finds.texts) if (!has(text)) events.push(...eventsOf(text));
      }
      if (events.length > 0) saved += insert(distinct(events));
      if (current === null && sources.length === 0) finish();
      else reportProgress({ kind: 'running', share: share() });
      return job.incident.mending.kind === 'running';
    },
    close(): void {
      for (const source of [current, ...sources]) if (source !== null && typeof source !== 'string') source.close();
      current = null;
      sources.length = 0;
    },
  };
}
export type StoreRepair = ReturnType<typeof createStoreRepair>;

/** Check values include the seq, so they fit only one of a single text and a block. */
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
