import { useCallback, useEffect, useState } from 'react';
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import { asError } from '../../../backend/backend-error.ts';
import type { BackendClient } from '../../../backend/client.ts';
import { useStores } from '../../../stores/use-stores.ts';

export type DesktopAccess = ReturnType<typeof useDesktop>;

export function useDesktop() {
  const { desktop } = useStores().backend;
  const [state, setState] = useState<DesktopState | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  useEffect(() => desktop.feed.subscribe(undefined, { onData: setState, onEnd: setTrouble }), [desktop]);
  const run = useCallback(
    (call: (client: BackendClient['desktop']) => Promise<void>) => {
      setTrouble(null);
      call(desktop).catch((error: unknown) => setTrouble(asError(error)));
    },
    [desktop],
  );
  return { state, trouble, run };
}
