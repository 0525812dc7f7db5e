/**
 * Opens the existing database, or a new one if that is damaged, lost or deleted. Old files are kept under another name.
 * No seq is assigned twice, and files of other programs are left alone.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { assertNever } from '../../../../../src-shared/lib/assert-never.ts';
import type { StoreIncident } from '../../../../../src-shared/domain/store-condition.ts';
import { type FoundDatabase, inspectDatabase, openForWriting, readLineage, readOnce } from '../files/open-database.ts';
import { storeRepairJob, type RepairJob } from './store-repair.ts';
import { copyLogAside, putBack, setAside } from './set-aside.ts';
import { LINEAGE, metaStatements } from '../rows/meta-rows.ts';
import type { StorePaths } from '../../store-paths.ts';
import { isDamage, isLocked } from '../store-error.ts';
import { lineageInPages } from './lineage-in-pages.ts';
import { FilePageSource } from './recovery-sources.ts';
import type { Mark } from '../files/store-mark.ts';
import { fileSizeBytes } from '../../../files/file-stat.ts';

/** Another program may lock the database briefly, such as a virus scanner or a copy of the folder. */
const LOCK_TIMEOUT_MS = 10_000;

export interface OpenedStore {
  readonly database: Database;
  readonly lineage: string;
  readonly startAfter: number;
  /** Null if nothing is missing. */
  readonly repairJob: Omit<RepairJob, 'before'> | null;
  readonly isNew: boolean;
}

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

/** Opens a store and uses it. If damage shows only when it is read, sets the database aside and opens a new one. */
export function openReplacingDamage<Result>(
  { events }: StorePaths,
  givenUp: ReplacedDatabase | null,
  open: (givenUp: ReplacedDatabase | null) => Result,
): Result {
  try {
    return open(givenUp);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    return open({ kind: 'damaged', movedTo: setAside(events, Date.now()) });
  }
}

/** `another`: the path has the database of another store. */
type DatabaseState = 'new' | 'ours' | 'lost' | 'damaged' | 'another';

function classifyDatabase(found: FoundDatabase, mark: Mark | null, hasLeftovers: () => boolean): DatabaseState {
  switch (found.kind) {
    case 'none':
      return hasLeftovers() || (mark !== null && mark.newestSeq > 0) ? 'lost' : 'new';
    case 'damaged':
      return 'damaged';
    case 'readable':
      // Its seqs belong to other events, so the two are never mixed, and nothing is deleted.
      return mark === null || found.lineage === null || found.lineage === mark.lineage ? 'ours' : 'another';
    default:
      return assertNever(found);
  }
}

export function hasStoreRemains(paths: StorePaths): boolean {
  return fileSizeBytes(`${paths.events}-wal`) > 0 || backupPathsIn(paths).length > 0;
}

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
  // SQLite does not read such a log, and the next commit overwrites it.
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
  const sources = [...(moved === null || verdict === 'another' || isOtherStore(moved, mark) ? [] : [moved]), ...copies];
  const isLoss = verdict !== 'new' || givenUp !== null;
  const startAfter = mark?.newestSeq ?? (isLoss ? highestSeqIn(sources) : 0);
  const kind = givenUp?.kind ?? (verdict === 'damaged' ? 'damaged' : 'lost');
  const incident = createIncident(at, kind, moved, mark?.storedEvents ?? null);
  const loss = isLoss ? { incident, sources, expected: incident.missing, upTo: startAfter } : null;
  try {
    return { database: openWithLineage(paths, lineage, loss), lineage, startAfter, repairJob: loss, isNew: true };
  } catch (cause) {
    // The disk may be full. Without the old file the next start could not recover anything.
    if (moved !== null) putBack(paths.events, moved);
    throw cause;
  }
}

/** True if the damaged file still names another lineage: its seqs belong to other events. */
function isOtherStore(path: string, mark: Mark | null): boolean {
  if (mark === null || fileSizeBytes(path) === 0) return false;
  const lineage = lineageOf(path) ?? lineageInPages(path);
  return lineage !== null && lineage !== mark.lineage;
}

/** @param loss of a new, empty database */
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

export function storeLineage(database: Database, lineage: string): void {
  metaStatements(database).setMeta.run(LINEAGE, lineage);
}

function createIncident(
  at: number,
  kind: StoreIncident['kind'],
  movedTo: string | null,
  missing: number | null,
): StoreIncident {
  return { at, kind, movedTo, missing, saved: 0, mending: { kind: 'running', share: 0 } };
}

/** Returns only copies of this store, because the seqs of another one belong to other events. */
export function backupPathsOf(paths: StorePaths, lineage: string | null): string[] {
  return backupPathsIn(paths).filter((path) => {
    const found = lineageOf(path);
    return found !== null && (lineage === null || found === lineage);
  });
}

export function lineageOf(path: string | undefined): string | null {
  if (path === undefined) return null;
  try {
    return readOnce(path, readLineage);
  } catch {
    return null;
  }
}

/** Reads the sources completely. Needed only if no mark has the newest seq. */
function highestSeqIn(sources: readonly string[]): number {
  let highest = 0;
  for (const path of sources) {
    const pages = new FilePageSource(path);
    try {
      for (let finds = pages.nextPage(); finds !== null; finds = pages.nextPage())
        highest = Math.max(highest, finds.highestSeq);
    } finally {
      pages.close();
    }
  }
  return highest;
}

/** Blocks this thread, which has no other work. @throws the last error of `open` */
export function retryWhileLocked<Opened>(open: () => Opened): Opened {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  for (;;)
    try {
      return open();
    } catch (cause) {
      // SQLite has already waited for its busy timeout.
      if (!isLocked(cause) || performance.now() >= until) throw cause;
    }
}
