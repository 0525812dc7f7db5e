/** One event whole, read when it is opened. */
import { useCallback, useEffect, useState } from 'react';
import type { EventDetail } from '../../../src-shared/api/timeline.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';
import { asError } from '../../backend/backend-error.ts';
import { useStores, useWatch } from '../../stores/use-stores.ts';

export type OpenedEvent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly event: EventDetail }
  | { readonly kind: 'failed'; readonly error: Error };

/** The same number is another event in another watch. */
interface Place {
  readonly watch: WatchId | null;
  readonly seq: number;
}

export function useEvent(seq: number): { opened: OpenedEvent; retry: () => void } {
  const { backend } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const [answer, setAnswer] = useState<{ of: Place; opened: OpenedEvent } | null>(null);

  const read = useCallback(() => {
    let wanted = true;
    const settle = (opened: OpenedEvent) => wanted && setAnswer({ of: { watch, seq }, opened });
    if (watch !== null)
      backend.timeline.event({ watch, seq }).then(
        (event) => settle({ kind: 'ready', event }),
        (error: unknown) => settle({ kind: 'failed', error: asError(error) }),
      );
    return () => {
      wanted = false;
    };
  }, [backend, watch, seq]);
  useEffect(read, [read]);

  function retry(): void {
    setAnswer(null);
    read();
  }

  const isOfThis = answer !== null && answer.of.watch === watch && answer.of.seq === seq;
  return { opened: isOfThis ? answer.opened : { kind: 'loading' }, retry };
}
