import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileIdSchema } from '../../src-shared/domain/identity.ts';
import { createInThreadBooks } from '../doubles/in-thread-books.ts';
import { MemoryCaseBooks } from '../doubles/memory-case-book.ts';
import { caseBookConformance } from './case-book-conformance.ts';

const place = { id: profileIdSchema.parse('conformance'), name: 'Conformance', practice: false, source: '' };

// What the threads add is in `test/unit/adapters/case-book/book-files.test.ts`.
caseBookConformance('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'watchfloor-book-'));
  const opener = createInThreadBooks(() => directory);
  return {
    open: () => opener.open(place),
    openPrivate: () => opener.openPrivate(place),
    dispose: () => rm(directory, { recursive: true, force: true }),
  };
});
caseBookConformance('in memory', async () => {
  const opener = new MemoryCaseBooks();
  return {
    open: () => opener.open(place),
    openPrivate: () => opener.openPrivate(place),
    dispose: async () => undefined,
  };
});
