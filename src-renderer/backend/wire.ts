/** Feeds resume after a reconnect. Calls do not: a rejected call is never sent later. */
import { createWSClient } from '@trpc/client';
import { abortable } from '../../src-shared/lib/abortable.ts';
import type { ClockReading, PageClock } from '../time/page-clock.ts';
import { BackendError } from './backend-error.ts';
import { watchdogSocket } from './watchdog-socket.ts';
import type { Transport } from './transport.ts';

export type WireState = 'connecting' | 'open' | 'lost';

export interface Wire {
  readonly socket: ReturnType<typeof createWSClient>;
  subscribe(listener: (state: WireState) => void): () => void;
  /** Time of the last message on this or an earlier connection; null if there was none. */
  lastReceived(): ClockReading | null;
  /** Rejects with `no-answer` if the connection is lost, or after `timeoutMs`. `signal` cancels the call. */
  call<T>(request: (signal: AbortSignal) => Promise<T>, options?: WireCallOptions): Promise<T>;
}

interface WireCallOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Short, so that a page that slept is up to date at once. Doubles, so that failures do not flood the host. */
const INITIAL_RETRY_DELAY_MS = 100;
/** Short enough to go unnoticed after a backend restart, long enough to cost nothing overnight. */
const MAX_RETRY_DELAY_MS = 5_000;

export function openWire(pipe: Transport, clock: PageClock): Wire {
  let receivedAt: ClockReading | null = null;
  let state: WireState = 'connecting';
  let untilLost = new AbortController();
  const listeners = new Set<(state: WireState) => void>();

  const socket = createWSClient({
    url: pipe.url,
    WebSocket: watchdogSocket(pipe.WebSocket, clock, (at) => {
      receivedAt = at;
    }),
    retryDelayMs: (attempt) => Math.min(INITIAL_RETRY_DELAY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS),
  });

  function turn(to: WireState): void {
    if (to === state) return;
    state = to;
    if (to === 'lost') untilLost.abort(noResponseError());
    else if (untilLost.signal.aborted) untilLost = new AbortController();
    for (const listener of listeners) listener(to);
  }
  socket.connectionState.subscribe({
    next: (connection) => {
      if (connection.state === 'pending') turn('open');
      else turn(connection.state === 'connecting' && connection.error === null ? 'connecting' : 'lost');
    },
  });

  return {
    socket,
    subscribe(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
    lastReceived: () => receivedAt,
    async call(request, { timeoutMs, signal: cancelled } = {}) {
      // Rejects here, because tRPC would hold the call until the next connection.
      if (untilLost.signal.aborted) throw noResponseError();
      // tRPC queues unsent calls for the next connection; the signal removes this one.
      const signal = cancelled === undefined ? untilLost.signal : AbortSignal.any([untilLost.signal, cancelled]);
      if (timeoutMs === undefined) return abortable(request(signal), signal);
      const overdue = new AbortController();
      const stopWaiting = clock.after(timeoutMs, () => overdue.abort(noResponseError('No answer came in time.')));
      const either = AbortSignal.any([signal, overdue.signal]);
      try {
        return await abortable(request(either), either);
      } finally {
        stopWaiting();
      }
    },
  };
}

function noResponseError(message = 'The connection to the backend is lost.'): BackendError {
  return new BackendError({ kind: 'no-answer' }, message);
}
