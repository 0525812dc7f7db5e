import { describe, expect, test } from 'vitest';
import { BlindTimeCounter } from '../../../../src-main/hosts/health/blind-time.ts';
import { isOpenToOthers } from '../../../../src-main/hosts/health/health-server.ts';
import { healthStatus, noResponseStatus } from '../../../../src-main/hosts/health/health-status.ts';
import { serviceManager } from '../../../../src-main/hosts/health/service-manager.ts';
import type { StreamStatus } from '../../../../src-shared/api/stream/stream-status.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { watchSnapshot } from '../../../doubles/page-watch.ts';

describe('[HEALTH-2] the blind time only grows and does not include successful reconnects', () => {
  type Turn = readonly [kind: StreamStatus['kind'], elapsed: number];
  test.each<readonly [string, readonly Turn[], at: number, seconds: number]>([
    ['before the first status', [], 5_000, 0],
    ['watching', [['watching', 0]], 9_000, 0],
    [
      'a reconnect',
      [
        ['watching', 0],
        ['reconnecting', 1_000],
        ['watching', 4_000],
      ],
      9_000,
      0,
    ],
    [
      'a reconnect under way',
      [
        ['watching', 0],
        ['reconnecting', 1_000],
      ],
      9_000,
      0,
    ],
    [
      'blind, counted from the loss of the stream',
      [
        ['watching', 0],
        ['reconnecting', 1_000],
        ['blind', 6_000],
      ],
      9_000,
      8,
    ],
    [
      'between two attempts',
      [
        ['reconnecting', 1_000],
        ['blind', 6_000],
        ['reconnecting', 8_000],
      ],
      9_000,
      8,
    ],
    [
      'over',
      [
        ['reconnecting', 1_000],
        ['blind', 6_000],
        ['watching', 7_000],
      ],
      9_000,
      6,
    ],
    [
      'twice',
      [
        ['blind', 0],
        ['watching', 1_000],
        ['seat-taken', 5_000],
        ['watching', 7_000],
      ],
      9_000,
      3,
    ],
    ['no sign-in', [['sign-in-needed', 2_000]], 9_000, 7],
  ])('%s', (_name, turns, at, seconds) => {
    const dark = new BlindTimeCounter();
    for (const [kind, elapsed] of turns) dark.update(kind, elapsed);
    expect(dark.seconds(at)).toBe(seconds);
  });
});

test('a backend that watches nothing or does not answer is not healthy', () => {
  expect(healthStatus({ at: 0, watches: [] }, { blindAfterMs: 1 })).toEqual({
    ok: false,
    at: '1970-01-01T00:00:00.000Z',
    watches: [],
    problem: 'nothing-watched',
  });
  expect(noResponseStatus(0)).toMatchObject({ ok: false, problem: 'no-answer' });
});

const cause = { kind: 'cut', reason: 'connection-lost', code: 'X', host: null, error: null, answer: null } as const;
const lost = { since: 1_000, cause, attempt: 1, nextAttemptAt: null };
test.each<[stream: StreamStatus, afterMs: number, at: number, ok: boolean]>([
  [{ kind: 'reconnecting', ...lost, lostAt: 30_000 }, 10_000, 39_999, true],
  [{ kind: 'blind', ...lost }, 10_000, 40_000, false],
  [{ kind: 'blind', ...lost }, 60_000, 60_999, true],
  [{ kind: 'blind', ...lost }, 60_000, 61_000, false],
  [{ kind: 'reconnecting', ...lost, lostAt: 30_000 }, 1_000, 31_000, false],
  [{ kind: 'seat-taken', ...lost }, 10_000, 11_000, false],
])('[HEALTH-1] %j is well with --unhealthy-after %d ms at %d: %s', (stream, blindAfterMs, at, ok) => {
  const snapshot = { at, watches: [watchSnapshot({ stream })] };
  expect(healthStatus(snapshot, { blindAfterMs }).ok).toBe(ok);
});

test.each([
  [{ heldBackMs: 38_600 }, 39],
  [{}, null],
])('[STREAM-32] a stream that is held back stays well, with its delay: %j', (changes, lateSeconds) => {
  const stream = { kind: 'watching', since: 1_000, lastEventAt: 2_000, lastHeartbeatAt: null, ...changes } as const;
  const { watches } = healthStatus({ at: 3_000, watches: [watchSnapshot({ stream })] }, { blindAfterMs: 10_000 });
  expect(watches).toMatchObject([{ ok: true, lateSeconds }]);
});

test.each([
  ['127.0.0.1', false],
  ['127.1.2.3', false],
  ['::1', false],
  ['localhost', false],
  ['0.0.0.0', true],
  ['::', true],
  ['10.0.0.1', true],
  ['127.evil.example', true],
])('%s is open to others: %s', (host, isOpen) => expect(isOpenToOthers(host)).toBe(isOpen));

describe('a service manager', () => {
  const managed = (environment: Record<string, string>) => {
    const sent: string[] = [];
    return { sent, manager: serviceManager(environment, (words) => sent.push(...words)) };
  };

  test('gets no message if there is no socket for it', async () => {
    const { sent, manager } = managed({ WATCHDOG_USEC: '1000000' });
    manager.ready();
    manager.status('Watching');
    manager.stopping();
    expect(sent).toEqual([]);
  });

  test('[HEALTH-6] gets a keep-alive twice per watchdog interval while the backend answers, and none after that', async () => {
    const { sent, manager } = managed({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '20000000' });
    const clock = new FakeClock();
    const over = new AbortController();
    let isResponding = true;
    const living = manager.keepAlive(async () => isResponding, clock, over.signal);
    await clock.advance(20_000);
    expect(sent).toEqual(['WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
    isResponding = false;
    await clock.advance(60_000);
    expect(sent).toHaveLength(3);
    over.abort();
    await living;
    manager.ready();
    manager.status('Watching\nREADY=1');
    manager.stopping();
    expect(sent.slice(3)).toEqual(['READY=1', 'STATUS=Watching READY=1', 'STOPPING=1']);
  });
});
