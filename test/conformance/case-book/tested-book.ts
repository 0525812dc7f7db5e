import type { BookCommit, CaseBook } from '../../../src-main/core/ports/case-book.ts';
import { aCommit } from '../../doubles/case-states.ts';

/** What a test does to a book; each test has a new place. */
export interface TestedBook {
  /** Another object after each time it was opened. */
  readonly book: CaseBook;
  reopen(): Promise<void>;
  openPrivate(): CaseBook;
}

export const BASIS = { version: '1', events: 'one/0' };

/** Commits these to an empty book. */
export async function fill({ book }: TestedBook, changes: Partial<BookCommit>): Promise<void> {
  await book.writer.position(BASIS);
  await book.writer.commit(aCommit(100, changes));
}
