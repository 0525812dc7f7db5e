/** Real SQLite books of cases without their threads: they do the same with what they are told. */
import { openBookReader } from '../../src-main/adapters/case-book/book-reader.ts';
import { openBookWriter } from '../../src-main/adapters/case-book/book-writer.ts';
import { caseBookOpenerOf } from '../../src-main/adapters/case-book/case-book.ts';
import { inThread } from '../../src-main/adapters/threads/remote.ts';
import type { CaseBookOpener } from '../../src-main/core/ports/case-book.ts';
import type { StorePlace } from '../../src-main/core/ports/event-store.ts';

/** @param leaveBytes of the disk that are not for books */
export function createInThreadBooks(directoryOf: (place: StorePlace) => string, leaveBytes = 0): CaseBookOpener {
  return caseBookOpenerOf(directoryOf, {
    writer: (path, from) => inThread(() => openBookWriter(path, { from, leaveBytes })),
    reader: (path) => inThread(() => openBookReader(path)),
  });
}
