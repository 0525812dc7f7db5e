import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventStoreOpener } from '../../src-main/adapters/event-store/event-store.ts';
import { eventStoreConformance } from './event-store-conformance.ts';

eventStoreConformance('the SQLite event store behind its two workers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-store-'));
  const opener = createEventStoreOpener({ dataDir });
  return {
    open: () => opener.open({ profileName: 'Conformance', practice: false }),
    // Closing says nothing to the store's rows; the real kill -9 is in test/faults.
    crash: (store) => store.close(),
    dispose: () => rm(dataDir, { recursive: true }),
  };
});
