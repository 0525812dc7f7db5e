/** Loads an answer that needs no updates. Requests it again when the connection returns. */
import { useCallback, useEffect, useState } from 'react';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import { useStores, useWatch } from './use-stores.ts';

/** @param ask must be the same function for the same query. Returns `unanswered` until an answer arrives. */
export function useQuery<T>(ask: () => Promise<T>, unanswered: T): T {
  const [answer, setAnswer] = useState(unanswered);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  useEffect(() => {
    if (isAnswering) ask().then(setAnswer, () => undefined);
  }, [ask, isAnswering]);
  return answer;
}

export function useHost(): HostDescription | null {
  const { backend } = useStores();
  const describe = useCallback(() => backend.host.describe(), [backend]);
  return useQuery<HostDescription | null>(describe, null);
}
