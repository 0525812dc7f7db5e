import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { eventStoreConformance } from './event-store-conformance.ts';

const id = 'conformance' as ProfileId;

// `event-store-threads.test.ts` covers what the threads add.
eventStoreConformance('SQLite', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-store-'));
  const opener = inThreadDatabases(dataDir).stores;
  return {
    open: (source = 'https://events.example.com') =>
      opener.open({ id, name: 'Conformance', practice: false, source }, () => {}),
    // Closing changes no row of the store; `test/faults` has the real kill -9.
    crash: (store) => store.close(),
    dispose: () => rm(dataDir, { recursive: true }),
  };
});
