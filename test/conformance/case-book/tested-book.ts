import type { CaseProjectionCommit, CaseProjection } from '../../../src-main/core/ports/case-projection.ts';
import { aProjectionCommit } from '../../doubles/case-states.ts';

/** What a test does to a book; each test has a new place. */
export interface TestedBook {
  /** Another object after each time it was opened. */
  readonly book: CaseProjection;
  reopen(): Promise<void>;
  openPrivate(): CaseProjection;
}

export const BASIS = { version: '1', events: 'one/0' };

/** Commits these to an empty book. */
export async function fill({ book }: TestedBook, changes: Partial<CaseProjectionCommit>): Promise<void> {
  await book.writer.position(BASIS);
  await book.writer.commit(aProjectionCommit(100, changes));
}
