/** Subscribes to the state of the desktop while a component uses it, and sends requests to it. */
import { useCallback, useEffect, useState } from 'react';
import type { DesktopState } from '../../../../src-shared/api/desktop.ts';
import { asError } from '../../../backend/backend-error.ts';
import type { DesktopClient } from '../../../backend/desktop-client.ts';
import { useStores } from '../../../stores/use-stores.ts';

export interface DesktopAccess {
  readonly state: DesktopState | null;
  /** Error of the last request or of the subscription. */
  readonly trouble: Error | null;
  readonly run: (deed: (desktop: DesktopClient) => Promise<void>) => void;
}

export function useDesktop(): DesktopAccess {
  const { desktop } = useStores().backend;
  const [state, setState] = useState<DesktopState | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  useEffect(() => desktop.subscribe({ onData: setState, onEnd: setTrouble }), [desktop]);
  const run = useCallback(
    (deed: (client: DesktopClient) => Promise<void>) => {
      setTrouble(null);
      deed(desktop).catch((error: unknown) => setTrouble(asError(error)));
    },
    [desktop],
  );
  return { state, trouble, run };
}
