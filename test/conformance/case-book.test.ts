import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { createInThreadProjections } from '../doubles/in-thread-projections.ts';
import { caseBookConformance } from './case-book-conformance.ts';

const place = { id: profileIdSchema.parse('conformance'), name: 'Conformance', practice: false, source: '' };

// `test/unit/adapters/case-projection/case-files.test.ts` covers what the threads add.
caseBookConformance('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchfloor-book-'));
  const opener = createInThreadProjections(() => directory);
  return {
    open: () => opener.open(place),
    openPrivate: () => opener.openPrivate(place),
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});
