/** For which group an attempt that was put aside counts. */
import { causeKey, type CauseKey } from '../../../src-shared/domain/case-keys.ts';
import type { AttemptState } from '../../core/ports/case-book.ts';

/** As its case had it then; `null` where it did not fail. Of a request there is one attempt, and none is put aside. */
export function causeOfAttempt({ outcome, operation, errorCode }: AttemptState): CauseKey | null {
  if (outcome !== 'failed' && outcome !== 'partial' && outcome !== 'unknown') return null;
  return causeKey({ kind: 'localization', operation, type: null, code: errorCode });
}
