/** What the backend answers to a question that has no need to be followed. Asked again when the wire is back. */
import { useCallback, useEffect, useState } from 'react';
import type { HostDescription } from '../../src-shared/api/watch.ts';
import { useStores, useWatch } from './use-stores.ts';

/** @param ask one function for as long as it is the same question. Without an answer it stays at `unanswered`. */
export function useQuery<T>(ask: () => Promise<T>, unanswered: T): T {
  const [answer, setAnswer] = useState(unanswered);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  useEffect(() => {
    if (isAnswering) ask().then(setAnswer, () => undefined);
  }, [ask, isAnswering]);
  return answer;
}

/** What this host is and can do; `null` until it has answered. */
export function useHost(): HostDescription | null {
  const { backend } = useStores();
  const describe = useCallback(() => backend.host.describe(), [backend]);
  return useQuery<HostDescription | null>(describe, null);
}
