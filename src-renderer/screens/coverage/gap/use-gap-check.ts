import type { GapFindings } from '../../../../src-shared/api/searches.ts';
import { useRequest } from '../../../stores/queries/use-request.ts';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useSignal, useStores, useSubscriptions, useWatch } from '../../../stores/use-stores.ts';
import { type CheckedGap, type GapCheck, gapCheckOf } from './gap-check.ts';

export function useGapCheck(gap: number): GapCheck {
  return gapCheckOf(
    useSubscriptions(({ searches }) => searches),
    gap,
  );
}

export function useCheckUnavailable({ to }: Gap): string | null {
  const { kind } = useSignal();
  const isReadOnly = useWatch(({ shown }) => shown?.storage.kind === 'read-only');
  if (kind === 'wire-lost') return 'Watchfloor does not answer';
  if (to === null) return 'The gap still lasts';
  if (isReadOnly) return 'The store can only be read here';
  return kind === 'sign-in-needed' ? 'Sign in first' : null;
}

export function useStartCheck(gap: number): { start: () => void; isStarting: boolean; error: Error | null } {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const { run, isRunning, error } = useRequest();
  const start = () => {
    if (watch !== null && !isRunning) void run(() => backend.subscriptions.checkGap.mutate({ watch, gap }));
  };
  return { start, isStarting: isRunning, error };
}

export type FindingsState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly findings: GapFindings }
  | { readonly kind: 'failed'; readonly error: Error; readonly retry: () => void };

export function useFindings(gap: number, { search, askedAt, changed, missed }: CheckedGap): FindingsState {
  const { backend } = useStores();
  const key = `${gap} ${search} ${askedAt} ${changed} ${missed}`;
  const { value, error, retry } = useWatchQuery<GapFindings>(key, ({ watch }) =>
    backend.subscriptions.gapFindings.query({ watch, gap }),
  );
  if (error !== null) return { kind: 'failed', error, retry };
  return value === null ? { kind: 'reading' } : { kind: 'read', findings: value };
}
