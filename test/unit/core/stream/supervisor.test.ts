import { afterEach, expect, test, vi } from 'vitest';
import { Changes } from '../../../../src-main/core/lib/changes.ts';
import { TokenError } from '../../../../src-main/core/ports/token-issuer.ts';
import { TokenKeeper } from '../../../../src-main/core/sign-in/token-keeper.ts';
import { Intake } from '../../../../src-main/core/stream/intake.ts';
import { streamStatus, type StreamState } from '../../../../src-main/core/stream/stream-state.ts';
import { superviseStream } from '../../../../src-main/core/stream/supervisor.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { RecordingStore } from '../../../doubles/recording-store.ts';
import { ScriptedStreams } from '../../../doubles/scripted-streams.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const closed = { kind: 'closed', retryMs: null, cutBytes: 0 } as const;
const lost = { kind: 'lost', code: 'ECONNRESET', detail: '', retryMs: null } as const;
const refused = (status: number) => ({ kind: 'refused', status, retryAfterMs: null, body: '' }) as const;

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

function supervise() {
  const clock = new FakeClock();
  const store = new RecordingStore();
  const streams = new ScriptedStreams();
  const log = new SilentLog();
  const wishes = new Changes();
  const ending = new AbortController();
  const intake = new Intake({ store, clock, log, onStored: () => {}, onStorage: () => {} });
  const issuer = { tokens: 0, refusal: null as TokenError | null };
  const give = async () => {
    if (issuer.refusal !== null) throw issuer.refusal;
    issuer.tokens += 1;
    return { accessToken: `token ${issuer.tokens}`, refreshToken: null, expiresInSeconds: 3_600 };
  };
  let state: StreamState = { kind: 'stopped', since: 0 };
  const supervision = superviseStream(
    {
      profile: someProfile,
      tokens: new TokenKeeper({
        profile: someProfile,
        issuer: { clientCredentials: give, refresh: give },
        readSecret: async () => 'secret',
        clock,
        signal: ending.signal,
      }),
      streams,
      intake,
      clock,
      log,
      random: () => 0.5,
      lastEventId: null,
      blindSince: clock.now(),
      publish: (next) => (state = next),
      wake: (signal) => wishes.beyond(wishes.revision, signal),
    },
    ending.signal,
  );
  stop = async () => {
    ending.abort(new Error('test over'));
    await supervision;
    await intake.close();
  };
  return {
    clock,
    store,
    streams,
    wishes,
    issuer,
    status: () => streamStatus(state, clock.now(), 75_000),
    attempts: (count: number) => vi.waitFor(() => expect(streams.attempts).toHaveLength(count)),
    /** The supervisor has decided and waits. */
    waits: (kind: string) =>
      vi.waitFor(() => expect([state.kind, streamStatus(state, clock.now(), 75_000).kind]).toEqual(['waiting', kind])),
  };
}

test('an open connection that says nothing is not watching; the first complete event makes it so', async () => {
  const { attempts, streams, status, clock } = supervise();
  await attempts(1);
  streams.attempts[0]?.onOpen();
  expect(status().kind).toBe('reconnecting');
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  expect(status()).toEqual({ kind: 'watching', since: clock.now(), lastEventAt: clock.now(), lastHeartbeatAt: null });
});

test('the planned end is followed at once, and the gap is called by its name', async () => {
  const { attempts, streams, store, clock } = supervise();
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(30 * 60_000);
  streams.event('SUBSCRIPTION_ENDED', clock.now());
  streams.end(closed);
  await attempts(2);
  await vi.waitFor(() => expect(store.written.at(-1)).toBe('session 1 ends: session-expired'));
  expect(streams.mostAlive).toBe(1);
});

test('reconnecting becomes blind when 75 s have passed since the last complete event', async () => {
  const { attempts, streams, status, clock, waits } = supervise();
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  const lastEventAt = clock.now();
  streams.end(lost);
  await waits('reconnecting');
  await clock.advance(500);
  await attempts(2);
  await clock.advance(74_499);
  expect(status().kind).toBe('reconnecting');
  await clock.advance(1);
  expect(status()).toMatchObject({
    kind: 'blind',
    since: lastEventAt,
    cause: { reason: 'connection-lost', code: 'ECONNRESET' },
  });
});

