import { useEffect, useState } from 'react';
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import type { BackendClient } from '../../../backend/client.ts';
import { useRequest } from '../../../stores/queries/use-request.ts';
import { useStores } from '../../../stores/use-stores.ts';

export type DesktopAccess = ReturnType<typeof useDesktop>;

export function useDesktop() {
  const { desktop } = useStores().backend;
  const [state, setState] = useState<DesktopState | null>(null);
  const [feedError, setFeedError] = useState<Error | null>(null);
  const { run, error } = useRequest();
  useEffect(() => desktop.feed.subscribe(undefined, { onData: setState, onEnd: setFeedError }), [desktop]);
  return {
    state,
    trouble: error ?? feedError,
    run: (call: (client: BackendClient['desktop']) => Promise<void>) => void run(() => call(desktop)),
  };
}
