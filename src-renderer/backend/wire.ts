/**
 * The one connection of a page: whether it is up, when it was last heard on, and calls that know when it is lost. Feeds
 * resume by themselves, calls never do: what was rejected here is not sent later behind the caller's back.
 */
import { createWSClient } from '@trpc/client';
import { abortable } from '../../src-shared/lib/abortable.ts';
import type { ClockReading, PageClock } from '../time/page-clock.ts';
import { BackendError } from './backend-error.ts';
import { watchdogSocket } from './watchdog-socket.ts';
import type { Transport } from './transport.ts';

export type WireState = 'connecting' | 'open' | 'lost';

export interface Wire {
  readonly socket: ReturnType<typeof createWSClient>;
  /** The present state at once, then each change. */
  subscribe(listener: (state: WireState) => void): () => void;
  /** When anything was last heard, on this connection or one before; `null` where nothing ever was. */
  lastReceived(): ClockReading | null;
  /**
   * Rejects with `no-answer` at once where the wire is lost, or gets lost before the answer.
   * @param longestMs with `no-answer` after that, too, whatever else is heard; absent: it may take its time.
   */
  call<T>(ask: (signal: AbortSignal) => Promise<T>, longestMs?: number): Promise<T>;
}

/** A page that slept is current again before anybody has looked; one that is cut again and again asks no host to death. */
const INITIAL_RETRY_DELAY_MS = 100;
/** Quick enough to go unnoticed after a restart of the backend, slow enough to cost nothing overnight. */
const MAX_RETRY_DELAY_MS = 5_000;

export function openWire(pipe: Transport, clock: PageClock): Wire {
  let lastHeard: ClockReading | null = null;
  let state: WireState = 'connecting';
  let untilLost = new AbortController();
  const listeners = new Set<(state: WireState) => void>();

  const socket = createWSClient({
    url: pipe.url,
    WebSocket: watchdogSocket(pipe.WebSocket, clock, (at) => {
      lastHeard = at;
    }),
    retryDelayMs: (attempt) => Math.min(INITIAL_RETRY_DELAY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS),
  });

  function turn(to: WireState): void {
    if (to === state) return;
    state = to;
    if (to === 'lost') untilLost.abort(noAnswerError());
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
    lastReceived: () => lastHeard,
    async call(ask, longestMs) {
      const { signal } = untilLost;
      // Not even asked: tRPC would wait for the next connection once for each call.
      if (signal.aborted) throw noAnswerError();
      // tRPC keeps what it has not sent yet for the next connection; the signal makes it forget that.
      if (longestMs === undefined) return abortable(ask(signal), signal);
      const overdue = new AbortController();
      const stopWaiting = clock.after(longestMs, () => overdue.abort(noAnswerError('No answer came in time.')));
      const either = AbortSignal.any([signal, overdue.signal]);
      try {
        return await abortable(ask(either), either);
      } finally {
        stopWaiting();
      }
    },
  };
}

function noAnswerError(why = 'The wire to the backend is lost.'): BackendError {
  return new BackendError({ kind: 'no-answer' }, why);
}
