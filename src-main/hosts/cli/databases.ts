/** Opens databases in threads of their own, so that a command hears of a signal while one of them works. */
import { createCaseBookOpener } from '../../adapters/case-book/case-book.ts';
import { createEventStoreOpener } from '../../adapters/event-store/event-store.ts';
import { storePaths } from '../../adapters/event-store/store-directory.ts';
import { workerUrl } from '../worker-address.ts';
import type { Databases } from './terminal.ts';

export function databasesInThreads(dataDir: string): Databases {
  return {
    stores: createEventStoreOpener({ dataDir, workerUrl: workerUrl('event-store') }),
    books: createCaseBookOpener({
      directoryOf: (place) => storePaths(dataDir, place).directory,
      workerUrl: workerUrl('case-book'),
      following: { workerUrl: workerUrl('case'), eventsOf: (place) => storePaths(dataDir, place).events },
    }),
  };
}
