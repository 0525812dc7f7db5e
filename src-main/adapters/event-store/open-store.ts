/**
 * Opens the database that a store goes on in, whatever is found: the one that is there, or a new one that continues it
 * where it was damaged, lost, or deleted. What was there before is kept under another name, and is where events are
 * taken over from (`store-repair.ts`). No seq is given twice, and what is not ours is left alone.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { StoreIncident } from '../../../src-shared/domain/store-condition.ts';
import { type FoundDatabase, inspectDatabase, openForReading, openForWriting } from './open-database.ts';
import { storeRepairJob, type RepairJob } from './store-repair.ts';
import { copyLogAside, putBack, setAside } from './set-aside.ts';
import type { StorePaths } from './store-directory.ts';
import { isLocked } from './store-error.ts';
import { FilePageSource } from './recovery-sources.ts';
import type { Mark } from './store-mark.ts';
import { fileSizeBytes } from '../files/file-stat.ts';

/** Another program may look into the database for a moment, a virus scanner or a copy that is made of the folder. */
const LOCK_TIMEOUT_MS = 10_000;

export interface OpenedStore {
  readonly database: Database;
  readonly lineage: string;
  /** The highest seq that is known to have been given. */
  readonly startAfter: number;
  /** `null` where all is as it was. */
  readonly repairJob: Omit<RepairJob, 'before'> | null;
  /** Nothing of what was there is in this database. */
  readonly isNew: boolean;
}

/** A database that was just given up, and why. */
export interface ReplacedDatabase {
  readonly kind: 'damaged' | 'vanished';
  readonly movedTo: string | null;
}

/** @throws AppError STORE_TOO_NEW, STORE_FOREIGN, STORE_UNWRITABLE */
export function openStore(
  paths: StorePaths,
  mark: Mark | null,
  at: number,
  givenUp: ReplacedDatabase | null,
): OpenedStore {
  const found = inspectDatabase(paths.events);
  const verdict = classifyDatabase(found, mark, () => hasStoreRemains(paths));
  switch (verdict) {
    case 'ours':
      return continueDatabase(paths, found, mark, at);
    case 'new':
    case 'lost':
    case 'damaged':
    case 'another':
      return startNewDatabase(paths, mark, at, verdict, givenUp);
    default:
      return assertNever(verdict);
  }
}

/** `another`: the database of another store is at the path of this one. */
type DatabaseState = 'new' | 'ours' | 'lost' | 'damaged' | 'another';

function classifyDatabase(found: FoundDatabase, mark: Mark | null, hasLeftovers: () => boolean): DatabaseState {
  switch (found.kind) {
    case 'none':
      return hasLeftovers() || (mark !== null && mark.newestSeq > 0) ? 'lost' : 'new';
    case 'damaged':
      return 'damaged';
    case 'readable':
      // Its seqs are of other events: nothing of the two may be mixed, and nothing is thrown away.
      return mark === null || found.lineage === null || found.lineage === mark.lineage ? 'ours' : 'another';
    default:
      return assertNever(found);
  }
}

/** A log without its database, or copies of one, are what is left of a store. */
export function hasStoreRemains(paths: StorePaths): boolean {
  return fileSizeBytes(`${paths.events}-wal`) > 0 || backupPathsIn(paths).length > 0;
}