test('a 401 is answered with a new token once; the next 401 stops until a person acts', async () => {
  const { attempts, streams, status, clock, wishes, waits } = supervise();
  await attempts(1);
  streams.end(refused(401));
  await attempts(2);
  expect(streams.attempts.map(({ accessToken }) => accessToken)).toEqual(['token 1', 'token 2']);
  streams.end(refused(401));
  await waits('sign-in-needed');
  await clock.advance(600_000);
  expect(streams.attempts).toHaveLength(2);
  expect(status()).toMatchObject({ cause: { code: 'HTTP 401' } });
  wishes.notify();
  await attempts(3);
});

test('refused credentials are told as sign-in needed, and the issuer is left in peace', async () => {
  const { status, issuer, wishes, waits, attempts, clock } = supervise();
  issuer.refusal = new TokenError({ kind: 'refused', about: 'client', code: 'invalid_client', detail: '' });
  await waits('sign-in-needed');
  expect(status()).toMatchObject({
    cause: { code: 'invalid_client', message: expect.stringContaining('clientAuthentication') },
  });
  issuer.refusal = null;
  await clock.advance(600_000);
  wishes.notify();
  await attempts(1);
});

test('a seat that is taken is asked for once a minute at most, and at once when somebody wishes', async () => {
  const { attempts, streams, clock, wishes, waits } = supervise();
  await attempts(1);
  streams.end(refused(409));
  await waits('seat-taken');
  await clock.advance(59_999);
  expect(streams.attempts).toHaveLength(1);
  await clock.advance(1);
  await attempts(2);
  streams.end(refused(409));
  await waits('seat-taken');
  wishes.notify();
  await attempts(3);
});

test('three sessions closed right after their start mean that the seat is taken', async () => {
  const { attempts, streams, clock, waits } = supervise();
  for (let session = 1; session <= 3; session += 1) {
    await attempts(session);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    streams.end(closed);
    if (session < 3) {
      await waits('reconnecting');
      await clock.advance(30_000);
    }
  }
  await waits('seat-taken');
});

test('a service that accepts and closes at once, three times, has given the seat to somebody else', async () => {
  const { attempts, streams, clock, waits } = supervise();
  for (let time = 1; time <= 3; time += 1) {
    await attempts(time);
    streams.attempts.at(-1)?.onOpen();
    streams.end(closed);
    if (time < 3) {
      await waits('reconnecting');
      await clock.advance(30_000);
    }
  }
  await waits('seat-taken');
});

test('a service that does not hang up after SUBSCRIPTION_ENDED is hung up on after two seconds', async () => {
  const { attempts, streams, store, clock } = supervise();
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(30 * 60_000);
  streams.event('SUBSCRIPTION_ENDED', clock.now());
  await clock.advance(1_999);
  expect(streams.attempts).toHaveLength(1);
  await clock.advance(1);
  await attempts(2);
  await vi.waitFor(() => expect(store.written.at(-1)).toBe('session 1 ends: session-expired'));
});

test('a connection whose last event is 75 s old is blind, even while nothing else was noticed', async () => {
  const { attempts, streams, status, clock } = supervise();
  await attempts(1);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  const since = clock.now();
  await clock.advance(74_999);
  expect(status().kind).toBe('watching');
  await clock.advance(1);
  expect(status()).toMatchObject({ kind: 'blind', since });
});

test('three cut connections that carried events are no eviction', async () => {
  const { attempts, streams, clock, waits } = supervise();
  for (let session = 1; session <= 3; session += 1) {
    await attempts(session);
    streams.event('SUBSCRIPTION_STARTED', clock.now());
    streams.event('LOCALIZATION', clock.now());
    streams.end(lost);
    await waits('reconnecting');
    await clock.advance(8_000);
  }
  await attempts(4);
});

test('the last id is sent with the next attempt, so that a service that replays can', async () => {
  const { attempts, streams, clock } = supervise();
  await attempts(1);
  streams.event('LOCALIZATION', clock.now(), 'seven');
  streams.event('HEARTBEAT', clock.now(), null);
  streams.end(lost);
  await clock.advance(1_000);
  await attempts(2);
  expect(streams.attempts[1]?.lastEventId).toBe('seven');
});

test('a service that is down for ten minutes is asked 27 times, by one attempt at a time', async () => {
  const { attempts, streams, clock } = supervise();
  await attempts(1);
  const endAt = clock.now() + 600_000;
  while (clock.now() < endAt) {
    streams.end(refused(503));
    await clock.advance(500);
  }
  // 1, 2, 4, 8, 16, then every 30 s, each a little sooner.
  expect(streams.attempts).toHaveLength(27);
  expect(streams.mostAlive).toBe(1);
});
