import { describe, expect, test } from 'vitest';
import { StatusLines } from '../../../src-main/hosts/cli/collect/status-line.ts';
import type { WatchSnapshot } from '../../../src-shared/api/watch.ts';
import { watchIdSchema } from '../../../src-shared/domain/identity.ts';
import type { InterruptionCause, StorageStatus, StreamStatus } from '../../../src-shared/api/stream/stream-status.ts';
import { interruptionKindSchema } from '../../../src-shared/domain/coverage/interruption-kind.ts';
import { someProfile } from '../../doubles/profile.ts';

const at = Date.UTC(2026, 10, 21, 10);
const cause: InterruptionCause = {
  kind: 'service-down',
  reason: 'refused',
  code: 'HTTP 503',
  host: null,
  error: null,
  answer: null,
};
const because =
  'The service at the events address cannot answer at present (HTTP 503). Watchfloor tries again by itself.';
const attempt = { since: at - 60_000, attempt: 2, nextAttemptAt: null } as const;
const watching = { kind: 'watching', since: at - 60_000, lastEventAt: at, lastHeartbeatAt: null } as const;
const failing = (changes: Partial<Extract<StorageStatus, { kind: 'failing' }>> = {}): StorageStatus => ({
  kind: 'failing',
  since: at,
  error: { code: 'STORE_UNWRITABLE', facts: { path: '/data/events.db', problem: 'full' } },
  waiting: 12,
  ...changes,
});
const disk = 'No space is left to store events in /data/events.db. Free some space on this disk.';

function snapshot(stream: StreamStatus, changes: Partial<WatchSnapshot> & { domain?: string | null } = {}) {
  const { domain = 'acme/emea', ...rest } = changes;
  const heartbeat = { intervalSeconds: 30, lateSeconds: 45, blindSeconds: 75 };
  return {
    watch: watchIdSchema.parse('w-1'),
    profile: {
      id: someProfile.id,
      name: 'Acme',
      practice: false,
      eventsUrl: 'https://events.example.com',
      domain,
      heartbeat,
    },
    stream,
    storage: { kind: 'storing' },
    store: { incident: null, check: { kind: 'due' }, backup: { kind: 'none' } },
    extent: { oldestSeq: 4, newestSeq: 900, storedEvents: 7 },
    coverageRevision: 0,
    providerClockOffsetMs: null,
    alarms: { unseen: 0 },
    ...rest,
  } satisfies WatchSnapshot;
}

const quiet = () => new StatusLines({ printsResponses: false });
const STAMP = '2026-11-21T10:00:00.000Z  ';
const SINCE = '2026-11-21T09:59:00.000Z';

test('[STREAM-32] prints a line when events begin to arrive late, not for each delay, and when they are in time again', () => {
  const lines = quiet();
  const printed = [undefined, 31_000, 39_000, undefined].map(
    (heldBackMs) =>
      lines.linesFor(snapshot({ ...watching, ...(heldBackMs !== undefined && { heldBackMs }) }), at).length,
  );
  expect(printed).toEqual([1, 1, 0, 1]);
});

