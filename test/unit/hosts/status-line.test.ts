import { describe, expect, test } from 'vitest';
import { statusKey, statusLine } from '../../../src-main/hosts/cli/status-line.ts';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import type { StorageStatus, StreamStatus } from '../../../src-shared/domain/stream-status.ts';

type Open = Extract<WatchSnapshot, { kind: 'open' }>;

const at = Date.UTC(2026, 10, 21, 10);
const cause = { reason: 'refused', code: 'HTTP 503', message: 'The service cannot answer at present.' } as const;
const attempt = { since: at - 60_000, attempt: 2, nextAttemptAt: null } as const;
const watching: StreamStatus = { kind: 'watching', since: at - 60_000, lastEventAt: at, lastHeartbeatAt: null };
const failing = (changes: Partial<Extract<StorageStatus, { kind: 'failing' }>> = {}): StorageStatus => ({
  kind: 'failing',
  since: at,
  code: 'STORE_UNWRITABLE',
  message: 'The disk is full. Free some space.',
  waiting: 12,
  ...changes,
});

function snapshot(
  stream: StreamStatus,
  changes: { storage?: StorageStatus; domain?: string | null; at?: number } = {},
) {
  const { storage = { kind: 'storing' }, domain = 'acme/emea' } = changes;
  const heartbeat = { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 };
  const profile = { name: 'Acme', practice: false, eventsUrl: 'https://events.example.com', domain, heartbeat };
  return { kind: 'open', at: changes.at ?? at, profile, stream, storage, newestSeq: 7 } satisfies Open;
}

const STAMP = '2026-11-21T10:00:00.000Z  ';
const SINCE = '2026-11-21T09:59:00.000Z';

describe('the line of a headless collector', () => {
  test.each<[open: Open, line: string]>([
    [snapshot(watching), `Watching acme/emea: session since ${SINCE}, 7 events stored`],
    [snapshot(watching, { domain: null }), `Watching Acme: session since ${SINCE}, 7 events stored`],
    [snapshot({ kind: 'reconnecting', ...attempt, cause: null }), 'Connecting'],
    [
      snapshot({ kind: 'reconnecting', ...attempt, cause }),
      'Reconnecting (HTTP 503): The service cannot answer at present.',
    ],
    [snapshot({ kind: 'blind', ...attempt, cause: null }), `Blind since ${SINCE}`],
    [
      snapshot({ kind: 'blind', ...attempt, cause }),
      `Blind since ${SINCE} (HTTP 503): The service cannot answer at present.`,
    ],
    [
      snapshot({ kind: 'seat-taken', ...attempt, cause: { ...cause, code: 'HTTP 409', message: 'Close the other.' } }),
      'Seat taken (HTTP 409): Close the other.',
    ],
    [
      snapshot({
        kind: 'sign-in-needed',
        since: at,
        cause: { ...cause, code: 'NO_SECRET', message: 'Give a secret.' },
      }),
      'Sign-in needed (NO_SECRET): Give a secret. Nothing more is asked until this command is started again.',
    ],
    [snapshot({ kind: 'stopped', since: at }), 'Stopped: 7 events stored'],
    [
      snapshot(watching, { storage: failing() }),
      `Watching acme/emea: session since ${SINCE}, 7 events stored  STORING FAILS: The disk is full. Free some space. 12 events wait in memory.`,
    ],
  ])('%# %j', (open, line) => expect(statusLine(open)).toBe(STAMP + line));

  test('the words of the other side cannot steer a terminal', () => {
    const line = statusLine(snapshot(watching, { domain: 'a\u001b[2J\nb\u202Ec' }));
    expect(line).toContain(String.raw`Watching a\u001b[2J\u000ab\u202ec:`);
  });
});

describe('a new line is worth telling', () => {
  const reconnecting = (changes: Partial<Extract<StreamStatus, { kind: 'reconnecting' }>>): Open =>
    snapshot({ kind: 'reconnecting', ...attempt, cause, ...changes });

  test.each<[what: string, one: Open, other: Open, tells: boolean]>([
    ['the passing of time', snapshot(watching), snapshot(watching, { at: at + 60_000 }), false],
    ['a heartbeat', snapshot(watching), snapshot({ ...watching, lastHeartbeatAt: at }), false],
    ['an event', snapshot(watching), { ...snapshot(watching), newestSeq: 8 }, false],
    ['a further attempt', reconnecting({}), reconnecting({ attempt: 3, nextAttemptAt: at }), false],
    ['a new session', snapshot(watching), snapshot({ ...watching, since: at }), true],
    ['another state', snapshot(watching), reconnecting({}), true],
    ['another cause', reconnecting({}), reconnecting({ cause: { ...cause, code: 'HTTP 502' } }), true],
    ['a store that no longer writes', snapshot(watching), snapshot(watching, { storage: failing() }), true],
    [
      'more events that wait for it',
      snapshot(watching, { storage: failing() }),
      snapshot(watching, { storage: failing({ waiting: 13 }) }),
      false,
    ],
    [
      'another reason why it does not write',
      snapshot(watching, { storage: failing() }),
      snapshot(watching, { storage: failing({ code: 'STORE_LOST', message: 'Start Watchfloor again.' }) }),
      true,
    ],
  ])('%s: %#', (_what, one, other, tells) => expect(statusKey(one) !== statusKey(other)).toBe(tells));
});
