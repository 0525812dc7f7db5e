/**
 * Reads a complete event when it is opened. If the backend cannot be reached, reads it after the reconnect. Keeps what
 * was read.
 */
import { useCallback, useEffect, useState } from 'react';
import type { EventDetail } from '../../../../src-shared/api/timeline.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { asError, BackendError } from '../../../backend/backend-error.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

export type OpenedEvent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly event: EventDetail }
  | { readonly kind: 'missing' }
  /** `retriesAutomatically`: true if it is read again automatically. */
  | { readonly kind: 'unreachable'; readonly retriesAutomatically: boolean }
  | { readonly kind: 'failed'; readonly error: Error };

/** Includes the watch, because seq numbers are unique only within one. */
interface EventKey {
  readonly watch: WatchId;
  readonly seq: number;
}

export function useEvent(seq: number): { opened: OpenedEvent; retry: () => void } {
  const { backend } = useStores();
  const watch = useWatch((state) => state.shown?.watch ?? null);
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const [result, setResult] = useState<{ key: EventKey; opened: OpenedEvent } | null>(null);

  const isOfEvent = result !== null && result.key.watch === watch && result.key.seq === seq;
  const isRead = isOfEvent && result.opened.kind === 'ready';
  const read = useCallback(() => {
    let isCurrent = true;
    const settle = (opened: OpenedEvent) => {
      if (isCurrent && watch !== null) setResult({ key: { watch, seq }, opened });
    };
    if (watch !== null)
      backend.timeline.event.query({ watch, seq }).then(
        (event) => settle({ kind: 'ready', event }),
        (thrown: unknown) => settle(failed(asError(thrown))),
      );
    return () => {
      isCurrent = false;
    };
  }, [backend, watch, seq]);
  useEffect(() => (isLost || isRead ? undefined : read()), [read, isLost, isRead]);

  function retry(): void {
    setResult(null);
    read();
  }

  if (isOfEvent && (result.opened.kind === 'ready' || result.opened.kind === 'missing'))
    return { opened: result.opened, retry };
  if (isLost) return { opened: { kind: 'unreachable', retriesAutomatically: true }, retry };
  return { opened: isOfEvent ? result.opened : { kind: 'loading' }, retry };
}

function failed(error: Error): OpenedEvent {
  if (!(error instanceof BackendError)) return { kind: 'failed', error };
  if (error.failure.kind === 'no-answer') return { kind: 'unreachable', retriesAutomatically: false };
  return error.data?.code === 'EVENT_NOT_FOUND' ? { kind: 'missing' } : { kind: 'failed', error };
}
