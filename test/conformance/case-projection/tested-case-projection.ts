import type { CaseProjectionCommit } from '../../../src-main/core/ports/case-projection.ts';
import type { InThreadProjection } from '../../doubles/in-thread-databases.ts';
import { aProjectionCommit } from '../../doubles/case-states.ts';

export interface TestedCaseProjection {
  readonly caseProjection: InThreadProjection;
  reopen(): Promise<void>;
  openPrivate(): InThreadProjection;
}

export const BASIS = { version: '1', events: 'one/0' };

export async function fill(
  { caseProjection }: TestedCaseProjection,
  changes: Partial<CaseProjectionCommit>,
): Promise<void> {
  await caseProjection.writer.position(BASIS);
  await caseProjection.writer.commit(aProjectionCommit(100, changes));
}
