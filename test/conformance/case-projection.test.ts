import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { databasesInFolders } from '../doubles/in-thread-databases.ts';
import { caseProjectionConformance } from './case-projection-conformance.ts';

const storeIdentity = { id: profileIdSchema.parse('conformance'), name: 'Conformance', practice: false, source: '' };

caseProjectionConformance('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchfloor-book-'));
  const opener = databasesInFolders(() => directory).caseProjections;
  return {
    open: () => opener.open(storeIdentity),
    openPrivate: () => opener.openPrivate(storeIdentity),
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});
