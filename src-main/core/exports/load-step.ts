/** Whether all of a search is there, is still coming, or will not come: what an export that awaits it goes by. */
import type { AppErrorData } from '../../../src-shared/api/errors.ts';
import type { SearchState } from '../../../src-shared/domain/saved-search.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';

export type LoadStep =
  | { readonly kind: 'whole' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'load' }
  | { readonly kind: 'failed'; readonly error: AppErrorData }
  /** Somebody gave it up, or it ended with the watch. */
  | { readonly kind: 'given-up' };

/** @param asked the export has asked for all of it before */
export function loadStep(state: SearchState, asked: boolean): LoadStep {
  const begin: LoadStep = asked ? { kind: 'given-up' } : { kind: 'load' };
  switch (state.kind) {
    case 'ended':
      return { kind: 'whole' };
    case 'asking':
      return { kind: 'wait' };
    case 'loading':
      // Who pauses later has a reason, and goes on when it is over.
      return state.isPaused && !asked ? { kind: 'load' } : { kind: 'wait' };
    case 'more':
    case 'lapsed':
    case 'cancelled':
      return begin;
    case 'stored':
      return state.end === null ? begin : { kind: 'whole' };
    case 'failed':
      return asked ? { kind: 'failed', error: state.error } : { kind: 'load' };
    default:
      return assertNever(state);
  }
}
