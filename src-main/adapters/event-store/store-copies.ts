/** The daily copies of one store, for a thread that lives as long as it is asked something. */
import type { EventStore } from '../../core/ports/event-store.ts';
import { backUpStore, listBackups } from './backup.ts';
import type { StorePaths } from './store-directory.ts';

export type StoreCopies = Pick<EventStore, 'backups' | 'backUp'>;

export function copiesOf(paths: StorePaths) {
  return {
    backups: () => listBackups(paths),
    backUp: () => backUpStore(paths),
    close() {},
  };
}
