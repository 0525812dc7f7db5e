import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { copyStore } from '../../../../../src-main/adapters/sqlite/events/files/backup.ts';
import {
  type GuardedWriter,
  openGuardedWriter,
} from '../../../../../src-main/adapters/sqlite/events/guarded-writer.ts';
import { pathsIn, type StorePaths } from '../../../../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader, type StoreReader } from '../../../../../src-main/adapters/sqlite/events/store-reader.ts';
import type { ProfileId } from '../../../../../src-shared/domain/identity.ts';
import type { StoreIncident } from '../../../../../src-shared/domain/store-condition.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';
import { SOURCE } from './temporary-store.ts';

export interface GuardedStore {
  readonly paths: StorePaths;
  readonly writer: GuardedWriter;
  readonly reader: StoreReader;
  readonly incidents: (StoreIncident | null)[];
  /** Runs the repair to its end. */
  readonly repair: () => void;
  readonly close: () => void;
}

/** Opens a store, a new one if no paths are given, and closes it when the test ends. */
export function openGuardedStore(paths = pathsIn(join(temporaryDirectory(), 'store'))): GuardedStore {
  const incidents: (StoreIncident | null)[] = [];
  const identity = { id: 'kept-store' as ProfileId, name: 'Kept', practice: false, source: SOURCE };
  const writer = openGuardedWriter(paths, identity, (incident) => incidents.push(incident));
  const reader = openStoreReader(paths.events);
  const close = () => {
    // The last connection that closes moves the write-ahead log into the database.
    reader.close();
    writer.close();
  };
  onTestFinished(close);
  return {
    paths,
    writer,
    reader,
    incidents,
    close,
    repair: () => {
      while (writer.repair());
    },
  };
}

/** Returns the path of a new copy. */
export async function backedUp({ events, backups }: StorePaths): Promise<string> {
  mkdirSync(backups);
  const path = join(backups, '2026-11-22T004208.123Z.db');
  await copyStore(events, path);
  return path;
}

export function deleteDatabase({ events }: StorePaths): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(events + suffix, { force: true });
}
