import { describe, expect, test } from 'vitest';
import type {
  ConnectionTestPorts,
  ActiveWatch,
  TestedProfile,
} from '../../../../src-main/core/connection-test/connection-test.ts';
import { createConnectionTests } from '../../../../src-main/core/connection-test/connection-tests.ts';
import { grantsForTest } from '../../../../src-main/core/connection-test/test-grants.ts';
import type { ServiceReply } from '../../../../src-main/core/ports/service-client.ts';
import type { AttemptEnd } from '../../../../src-main/core/ports/stream-client.ts';
import {
  type ConnectionCheck,
  connectionChecks,
  type ConnectionReport,
} from '../../../../src-shared/api/connection-test.ts';
import { emptyServiceResponse, type StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import { CountingIssuer } from '../../../doubles/counting-issuer.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { ScriptedStreams } from '../../../doubles/scripted-streams.ts';
import { SettableGrants } from '../../../doubles/settable-grants.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { attemptRefused } from '../../../doubles/watched-stream.ts';

const permissions = JSON.stringify({ domainId: 'acme', permissions: { users: ['READ'] } });
const search = JSON.stringify({ pagination: { totalHits: 7, next: 'x' }, items: [] });

function rig({ serviceAhead = 0, ...changes }: Partial<ConnectionTestPorts> & { serviceAhead?: number } = {}) {
  const clock = new FakeClock();
  const issuer = new CountingIssuer(clock);
  const streams = new ScriptedStreams();
  const grants = new SettableGrants();
  const log = new SilentLog();
  const requests: string[] = [];
  const watches: ActiveWatch[] = [];
  const sent: string[] = [];
  let hanging: ConnectionCheck | null = null;
  let refused: readonly [check: string, status: number] = ['', 200];
  /** Waits for the abort signal if the test makes this check hang. */
  const step = async (check: ConnectionCheck, signal: AbortSignal): Promise<void> => {
    requests.push(check);
    if (hanging === check) await clock.sleep(Number.MAX_SAFE_INTEGER, signal);
  };
  const reply = (text: string): ServiceReply => ({
    status: 200,
    contentType: 'application/json',
    retryAfterMs: null,
    serviceTime: clock.now() + serviceAhead,
    headers: [],
    bytes: 0,
    text,
  });
  const tests = createConnectionTests({
    clock,
    log,
    issuer,
    streams,
    probe: {
      proxyOf: async () => null,
      async lookUp(_host, signal) {
        await step('name', signal);
        return ['192.0.2.1'];
      },
      connect: (_profile, _address, signal) => step('tcp', signal),
      async secure(_profile, _address, signal) {
        await step('tls', signal);
        return null;
      },
    },
    service: {
      async send({ path, accessToken }, signal) {
        sent.push(accessToken);
        const isSearch = path.endsWith('/search');
        await step(isSearch ? 'search' : 'permissions', signal);
        const status = refused[0] === (isSearch ? 'search' : 'permissions') ? refused[1] : 200;
        return { ...reply(isSearch ? search : permissions), status };
      },
    },
    watches: () => watches,
    isWatchedElsewhere: () => false,
    lastRequestAt: () => null,
    ...changes,
  });
  const enough = new AbortController();
  const follow = (tested: Partial<TestedProfile> = {}) => {
    const reports: ConnectionReport[] = [];
    const over = (async () => {
      for await (const report of tests.run({ profile: someProfile, grants, ...tested }, enough.signal)) {
        reports.push(report);
        // The reader of the last report may open the stream immediately, so the test must have closed it.
        if (report.endedAt !== null) expect(streams.activeAttempts).toBe(0);
      }
    })();
    return { reports, over, last: () => reports.at(-1) };
  };
  return {
    tests,
    clock,
    issuer,
    streams,
    grants,
    log,
    requests,
    sent,
    watches,
    enough,
    follow,
    hang: (check: ConnectionCheck) => (hanging = check),
    refuse: (check: string, status: number) => (refused = [check, status]),
  };
}

const results = (report: ConnectionReport | undefined) =>
  Object.fromEntries(
    (report?.checks ?? []).map(({ check, state, finding }) => [check, `${state} ${finding?.key ?? ''}`.trim()]),
  );

const goodUntilStream = {
  proxy: 'good no-proxy',
  name: 'good name-found',
  tcp: 'good reached',
  tls: 'good tls-none',
  token: 'good token-given',
  permissions: 'good permissions-read',
  search: 'good search-answered',
};

function watchOf(status: StreamStatus, changes: Partial<ActiveWatch> = {}) {
  const calls = { retries: 0 };
  const watch: ActiveWatch = {
    profile: someProfile,
    tokens: { accessToken: async () => 'token of the watch', reject: () => undefined, validUntil: () => null },
    status: () => status,
    domain: () => 'acme',
    retryNow: () => (calls.retries += 1),
    ...changes,
  };
  return { watch, calls };
}
const watching: StreamStatus = { kind: 'watching', since: 1, lastEventAt: 2, lastHeartbeatAt: 3 };
const blind: StreamStatus = { kind: 'blind', since: 1, cause: null, attempt: 3, nextAttemptAt: null };

test('[TEST-1] tries all checks in order and closes the stream before the last report', async () => {
  const { clock, streams, follow } = rig();
  const { over, last } = follow();
  await clock.advance(0);
  streams.event('SUBSCRIPTION_STARTED', clock.now());
  await clock.advance(30_000);
  expect(last()?.checks.find(({ check }) => check === 'heartbeat')).toMatchObject({ state: 'running' });
  streams.event('HEARTBEAT', clock.now());
  await over;
  expect(results(last())).toEqual({
    ...goodUntilStream,
    stream: 'good stream-open',
    'first-event': 'good first-event',
    heartbeat: 'good heartbeat',
    clock: 'good clock-right',
  });
  expect(last()).toMatchObject({ endedAt: clock.now(), startedAt: clock.now() - 30_000 });
  expect([streams.activeAttempts, streams.attempts.length, clock.sleeping]).toEqual([0, 1, 0]);
});

describe('[STREAM-32] a stream that is held back', () => {
  const at = (createdAt: number) => JSON.stringify({ createdDateTime: new Date(createdAt).toISOString() });

  /** @param ahead ms that the service's clock is ahead */
  async function found(ahead: number, send: (streams: ScriptedStreams, clock: FakeClock) => Promise<void>) {
    const { clock, streams, follow } = rig({ serviceAhead: ahead });
    const { over, last } = follow();
    await clock.advance(0);
    await send(streams, clock);
    await over;
    const facts = last()?.checks.find(({ finding }) => finding?.key === 'arrives-late')?.finding?.facts;
    const { 'first-event': first, heartbeat, clock: clocks } = results(last());
    return { first, heartbeat, clocks, facts };
  }

  test.each([
    ['nginx/1.22.1', { server: 'nginx/1.22.1' }],
    ['1.1 varnish (Varnish/7.1)', { server: 'Apache', via: '1.1 varnish (Varnish/7.1)' }],
    [null, {}],
  ])('is reported with its delay and the program %s, and no clock is blamed', async (server, headers) => {
    const report = await found(0, async (streams, clock) => {
      const requestedAt = clock.now();
      await clock.advance(67_000);
      streams.open(headers);
      streams.event('SUBSCRIPTION_STARTED', clock.now(), null, at(requestedAt));
      streams.event('HEARTBEAT', clock.now(), null, at(requestedAt + 30_000));
    });
    expect(report).toEqual({
      first: 'warned arrives-late',
      heartbeat: 'good heartbeat',
      clocks: 'good clock-right',
      facts: { seconds: 67, by: null, server },
    });
  });

  test('is reported at its first heartbeat if only later events are held back', async () => {
    const report = await found(0, async (streams, clock) => {
      const startedAt = clock.now();
      streams.event('SUBSCRIPTION_STARTED', startedAt, null, at(startedAt));
      await clock.advance(50_000);
      streams.event('HEARTBEAT', clock.now(), null, at(startedAt + 30_000));
    });
    expect(report).toMatchObject({
      first: 'good first-event',
      heartbeat: 'warned arrives-late',
      facts: { seconds: 20 },
    });
  });

  test.each([-7_200_000, 7_200_000])('is none if the clock of the service is %i ms ahead', async (ahead) => {
    const report = await found(ahead, async (streams, clock) => {
      streams.event('SUBSCRIPTION_STARTED', clock.now(), null, at(clock.now() + ahead));
      streams.event('HEARTBEAT', clock.now(), null, at(clock.now() + ahead));
    });
    expect(report).toMatchObject({
      first: 'good first-event',
      heartbeat: 'good heartbeat',
      clocks: 'warned clock-off',
    });
  });
});

test('skips checks that depend on a failed one, and lists all checks in every report', async () => {
  const { clock, issuer, requests, follow } = rig();
  issuer.refusal = { kind: 'refused', about: 'client', code: 'invalid_client', answer: null };
  const { over, reports, last } = follow();
  await over;
  expect(results(last())).toEqual({
    ...goodUntilStream,
    ...Object.fromEntries(connectionChecks.slice(5).map((check) => [check, 'skipped not-tried'])),
    token: 'failed client-refused',
  });
  expect(reports.every(({ checks }) => checks.length === connectionChecks.length)).toBe(true);
  expect([new Set(requests), issuer.requests.length, clock.sleeping]).toEqual([new Set(['name', 'tcp', 'tls']), 1, 0]);
});

test.each([
  ['search', 403, 'warned search-forbidden'],
  ['permissions', 403, 'failed permissions-forbidden'],
  ['search', 503, 'failed service-down'],
  ['permissions', 404, 'failed service-not-there'],
])('reports %s with HTTP %i as %s, and still opens the stream', async (check, status, result) => {
  const { clock, refuse, streams, follow, enough } = rig();
  refuse(check, status);
  const { over, last } = follow();
  await clock.advance(0);
  expect(results(last())).toMatchObject({ [check]: result, stream: 'running' });
  expect(streams.activeAttempts).toBe(1);
  enough.abort(new Error('enough'));
  await over;
});

describe('[TEST-1] a stream that is already watched', () => {
  test('is left alone; the results come from the watch', async () => {
    const { streams, watches, follow } = rig();
    const { watch, calls } = watchOf(watching);
    watches.push(watch);
    const { over, last } = follow();
    await over;
    const seen = { stream: 'good watched-here', 'first-event': 'good watched-here', heartbeat: 'good watched-here' };
    expect(results(last())).toEqual({ ...goodUntilStream, ...seen, clock: 'good clock-right' });
    expect([streams.attempts.length, calls.retries]).toEqual([0, 0]);
  });

  test('is waited for if its session is too young for a heartbeat', async () => {
    const { clock, watches, follow } = rig();
    let status: StreamStatus = { ...watching, lastHeartbeatAt: null };
    watches.push(watchOf(status, { status: () => status }).watch);
    const { over, last } = follow();
    await clock.advance(20_000);
    expect(results(last())['heartbeat']).toBe('running');
    status = watching;
    await clock.advance(1_000);
    await over;
    expect(results(last())['heartbeat']).toBe('good watched-here');
  });

  test('at another address than the entered one is not disturbed either', async () => {
    const { streams, watches, follow } = rig();
    watches.push(watchOf(watching, { profile: { ...someProfile, eventsUrl: 'https://old.example.com' } }).watch);
    const { over, last } = follow();
    await over;
    expect(results(last())).toMatchObject({ stream: 'skipped another-watched', heartbeat: 'skipped not-tried' });
    expect(streams.attempts).toEqual([]);
  });

  test('is tested if it is blind, and reconnects immediately after the test', async () => {
    const { streams, watches, clock, follow } = rig();
    const { watch, calls } = watchOf(blind);
    watches.push(watch);
    const { over } = follow();
    await clock.advance(0);
    streams.event('HEARTBEAT', clock.now());
    await over;
    expect([streams.attempts.length, streams.activeAttempts, calls.retries]).toEqual([1, 0, 1]);
  });
});

test('uses the tokens of the watch for a personal sign-in, because one process holds them only once', async () => {
  const { issuer, watches, sent, follow } = rig();
  const profile = { ...someProfile, flow: 'authorizationCode' } as const;
  watches.push(watchOf(watching, { profile }).watch);
  const { over, last } = follow({ profile });
  await over;
  expect(results(last())['token']).toBe('good token-of-person');
  expect([issuer.requests, sent]).toEqual([[], ['token of the watch', 'token of the watch']]);
});

test('uses an entered secret and stores it nowhere', async () => {
  const { issuer, grants, follow, watches } = rig();
  watches.push(watchOf(watching).watch);
  const { over } = follow({ grants: grantsForTest(someProfile, 'typed', grants) });
  await over;
  expect([issuer.requests, grants.reads, grants.acceptances]).toEqual([['credentials typed'], 0, 0]);
});

test('replaces a token that the stream refuses once and never twice', async () => {
  const { clock, streams, follow } = rig();
  const refused: AttemptEnd = {
    kind: 'refused',
    status: 401,
    retryAfterMs: null,
    answer: { ...emptyServiceResponse('stream'), status: 401 },
  };
  const { over, last } = follow();
  await clock.advance(0);
  streams.end(refused);
  await clock.advance(0);
  streams.end(refused);
  await over;
  expect(streams.attempts.map(({ accessToken }) => accessToken)).toEqual(['token 1', 'token 2']);
  expect(results(last())).toMatchObject({ stream: 'failed token-refused', 'first-event': 'skipped not-tried' });
});

test.each([
  [null, 'failed seat-taken'],
  [1_800_000, 'failed seat-taken'],
  [1_799_999, 'failed seat-unclear'],
])('[STREAM-7] for a refused seat and a request of this profile %s ms ago, the result is %s', async (agoMs, result) => {
  const clock = new FakeClock();
  const requestedAt = agoMs === null ? null : clock.now() - agoMs;
  const { streams, follow } = rig({ clock, lastRequestAt: () => requestedAt });
  const { over, last } = follow();
  await clock.advance(0);
  streams.end(attemptRefused(409));
  await over;
  expect(results(last())).toMatchObject({ stream: result });
});

describe('[TEST-1] a connection test ends', () => {
  test('if the keychain waits for a user who is away', async () => {
    const { clock, grants, follow } = rig();
    grants.grant = 'never';
    const { over, last } = follow();
    await clock.advance(60_000);
    await over;
    expect(results(last())).toMatchObject({ token: 'failed secret-unreadable', clock: 'skipped not-tried' });
    expect(clock.sleeping).toBe(0);
  });

  test.each([
    [30, 75_000, 'failed held-back'],
    [3_600, 300_000, 'failed held-back'],
  ])(
    'if the stream is silent, with a heartbeat every %i s, after %i ms',
    async (heartbeatSeconds, waitMs, expected) => {
      const { clock, streams, follow } = rig();
      const { over, last } = follow({ profile: { ...someProfile, heartbeatSeconds } });
      await clock.advance(0);
      streams.open();
      await clock.advance(waitMs - 1);
      expect(results(last())['first-event']).toBe('running');
      await clock.advance(1);
      await over;
      expect(results(last())['first-event']).toBe(expected);
      expect([streams.activeAttempts, clock.sleeping]).toEqual([0, 0]);
    },
  );

  test.each(connectionChecks.filter((check) => !['proxy', 'token', 'clock'].includes(check)))(
    'when it is cancelled in "%s", and leaves no seat and no timer',
    async (check) => {
      const { clock, streams, enough, follow, hang } = rig();
      hang(check);
      const { over, last } = follow();
      await clock.advance(0);
      if (check === 'first-event') streams.open();
      if (check === 'heartbeat') streams.event('SUBSCRIPTION_STARTED', clock.now());
      await clock.advance(0);
      expect(results(last())[check]).toBe('running');
      enough.abort(new Error('the person went away'));
      await over;
      expect([streams.activeAttempts, clock.sleeping]).toEqual([0, 0]);
    },
  );

  test('when its reader stops reading, and closes the stream', async () => {
    const { tests, clock, streams, grants } = rig();
    for await (const report of tests.run({ profile: someProfile, grants }, new AbortController().signal)) {
      if (results(report)['stream'] === 'running') void clock.advance(0).then(() => streams.open());
      if (results(report)['stream'] === 'good stream-open') break;
    }
    expect([streams.attempts.length, streams.activeAttempts, clock.sleeping]).toEqual([1, 0, 0]);
  });
});

test('logs a bug in one check, reports it as a fault and continues with the other checks', async () => {
  const { log, follow } = rig({
    probe: {
      proxyOf: async () => null,
      lookUp: () => Promise.reject(new Error('a bug')),
      connect: async () => undefined,
      secure: async () => null,
    },
  });
  const { over, last } = follow();
  await over;
  expect(results(last())).toMatchObject({ name: 'failed fault', tcp: 'skipped not-tried' });
  expect(log.lines.map(({ level }) => level)).toEqual(['error']);
});
