import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { createInThreadStores } from '../doubles/in-thread-stores.ts';
import { eventStoreConformance } from './event-store-conformance.ts';

const id = 'conformance' as ProfileId;

// What the threads add is in `event-store-threads.test.ts`.
eventStoreConformance('SQLite', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-store-'));
  const opener = createInThreadStores({ dataDir });
  return {
    open: (source = 'https://events.example.com') =>
      opener.open({ id, name: 'Conformance', practice: false, source }, () => {}),
    // Closing says nothing to the store's rows; the real kill -9 is in test/faults.
    crash: (store) => store.close(),
    dispose: () => rm(dataDir, { recursive: true }),
  };
});
