/** Starts one attempt against a server and records everything that it reports. */
import { createStreamClient } from '../../src-main/adapters/stream/stream-client.ts';
import { createNetwork } from '../../src-main/adapters/network/network.ts';
import type { StreamFetch } from '../../src-main/adapters/stream/stream-connection.ts';
import type { AttemptEnd, StreamAttempt } from '../../src-main/core/ports/stream-client.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import { FakeClock } from './fake-clock.ts';
import { SilentLog } from './silent-log.ts';

/** Tests check that no text contains this token. */
export const canaryToken = 'canary-5f3a9c1e7b20d846-secret.part~two';

export interface RecordedAttempt {
  readonly clock: FakeClock;
  readonly events: ReceivedEvent[];
  /** Id from which the stream would be resumed, from events and ids without data; `''` at the beginning. */
  readonly lastEventId: () => string;
  /** Number of events of the bytes that were read. */
  readonly counted: () => number;
  readonly opened: () => boolean;
  readonly ended: Promise<AttemptEnd>;
  readonly abort: () => void;
}

export function startAttempt(
  url: string,
  options: Partial<Omit<StreamAttempt, 'url'>> & { clock?: FakeClock; fetch?: StreamFetch } = {},
): RecordedAttempt {
  const { clock = new FakeClock(), fetch, ...attempt } = options;
  const events: ReceivedEvent[] = [];
  let opened = false;
  let lastEventId = '';
  let counted = 0;
  const aborter = new AbortController();
  const network = createNetwork({ env: {} });
  const log = new SilentLog();
  const client = createStreamClient({ clock, log, network, ...(fetch === undefined ? {} : { fetch }) });
  const ended = client.attempt({
    url,
    caFile: null,
    proxy: 'environment',
    accessToken: canaryToken,
    lastEventId: null,
    silenceMs: 75_000,
    signal: aborter.signal,
    onOpen: () => {
      opened = true;
    },
    onEvent: (event) => {
      events.push(event);
      lastEventId = event.id ?? lastEventId;
    },
    onCursor: (id) => {
      lastEventId = id;
    },
    onCounted: (number) => {
      counted = number;
    },
    ...attempt,
  });
  return {
    clock,
    events,
    lastEventId: () => lastEventId,
    counted: () => counted,
    opened: () => opened,
    ended,
    abort: () => {
      aborter.abort();
    },
  };
}
