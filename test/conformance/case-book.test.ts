import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { createInThreadBooks } from '../doubles/in-thread-books.ts';
import { caseBookConformance } from './case-book-conformance.ts';

const place = { id: profileIdSchema.parse('conformance'), name: 'Conformance', practice: false, source: '' };

// `test/unit/adapters/case-book/book-files.test.ts` covers what the threads add.
caseBookConformance('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchfloor-book-'));
  const opener = createInThreadBooks(() => directory);
  return {
    open: () => opener.open(place),
    openPrivate: () => opener.openPrivate(place),
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});
