import { useCallback, useEffect, useState } from 'react';
import type { HostDescription } from '../../../src-shared/api/watch.ts';
import { useStores, useWatch } from '../use-stores.ts';

/** @param load must be the same function for the same query. Returns `initial` until an answer arrives. */
export function useQuery<T>(load: () => Promise<T>, initial: T): T {
  const [result, setResult] = useState(initial);
  const isAnswering = useWatch(({ wire }) => wire.kind === 'open');
  useEffect(() => {
    if (isAnswering) load().then(setResult, () => undefined);
  }, [load, isAnswering]);
  return result;
}

export function useHost(): HostDescription | null {
  const { backend } = useStores();
  const describe = useCallback(() => backend.host.describe.query(), [backend]);
  return useQuery<HostDescription | null>(describe, null);
}
