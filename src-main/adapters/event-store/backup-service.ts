/** The daily copies of one store, for a thread that lives as long as it is asked something. */
import type { EventStore } from '../../core/ports/event-store.ts';
import { backUpStore, listBackups } from './backup.ts';
import type { StorePaths } from './store-directory.ts';

export interface BackupService extends Pick<EventStore, 'backups'> {
  backUp(): ReturnType<EventStore['backUp']>;
}

/** @param onProgress how much of the copy is made */
export function createBackupService(paths: StorePaths, onProgress: (share: number) => void) {
  return {
    backups: () => listBackups(paths),
    backUp: () => backUpStore(paths, { onProgress: onProgress }),
    close() {},
  };
}
