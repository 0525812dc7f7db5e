import { useCallback } from 'react';
import type { Gap } from '../../../../src-shared/domain/coverage/coverage.ts';
import { useQuery } from '../../../stores/queries/use-query.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

/** Reads all gaps: they are kept forever, and there are some tens a day. */
export function useUnlistedGap(id: number | null): Gap | null {
  const { backend } = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const load = useCallback(async () => {
    if (watch === null || id === null) return null;
    const { gaps } = await backend.coverage.span.query({ watch, from: 0, to: Number.MAX_SAFE_INTEGER });
    return gaps.find((gap) => gap.id === id) ?? null;
  }, [backend, watch, id]);
  const found = useQuery<Gap | null>(load, null);
  return found?.id === id ? found : null;
}
