import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { databasesInFolders } from '../doubles/in-thread-databases.ts';
import { inventoryStoreConformance } from './inventory-store-conformance.ts';

const storeIdentity = { id: profileIdSchema.parse('conformance'), name: 'Conformance', practice: false, source: '' };

// `test/unit/adapters/sqlite/inventory/inventory-files.test.ts` covers what the threads add.
inventoryStoreConformance('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchfloor-inventory-'));
  const opener = databasesInFolders(() => directory).inventories;
  return { open: () => opener.open(storeIdentity), dispose: () => rm(directory, { recursive: true, force: true }) };
});