describe('the line of a headless collector', () => {
  test.each<[watch: WatchSnapshot, line: string]>([
    [snapshot(watching), `Watching acme/emea: session since ${SINCE}, 7 events stored`],
    [
      snapshot({ ...watching, heldBackMs: 38_600 }),
      `Watching acme/emea: session since ${SINCE}, 7 events stored; events arrive up to 39 s late. Something on the way to the service holds the stream back: run "watchfloor doctor".`,
    ],
    [snapshot(watching, { domain: null }), `Watching Acme: session since ${SINCE}, 7 events stored`],
    [snapshot({ kind: 'reconnecting', ...attempt, cause: null, lostAt: 0 }), 'Connecting'],
    [
      snapshot({ kind: 'reconnecting', ...attempt, cause, lostAt: 0 }),
      `Reconnecting (service-down, HTTP 503): ${because}`,
    ],
    [snapshot({ kind: 'blind', ...attempt, cause: null }), `Blind since ${SINCE}`],
    [
      snapshot({ kind: 'blind', ...attempt, nextAttemptAt: at, cause }),
      `Blind since ${SINCE} (service-down, HTTP 503): ${because} Next try at 2026-11-21T10:00:00.000Z.`,
    ],
    [
      snapshot({ kind: 'seat-taken', ...attempt, cause: { ...cause, kind: 'seat-taken', code: 'HTTP 409' } }),
      "Stream in use (seat-taken, HTTP 409): Another client appears to be using this domain's only stream. Close the other client; Watchfloor asks again by itself, or at once on request.",
    ],
    [
      snapshot({
        kind: 'sign-in-needed',
        since: at,
        nextAttemptAt: at,
        cause: {
          ...cause,
          kind: 'no-grant',
          code: 'NO_SECRET',
          error: { code: 'NO_SECRET', facts: { profile: 'Acme', problem: 'file-empty', path: '/secret' } },
        },
      }),
      'Sign-in needed (no-grant, NO_SECRET): The clientSecretFile "/secret" is empty. Put the client secret into it. Next try at 2026-11-21T10:00:00.000Z.',
    ],
    [
      snapshot({
        kind: 'sign-in-needed',
        since: at,
        nextAttemptAt: null,
        cause: {
          ...cause,
          kind: 'no-grant',
          code: 'SIGNED_OUT',
          error: { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } },
        },
      }),
      'Sign-in needed (no-grant, SIGNED_OUT): The issuer has ended the sign-in of "Acme". Sign in again with `watchfloor sign-in --profile …`. Not watching until then; watching starts within 10 s after it.',
    ],
    [snapshot({ kind: 'stopped', since: at }), 'Stopped: 7 events stored'],
    [
      snapshot(watching, { storage: failing() }),
      `Watching acme/emea: session since ${SINCE}, 7 events stored  NOT STORING: ${disk} 12 events are waiting in memory.`,
    ],
    [
      snapshot(watching, { storage: failing({ error: null }) }),
      `Watching acme/emea: session since ${SINCE}, 7 events stored  NOT STORING: Unknown reason; see the log. 12 events are waiting in memory.`,
    ],
    [
      snapshot(
        { kind: 'stopped', since: at },
        {
          storage: {
            kind: 'read-only',
            error: { code: 'STORE_UNWRITABLE', facts: { path: '/data/events.db', problem: 'forbidden' } },
          },
        },
      ),
      'Stopped: 7 events stored  READ ONLY, not watching: This user may not write to /data/events.db. Give this user write access to the file and its folder (SQLite may also need it for reading), or use another data folder.',
    ],
  ])('%# %j', (watch, line) => expect(quiet().linesFor(watch, at)).toEqual([STAMP + line]));

  test.each(interruptionKindSchema.options)('[NET-4] names %s as troubleshooting does, with its detail', (kind) => {
    const blind = (code: string) => snapshot({ kind: 'blind', ...attempt, cause: { ...cause, kind, code } });
    const name = (code: string) =>
      /^\S+ {2}Blind since \S+ \((.*?)\): /.exec(quiet().linesFor(blind(code), at)[0] ?? '')?.[1];
    expect(name('HTTP 503')).toBe(`${kind}, HTTP 503`);
    // Leaves out a detail that only repeats the kind.
    expect(name(kind.toUpperCase().replaceAll('-', '_'))).toBe(kind);
  });

  test('contains no received text that could control a terminal', () => {
    const [line] = quiet().linesFor(snapshot(watching, { domain: 'a\u001b[2J\nb\u202Ec' }), at);
    expect(line).toContain(String.raw`Watching a\u001b[2J\u000ab\u202ec:`);
  });
});

