import type { SearchState } from '../../../../src-shared/api/searches.ts';
import { expect, test } from 'vitest';
import { loadStep } from '../../../../src-main/core/exports/load-step.ts';

const loading = (isPaused: boolean): SearchState => ({
  kind: 'loading',
  isPaused,
  waitsUntil: null,
  goodUntil: null,
  rowsPerSecond: 0,
});
const error = { code: 'NO_SEARCH', facts: { id: 's' } } as const;

test.each<[SearchState, string, string]>([
  [{ kind: 'asking', since: 0, waitsUntil: null }, 'wait', 'wait'],
  [{ kind: 'more', goodUntil: 1 }, 'load', 'given-up'],
  [{ kind: 'lapsed', at: 1 }, 'load', 'given-up'],
  [{ kind: 'ended', by: 'no-token' }, 'whole', 'whole'],
  [loading(false), 'wait', 'wait'],
  [loading(true), 'load', 'wait'],
  [{ kind: 'failed', error, request: null, goodUntil: null }, 'load', 'failed'],
  [{ kind: 'cancelled', goodUntil: null }, 'load', 'given-up'],
  [{ kind: 'stored', end: null }, 'load', 'given-up'],
  [{ kind: 'stored', end: 'count' }, 'whole', 'whole'],
])(
  '[EXPORT-6] returns for a search in the state %j the step %s before a load request and %s after it',
  (state, before, after) => {
    expect([loadStep(state, false).kind, loadStep(state, true).kind]).toEqual([before, after]);
  },
);
