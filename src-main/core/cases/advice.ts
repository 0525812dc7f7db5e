/** The document's advice in three stages, and how far it was followed: by what people said, and by new events alone. */
import type { AdviceStage } from '../../../src-shared/api/cases.ts';
import type { StoredFact } from '../../../src-shared/domain/case-fact.ts';
import type { AttemptState, CaseState } from '../ports/case-book.ts';

/**
 * @param attempts those before its last one, in any order
 * @param facts of the case and of its group meanwhile, in any order
 */
export function adviceOf(
  state: CaseState,
  attempts: readonly AttemptState[],
  facts: readonly StoredFact[],
  now: number,
): AdviceStage[] {
  void [state, attempts, facts, now];
  return [];
}
