/** Opens SQLite books of cases in the calling thread; they behave as in threads of their own. */
import { openBookReader } from '../../src-main/adapters/case-book/book-reader.ts';
import { openBookWriter } from '../../src-main/adapters/case-book/book-writer.ts';
import { caseBookOpenerOf } from '../../src-main/adapters/case-book/case-book.ts';
import { inThread } from '../../src-main/adapters/threads/remote.ts';
import type { CaseBookOpener } from '../../src-main/core/ports/case-book.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';

/** @param leaveBytes free disk space that books must not use */
export function createInThreadBooks(directoryOf: (place: StorePlace) => string, leaveBytes = 0): CaseBookOpener {
  return caseBookOpenerOf(directoryOf, {
    writer: (path, from) => inThread(() => openBookWriter(path, { from, leaveBytes })),
    reader: (path) => inThread(() => openBookReader(path)),
  });
}
