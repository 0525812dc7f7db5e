/** Hooks for a gap's *Check inventory*: its state, its findings, and a function that starts it. */
import { useCallback, useEffect, useState } from 'react';
import type { GapFindings } from '../../../../src-shared/api/searches.ts';
import type { Gap } from '../../../../src-shared/domain/coverage.ts';
import { asError } from '../../../backend/backend-error.ts';
import { useSignal, useStores, useSubscriptions, useWatch } from '../../../stores/use-stores.ts';
import { type CheckedGap, type GapCheck, gapCheckOf } from './gap-check.ts';

export function useGapCheck(gap: number): GapCheck {
  return gapCheckOf(
    useSubscriptions(({ searches }) => searches),
    gap,
  );
}

/** Returns why the check cannot start now; null if it can. */
export function useCheckUnavailable({ to }: Gap): string | null {
  const { kind } = useSignal();
  const isReadOnly = useWatch(({ shown }) => shown?.storage.kind === 'read-only');
  if (kind === 'wire-lost') return 'Watchfloor does not answer';
  if (to === null) return 'The gap still lasts';
  if (isReadOnly) return 'The store can only be read here';
  return kind === 'sign-in-needed' ? 'Sign in first' : null;
}

/** @returns `trouble`: why the last start failed */
export function useStartCheck(gap: number): { start: () => void; isStarting: boolean; trouble: Error | null } {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const [state, setState] = useState<{ isStarting: boolean; trouble: Error | null }>({
    isStarting: false,
    trouble: null,
  });
  const start = () => {
    if (watch === null || state.isStarting) return;
    setState({ isStarting: true, trouble: null });
    backend.subscriptions.checkGap(watch, gap).then(
      () => setState({ isStarting: false, trouble: null }),
      (error: unknown) => setState({ isStarting: false, trouble: asError(error) }),
    );
  };
  return { start, ...state };
}

export type FindingsState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly findings: GapFindings }
  | { readonly kind: 'failed'; readonly error: Error; readonly retry: () => void };

/** Reads the findings again after another check, another response, or a reconnect. */
export function useFindings(gap: number, { search, askedAt, changed, missed }: CheckedGap): FindingsState {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isLost = useWatch(({ wire }) => wire.kind === 'lost');
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const of = `${search} ${askedAt} ${changed} ${missed} ${attempt}`;
  const [answer, setAnswer] = useState<{ readonly of: string; readonly state: FindingsState } | null>(null);
  useEffect(() => {
    if (watch === null || isLost) return undefined;
    let isWanted = true;
    backend.subscriptions.gapFindings(watch, gap).then(
      (findings) => isWanted && setAnswer({ of, state: { kind: 'read', findings } }),
      (error: unknown) => isWanted && setAnswer({ of, state: { kind: 'failed', error: asError(error), retry } }),
    );
    return () => {
      isWanted = false;
    };
  }, [backend, watch, gap, of, isLost, retry]);
  return answer?.of === of ? answer.state : { kind: 'reading' };
}
