import type { CaseProjectionCommit, CaseProjection } from '../../../src-main/core/ports/case-projection.ts';
import { aProjectionCommit } from '../../doubles/case-states.ts';

export interface TestedCaseProjection {
  readonly caseProjection: CaseProjection;
  reopen(): Promise<void>;
  openPrivate(): CaseProjection;
}

export const BASIS = { version: '1', events: 'one/0' };

export async function fill(
  { caseProjection }: TestedCaseProjection,
  changes: Partial<CaseProjectionCommit>,
): Promise<void> {
  await caseProjection.writer.position(BASIS);
  await caseProjection.writer.commit(aProjectionCommit(100, changes));
}