/** The newest first. */
function backupPathsIn({ backups }: StorePaths): string[] {
  if (statSync(backups, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(backups)
    .filter((name) => name.endsWith('.db'))
    .toSorted()
    .toReversed()
    .map((name) => join(backups, name));
}

function continueDatabase(paths: StorePaths, found: FoundDatabase, mark: Mark | null, at: number): OpenedStore {
  const { newestSeq, lineage: own } = found.kind === 'readable' ? found : { newestSeq: 0, lineage: null };
  const lineage = own ?? mark?.lineage ?? randomUUID();
  const missing = Math.max(0, (mark?.newestSeq ?? 0) - newestSeq);
  // SQLite takes nothing from such a log, and the next commit overwrites it.
  const log = missing === 0 ? null : copyLogAside(paths.events, at);
  const database = openWithLineage(paths, lineage);
  if (missing === 0) return { database, lineage, startAfter: newestSeq, repairJob: null, isNew: false };
  const startAfter = newestSeq + missing;
  const sources = [...(log === null ? [] : [log]), ...backupPathsOf(paths, lineage)];
  const incident = createIncident(at, 'events-missing', log, missing);
  return {
    database,
    lineage,
    startAfter,
    repairJob: { incident, sources, expected: missing, upTo: startAfter },
    isNew: false,
  };
}

function startNewDatabase(
  paths: StorePaths,
  mark: Mark | null,
  at: number,
  verdict: 'new' | 'lost' | 'damaged' | 'another',
  givenUp: ReplacedDatabase | null,
): OpenedStore {
  const copies = backupPathsOf(paths, mark?.lineage ?? null);
  const lineage = mark?.lineage ?? lineageOf(copies[0]) ?? randomUUID();
  const moved = setAside(paths.events, at) ?? givenUp?.movedTo ?? null;
  const sources = [...(moved === null || verdict === 'another' ? [] : [moved]), ...copies];
  const isLoss = verdict !== 'new' || givenUp !== null;
  const startAfter = mark?.newestSeq ?? (isLoss ? highestSeqIn(sources) : 0);
  const kind = givenUp?.kind ?? (verdict === 'damaged' ? 'damaged' : 'lost');
  const incident = createIncident(at, kind, moved, mark?.storedEvents ?? null);
  const loss = isLoss ? { incident, sources, expected: incident.missing, upTo: startAfter } : null;
  try {
    return { database: openWithLineage(paths, lineage, loss), lineage, startAfter, repairJob: loss, isNew: true };
  } catch (cause) {
    // Full, perhaps. The next start would find nothing, and not know what to take over.
    if (moved !== null) putBack(paths.events, moved);
    throw cause;
  }
}

/** @param loss of a new database, in which nothing is yet */
function openWithLineage(paths: StorePaths, lineage: string, loss: OpenedStore['repairJob'] = null): Database {
  const database = openForWriting(paths.events);
  try {
    storeLineage(database, lineage);
    if (loss !== null) storeRepairJob(database, { ...loss, before: 0 });
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Writes nothing where it says so already. */
export function storeLineage(database: Database, lineage: string): void {
  database
    .prepare(
      `INSERT INTO meta (key, value) VALUES ('lineage', ?)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    )
    .run(lineage);
}

function createIncident(
  at: number,
  kind: StoreIncident['kind'],
  movedTo: string | null,
  missing: number | null,
): StoreIncident {
  return { at, kind, movedTo, missing, saved: 0, mending: { kind: 'running', share: 0 } };
}

/** Copies of this store alone: the seqs of another are of other events. */
export function backupPathsOf(paths: StorePaths, lineage: string | null): string[] {
  return backupPathsIn(paths).filter((path) => {
    const found = lineageOf(path);
    return found !== null && (lineage === null || found === lineage);
  });
}

/** `null` where it cannot be read. */
export function lineageOf(path: string | undefined): string | null {
  if (path === undefined) return null;
  try {
    const database = openForReading(path);
    try {
      return database.prepare<[], string>("SELECT value FROM meta WHERE key = 'lineage'").pluck().get() ?? null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Reads all of it: done where no mark says how far the store was. */
function highestSeqIn(sources: readonly string[]): number {
  let highest = 0;
  for (const path of sources) {
    const pages = new FilePageSource(path);
    try {
      for (let finds = pages.next(); finds !== null; finds = pages.next())
        highest = Math.max(highest, finds.highestSeq);
    } finally {
      pages.close();
    }
  }
  return highest;
}

/** Waits in this thread, which has nothing else to do. @throws what `open` throws at last */
export function retryWhileLocked<Opened>(open: () => Opened): Opened {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  for (;;)
    try {
      return open();
    } catch (cause) {
      // SQLite has waited a while already.
      if (!isLocked(cause) || performance.now() >= until) throw cause;
    }
}