describe('the number of new lines', () => {
  const reconnecting = (changes: Partial<Extract<StreamStatus, { kind: 'reconnecting' }>>) =>
    snapshot({ kind: 'reconnecting', ...attempt, cause, lostAt: 0, ...changes });
  const lost: StorageStatus = failing({ error: { code: 'STORE_LOST', facts: {} } });

  test.each<[what: string, one: WatchSnapshot, other: WatchSnapshot, tells: number]>([
    ['the passing of time', snapshot(watching), snapshot(watching), 0],
    ['a heartbeat', snapshot(watching), snapshot({ ...watching, lastHeartbeatAt: at }), 0],
    ['an event', snapshot(watching), { ...snapshot(watching), coverageRevision: 8 }, 0],
    ['a further attempt', reconnecting({}), reconnecting({ attempt: 3, nextAttemptAt: at }), 0],
    [
      'a session whose start differs by less than 1 ms',
      snapshot(watching),
      snapshot({ ...watching, since: watching.since + 0.7 }),
      0,
    ],
    ['a new session', snapshot(watching), snapshot({ ...watching, since: at }), 1],
    ['another state', snapshot(watching), reconnecting({}), 1],
    ['another cause', reconnecting({}), reconnecting({ cause: { ...cause, code: 'HTTP 502' } }), 1],
    ['a store that no longer writes', snapshot(watching), snapshot(watching, { storage: failing() }), 1],
    [
      'more events that wait for it',
      snapshot(watching, { storage: failing() }),
      snapshot(watching, { storage: failing({ waiting: 13 }) }),
      0,
    ],
    [
      'another reason why it does not write',
      snapshot(watching, { storage: failing() }),
      snapshot(watching, { storage: lost }),
      1,
    ],
    ['another watch', snapshot(watching), snapshot(watching, { watch: watchIdSchema.parse('w-2') }), 1],
  ])('for %s: %#', (_what, one, other, isReported) => {
    const lines = quiet();
    lines.linesFor(one, at);
    expect(lines.linesFor(other, at + 60_000)).toHaveLength(isReported);
  });
});

test('an incident of the store is a separate line, made safe for a terminal', () => {
  const lines = quiet();
  lines.linesFor(snapshot(watching), at);
  const incident = {
    at,
    kind: 'damaged',
    movedTo: '/data/\u001b[2Jevents',
    missing: 3,
    saved: 0,
    mending: { kind: 'done' },
  } as const;
  const store = { incident, check: { kind: 'due' }, backup: { kind: 'none' } } as const;
  expect(lines.linesFor(snapshot(watching, { store }), at)).toEqual([
    `${STAMP}STORE: The files of the stored events were damaged, and a new store was created. Nothing was deleted: the old files are in /data/${String.raw`\u001b[2J`}events. Nothing could be restored, 3 could not be found. Check the disk. Keep the old files until you are sure. If you have a copy elsewhere, “watchfloor restore” restores its events.`,
  ]);
});

test('a provider clock that differs by a minute or more is reported once, when it appears', () => {
  const lines = quiet();
  const offsetLines = [null, 59_999, 7_200_000, 7_201_000, 0, -60_000].map((providerClockOffsetMs) =>
    lines.linesFor(snapshot(watching, { providerClockOffsetMs }), at).filter((line) => line.includes('clock')),
  );
  expect(offsetLines).toEqual([
    [],
    [],
    [`${STAMP}The provider's clock is 2 h 00 min ahead of this computer's.`],
    [],
    [],
    [`${STAMP}The provider's clock is 1 min 00 s behind this computer's.`],
  ]);
});

test('the answer of the service is printed on request, below the line that it caused', () => {
  const answer = {
    from: 'stream',
    status: 503,
    contentType: 'text/html',
    location: null,
    body: '<html>\u001b[2J',
    server: null,
    via: null,
    network: null,
  } as const;
  const watch = snapshot({ kind: 'reconnecting', ...attempt, cause: { ...cause, answer }, lostAt: 0 });
  const [line, ...answered] = new StatusLines({ printsResponses: true }).linesFor(watch, at);
  expect([quiet().linesFor(watch, at), answered]).toEqual([
    [line],
    [
      "    Answer of the stream's address: HTTP 503",
      '    Content type: text/html',
      String.raw`    Begins with: <html>\u001b[2J`,
    ],
  ]);
});

test('[TEAM-180] a member of a team is shown with the member that it follows, or alone, each once', () => {
  const lines = quiet();
  const alone = { kind: 'alone', waiting: 0 } as const;
  const teams = [undefined, { kind: 'following', holder: "Ben's desk" } as const, alone, alone];
  const shown = teams.map((team) => lines.linesFor(snapshot({ ...watching, ...(team && { team }) }), at));
  expect(shown).toEqual([
    [expect.stringMatching(/Watching \S+: session/)],
    [expect.stringMatching(/Watching \S+ via Ben's desk: session/)],
    [expect.stringMatching(/Watching \S+ alone, without the log of the team: session/)],
    [],
  ]);
});
