/** One event whole, read when it is opened. */
import { useCallback, useEffect, useState } from 'react';
import type { EventDetail } from '../../../src-shared/api/timeline.ts';
import { useStores } from '../../stores/use-stores.ts';

export type OpenedEvent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly event: EventDetail }
  | { readonly kind: 'failed'; readonly message: string };

export function useEvent(seq: number): { opened: OpenedEvent; retry: () => void } {
  const { backend } = useStores();
  const [answers, setAnswers] = useState<{ seq: number; opened: OpenedEvent }>({ seq, opened: { kind: 'loading' } });

  const read = useCallback(() => {
    let wanted = true;
    const settle = (opened: OpenedEvent) => wanted && setAnswers({ seq, opened });
    backend.event(seq).then(
      (event) => settle({ kind: 'ready', event }),
      (error: unknown) => settle({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [backend, seq]);
  useEffect(read, [read]);

  function retry(): void {
    setAnswers({ seq, opened: { kind: 'loading' } });
    read();
  }

  return { opened: answers.seq === seq ? answers.opened : { kind: 'loading' }, retry };
}
