/**
 * Adds events from a backup to a store that lacks them. Nothing is duplicated or replaced, and seqs do not change. An
 * empty store becomes that of the backup. Used by a command, while no process writes the store.
 */
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { appError } from '../../../../../src-shared/api/errors.ts';
import type { StoreIncident } from '../../../../../src-shared/domain/store-condition.ts';
import { storeRepairJob, createStoreRepair, countStoredThrough } from './store-repair.ts';
import { type FoundDatabase, inspectDatabase, readOnce } from '../files/open-database.ts';
import {
  storeLineage,
  backupPathsOf,
  hasStoreRemains,
  lineageOf,
  type OpenedStore,
  openReplacingDamage,
  openStore,
} from './open-store.ts';
import { createStoreDirectory } from '../files/store-directory.ts';
import type { StorePaths } from '../../store-paths.ts';
import { isDamage } from '../store-error.ts';
import { EMPTY_MARK, type StoreMark, createStoreMark } from '../files/store-mark.ts';
import { createStoreWriter } from '../store-writer.ts';
import { acquireWriterLock } from '../files/writer-lock.ts';

export interface RestoreProgress {
  readonly share: number;
  readonly saved: number;
}

export interface Restored {
  readonly saved: number;
  readonly storedEvents: number;
}

/** @throws AppError STORE_IN_USE, STORE_UNWRITABLE, STORE_TOO_NEW, STORE_FOREIGN, BACKUP_UNUSABLE */
export function restoreBackup(
  paths: StorePaths,
  sourcePath: string,
  onProgress: (progress: RestoreProgress) => void = () => undefined,
): Restored {
  const source = inspectBackup(sourcePath);
  createStoreDirectory(paths);
  const lock = acquireWriterLock(paths);
  const mark = createStoreMark(paths.mark);
  try {
    const found = inspectDatabase(paths.events);
    const isEmpty =
      (mark.found?.newestSeq ?? 0) === 0 && (found.kind === 'none' ? !hasStoreRemains(paths) : isWithoutEvents(found));
    // An empty store gets the lineage of the backup.
    const lineage = isEmpty && found.kind === 'none' ? source.lineage : null;
    const own = mark.found?.lineage ?? (found.kind === 'readable' ? found.lineage : null) ?? lineageOfCopies(paths);
    if (source.lineage === null || (!isEmpty && own !== null && own !== source.lineage)) throw otherStore(sourcePath);
    const known = lineage === null ? mark.found : { ...EMPTY_MARK, lineage };
    const sourceOfAll = { path: sourcePath, lineage: source.lineage, newestSeq: source.newestSeq };
    return openReplacingDamage(paths, null, (givenUp) =>
      importBackup(openStore(paths, known, Date.now(), givenUp), sourceOfAll, mark, onProgress),
    );
  } finally {
    mark.close();
    lock.release();
  }
}

const otherStore = (path: string) => appError('BACKUP_UNUSABLE', { path, problem: 'other-store' });

function lineageOfCopies(paths: StorePaths): string | null {
  return lineageOf(backupPathsOf(paths, null)[0]);
}

function isWithoutEvents(found: FoundDatabase): boolean {
  return found.kind === 'readable' && found.newestSeq === 0;
}

function inspectBackup(path: string): Extract<FoundDatabase, { kind: 'readable' }> {
  if (!existsSync(path)) throw appError('BACKUP_UNUSABLE', { path, problem: 'no-file' });
  let found: FoundDatabase;
  try {
    found = inspectDatabase(path);
  } catch (cause) {
    throw appError('BACKUP_UNUSABLE', { path, problem: 'not-a-store', detail: String(cause) }, { cause });
  }
  if (found.kind === 'readable') return found;
  const detail = found.kind === 'damaged' ? found.detail : undefined;
  throw appError('BACKUP_UNUSABLE', {
    path,
    problem: found.kind === 'none' ? 'not-a-store' : 'damaged',
    ...(detail === undefined ? {} : { detail }),
  });
}

interface BackupSource {
  readonly path: string;
  readonly lineage: string;
  readonly newestSeq: number;
}

function importBackup(
  opened: OpenedStore,
  source: BackupSource,
  mark: StoreMark,
  onProgress: (progress: RestoreProgress) => void,
): Restored {
  const { database, startAfter, repairJob, isNew } = opened;
  try {
    const upTo = Math.max(startAfter, source.newestSeq);
    storeLineage(database, source.lineage);
    if (isNew) copyLabels(source.path, database);
    // A cursor belongs to a source, and this writer moves none.
    const writer = createStoreWriter(database, { source: '', startAfter: upTo });
    // The next writer of the store continues the repair.
    if (repairJob !== null)
      storeRepairJob(database, { ...repairJob, before: countStoredThrough(database, repairJob.upTo) });
    let saved = 0;
    const incident: StoreIncident = { ...RESTORE_INCIDENT, at: Date.now() };
    const before = countStoredThrough(database, upTo);
    const restoring = { incident, sources: [source.path], expected: null, upTo, before };
    const repair = createStoreRepair(database, writer, restoring, ({ incident: turn }) => {
      ({ saved } = turn);
      onProgress({ share: turn.mending.kind === 'running' ? turn.mending.share : 1, saved });
    });
    while (repair.repairBatch());
    const storedEvents = database.prepare<[], number>('SELECT count(*) FROM event').pluck().get() ?? 0;
    const lastEventAt = mark.found?.lastEventAt ?? null;
    mark.write({ lineage: source.lineage, newestSeq: writer.newestSeq, storedEvents, lastEventAt, isClosed: true });
    writer.close();
    return { saved, storedEvents };
  } finally {
    database.close();
  }
}

/** A command's restore is not reported as an incident. */
const RESTORE_INCIDENT: StoreIncident = {
  at: 0,
  kind: 'lost',
  movedTo: null,
  missing: null,
  saved: 0,
  mending: { kind: 'running', share: 0 },
};

function copyLabels(path: string, database: Database): void {
  try {
    const labels = readOnce(path, (source) =>
      source
        .prepare<[], { key: string; value: string }>("SELECT key, value FROM meta WHERE key IN ('name', 'profile')")
        .all(),
    );
    const put = database.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)');
    for (const { key, value } of labels) put.run(key, value);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    throw appError('BACKUP_UNUSABLE', { path, problem: 'damaged', detail: String(cause) }, { cause });
  }
}
