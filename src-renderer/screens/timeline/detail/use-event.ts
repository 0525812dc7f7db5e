import type { EventDetail } from '../../../../src-shared/api/timeline.ts';
import { BackendError } from '../../../backend/backend-error.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';

export type OpenedEvent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly event: EventDetail }
  | { readonly kind: 'missing' }
  /** `retriesAutomatically`: true if it is read again automatically. */
  | { readonly kind: 'unreachable'; readonly retriesAutomatically: boolean }
  | { readonly kind: 'failed'; readonly error: Error };

/** Reads a complete event. If the backend cannot be reached, reads it after the reconnect. Keeps what was read. */
export function useEvent(seq: number): { opened: OpenedEvent; retry: () => void } {
  const { backend } = useStores();
  const isLost = useWatch((state) => state.wire.kind === 'lost');
  const { value, error, retry } = useWatchQuery<EventDetail>(String(seq), ({ watch }) =>
    backend.timeline.event.query({ watch, seq }),
  );
  if (value !== null) return { opened: { kind: 'ready', event: value }, retry };
  const opened: OpenedEvent = error === null ? { kind: 'loading' } : failed(error);
  return {
    opened: isLost && opened.kind !== 'missing' ? { kind: 'unreachable', retriesAutomatically: true } : opened,
    retry,
  };
}

function failed(error: Error): OpenedEvent {
  if (!(error instanceof BackendError)) return { kind: 'failed', error };
  if (error.failure.kind === 'no-answer') return { kind: 'unreachable', retriesAutomatically: false };
  return error.data?.code === 'EVENT_NOT_FOUND' ? { kind: 'missing' } : { kind: 'failed', error };
}
