import type { CaseKey } from '../../../src-shared/domain/cases/case.ts';
import type { CaseState } from '../ports/case-projection.ts';

/** Cases per query, so that one answer does not delay other callers. */
const MAX_CASES_PER_QUERY = 500;

/** Keys without a case are missing. After an error, `found` has the batches before it. @throws the signal's reason */
export async function casesByKey<State extends Pick<CaseState, 'key'> = CaseState>(
  projection: { cases(keys: readonly CaseKey[]): Promise<State[]> },
  keys: readonly CaseKey[],
  signal?: AbortSignal,
  found = new Map<CaseKey, State>(),
): Promise<Map<CaseKey, State>> {
  for (let from = 0; from < keys.length; from += MAX_CASES_PER_QUERY) {
    signal?.throwIfAborted();
    for (const state of await projection.cases(keys.slice(from, from + MAX_CASES_PER_QUERY)))
      found.set(state.key, state);
  }
  return found;
}
