/** Lists and makes the daily copies of one store, in a thread that lives for one call. */
import type { EventStore } from '../../../../core/ports/event-store.ts';
import { backUpStore, listBackups } from './backup.ts';
import type { StorePaths } from '../../store-paths.ts';

export interface BackupService extends Pick<EventStore, 'backups'> {
  backUp(): ReturnType<EventStore['backUp']>;
}

export function createBackupService(paths: StorePaths, onProgress: (share: number) => void) {
  return {
    backups: () => listBackups(paths),
    backUp: () => backUpStore(paths, { onProgress }),
    close() {},
  };
}
