import { expect, test } from 'vitest';
import {
  coverageRows,
  coverageSpans,
  coverageSummary,
  statusPageLine,
} from '../../../src-main/hosts/cli/coverage/coverage-lines.ts';
import { rowLines } from '../../../src-main/hosts/cli/terminal/rows.ts';
import { anIncident, STATUS_URL } from '../../doubles/status-pages.ts';
import { type Coverage, coverageAfterCrash } from '../../../src-shared/domain/coverage/coverage.ts';

const at = Date.UTC(2026, 10, 21, 10);
const HOUR = 3_600_000;
const now = at + HOUR + 90_500;
const session = { detail: null, events: 60, reason: null, to: null } as const;
/** A planned reconnect, then a lost connection that lasts. */
const coverage: Coverage = {
  sessions: [
    {
      ...session,
      id: 1,
      from: at,
      to: at + HOUR / 2,
      lastEventAt: at + HOUR / 2,
      lengthMs: HOUR / 2,
      reason: 'session-expired',
      detail: 'SUBSCRIPTION_ENDED',
    },
    {
      ...session,
      id: 2,
      from: at + HOUR / 2 + 200,
      to: at + HOUR,
      lastEventAt: at + HOUR,
      lengthMs: HOUR / 2 - 200,
      reason: 'connection-lost',
    },
  ],
  gaps: [
    {
      id: 1,
      from: at + HOUR / 2,
      to: at + HOUR / 2 + 200,
      lengthMs: 200,
      reason: 'session-expired',
      detail: null,
      afterSeq: 9,
    },
    { id: 2, from: at + HOUR, to: null, lengthMs: null, reason: 'connection-lost', detail: 'ECONNRESET', afterSeq: 18 },
  ],
};

test('[COVER-2] a planned end of at most 10 s is a reconnect, and any other time without a stream is a gap', () => {
  const json = rowLines(coverageRows, { format: 'ndjson', cells: 'guarded' });
  const lines = coverageSpans(coverage, now).map((span) => JSON.parse(json.line(span)) as unknown);
  expect(lines).toEqual([
    {
      type: 'session',
      from: '2026-11-21T10:00:00.000Z',
      to: '2026-11-21T10:30:00.000Z',
      lengthSeconds: 1_800,
      reason: 'session-expired',
      detail: 'SUBSCRIPTION_ENDED',
      watchedUntil: '2026-11-21T10:30:00.000Z',
      events: 60,
    },
    {
      type: 'reconnect',
      from: '2026-11-21T10:30:00.000Z',
      to: '2026-11-21T10:30:00.200Z',
      lengthSeconds: 0.2,
      reason: 'session-expired',
      detail: null,
    },
    {
      type: 'session',
      from: '2026-11-21T10:30:00.200Z',
      to: '2026-11-21T11:00:00.000Z',
      lengthSeconds: 1_799.8,
      reason: 'connection-lost',
      detail: null,
      watchedUntil: '2026-11-21T11:00:00.000Z',
      events: 60,
    },
    {
      type: 'gap',
      gap: 2,
      from: '2026-11-21T11:00:00.000Z',
      to: null,
      lengthSeconds: 90.5,
      reason: 'connection-lost',
      detail: 'ECONNRESET',
    },
  ]);
});

test('lengths are the stored ones, whatever the wall clock showed at both ends', () => {
  const [, second] = coverage.gaps;
  const stepped = {
    id: 3,
    from: at,
    to: at,
    lengthMs: 600_000,
    reason: 'clock-set' as const,
    detail: null,
    afterSeq: 18,
  };
  const [span] = coverageSpans({ sessions: [], gaps: [stepped, ...(second === undefined ? [] : [second])] }, now);
  expect(span).toMatchObject({ type: 'gap', lengthMs: 600_000 });
});

test('[COVER-2] the table ends with the totals, with reconnects separate from gaps', () => {
  const table = rowLines(coverageRows, { format: 'table', cells: 'guarded' });
  const lines = [
    table.head,
    ...coverageSpans(coverage, now).map((span) => table.line(span)),
    coverageSummary(coverage, { from: 0, to: now }, now),
  ];
  expect(lines).toEqual([
    'WHAT      FROM (UTC)                TO (UTC)                  LENGTH       REASON\n',
    'session   2026-11-21T10:00:00.000Z  2026-11-21T10:30:00.000Z  1800.0 s     session-expired · SUBSCRIPTION_ENDED\n',
    'reconnect 2026-11-21T10:30:00.000Z  2026-11-21T10:30:00.200Z  0.2 s        session-expired\n',
    'session   2026-11-21T10:30:00.200Z  2026-11-21T11:00:00.000Z  1799.8 s     connection-lost\n',
    'gap 2     2026-11-21T11:00:00.000Z  now                       90.5 s       connection-lost · ECONNRESET\n',
    'Watched 59 min 59 s · blind 1 min 30 s in 1 gap · 1 reconnect (0.2 s)\n',
  ]);
});

test('[DAMAGE-8] the gap after a crash has no number until a collector stores it', () => {
  const left = { ...session, id: 3, from: at, lastEventAt: at + HOUR, lengthMs: HOUR };
  const spans = coverageSpans(coverageAfterCrash({ sessions: [left], gaps: [] }), now).slice(-1);
  const print = (format: 'table' | 'csv' | 'ndjson') => {
    const rows = rowLines(coverageRows, { format, cells: 'guarded' });
    return spans.map((span) => rows.line(span)).join('');
  };
  expect(JSON.parse(print('ndjson'))).toMatchObject({ type: 'gap', reason: 'crashed', gap: null });
  expect(print('csv')).toMatch(/^gap,.*,crashed,,,,\r?\n$/);
  expect(print('table')).toMatch(/^gap – +2026/);
});

test('[REPORT-5] an incident of the provider’s status page is a row with its words in quotes, and has no invented end', () => {
  const page = { url: STATUS_URL, answeredAt: at + HOUR, failure: null, unreadable: 0 };
  const incidents = [
    anIncident(at + 1_000),
    anIncident(at + 2_000, { words: null, state: null, end: { kind: 'ended', at: at + 3_000 } }),
  ];
  const spans = coverageSpans(coverage, now, { ...page, incidents }).filter(({ type }) => type === 'provider');
  const json = rowLines(coverageRows, { format: 'ndjson', cells: 'guarded' });
  expect(spans.map((span) => JSON.parse(json.line(span)) as unknown)).toEqual([
    {
      type: 'provider',
      from: '2026-11-21T10:00:01.000Z',
      to: null,
      reason: 'identified, major',
      detail: '“API errors”: “We found it.”',
    },
    {
      type: 'provider',
      from: '2026-11-21T10:00:02.000Z',
      to: '2026-11-21T10:00:03.000Z',
      reason: null,
      detail: '“API errors”',
    },
  ]);
  const table = rowLines(coverageRows, { format: 'table', cells: 'guarded' });
  expect(table.line(spans[0]!)).toContain('not known');
  expect(statusPageLine({ ...page, incidents }, now)).toBe("Provider's status page: Read 1 min ago.\n");
  expect(statusPageLine(null, now)).toBe('');
});
