import type { CaseProjectionCommit, CaseProjection } from '../../../src-main/core/ports/case-projection.ts';
import { aProjectionCommit } from '../../doubles/case-states.ts';

/** Access of a test to a case projection. Each test has a new folder. */
export interface TestedBook {
  /** A new object after each reopening. */
  readonly book: CaseProjection;
  reopen(): Promise<void>;
  openPrivate(): CaseProjection;
}

export const BASIS = { version: '1', events: 'one/0' };

/** Commits these changes to an empty projection. */
export async function fill({ book }: TestedBook, changes: Partial<CaseProjectionCommit>): Promise<void> {
  await book.writer.position(BASIS);
  await book.writer.commit(aProjectionCommit(100, changes));
}
