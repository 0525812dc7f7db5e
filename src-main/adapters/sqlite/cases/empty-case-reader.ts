/** Answers if there is no case projection yet. The board fails, because an empty one would show that all is well. */
import { appError } from '../../../../src-shared/api/errors.ts';
import type { CaseProjectionReader } from '../../../core/ports/case-projection.ts';

export const EMPTY_CASE_PROJECTION_READER: CaseProjectionReader = {
  position: async () => ({ cursor: 0, facts: 0 }),
  board: () => Promise.reject(appError('STORE_LOST', {})),
  sparks: async ({ keys, steps }) => keys.map((key) => ({ key, counts: Array.from({ length: steps }, () => 0) })),
  list: async () => ({ cases: [], next: null, total: 0, outcomes: null }),
  cases: async () => [],
  attempts: async () => [],
  stays: async () => ({ stays: [], next: null }),
  requestOutcomes: async () => [],
  close: async () => undefined,
};
