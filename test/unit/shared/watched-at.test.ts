import { describe, expect, it, test } from 'vitest';
import { type Coverage, coverageOfCopy, type Gap, type Session } from '../../../src-shared/domain/coverage/coverage.ts';
import { readCoverageAt, watchedAt } from '../../../src-shared/domain/coverage/watched-at.ts';
import { watchedAtWords } from '../../../src-shared/words/watched-at-words.ts';

const at = (text: string) => Date.parse(`2026-11-${text}Z`);
const session = (id: number, from: number, to: number | null, lastEventAt = to ?? from): Session => ({
  id,
  from,
  to,
  lastEventAt,
  lengthMs: lastEventAt - from,
  reason: to === null ? null : 'session-expired',
  detail: null,
  events: 7,
});
const gap = (id: number, from: number, to: number | null, reason: Gap['reason']): Gap => ({
  id,
  from,
  to,
  lengthMs: to === null ? null : to - from,
  reason,
  detail: null,
  afterSeq: 0,
});

const NOW = at('21T06:00:00');
const COVERAGE: Coverage = {
  sessions: [
    session(1, at('20T23:30:00'), at('21T00:10:00')),
    session(2, at('21T02:00:00'), at('21T04:00:00')),
    session(3, at('21T04:00:12'), at('21T04:30:10')),
    session(4, at('21T04:37:48'), at('21T05:00:00')),
    session(5, at('21T05:20:00'), null, at('21T05:40:00')),
  ],
  gaps: [
    gap(1, at('21T04:00:00'), at('21T04:00:12'), 'session-expired'),
    gap(2, at('21T04:30:10'), at('21T04:37:48'), 'connection-lost'),
    gap(3, at('21T05:00:00'), at('21T05:00:09'), 'session-expired'),
    gap(4, at('21T05:00:09'), at('21T05:20:00'), 'stopped'),
  ],
};
const said = (time: string, coverage = COVERAGE, zone = 'UTC', liveUntil: number | null = null) =>
  watchedAtWords(watchedAt(coverage, at(time), NOW, liveUntil), NOW, zone);

describe('the answer to "was it watched at this time?"', () => {
  test.each([
    ['21T04:10:00', 'Yes: session 04:00:12 – 04:30:10 UTC.'],
    // The last event of a session was received.
    ['21T04:30:10', 'Yes: session 04:00:12 – 04:30:10 UTC.'],
    ['21T04:31:00', 'No: gap 04:30:10 – 04:37:48 UTC (7 m 38 s), connection lost.'],
    ['21T04:00:05', 'No: gap 04:00:00 – 04:00:12 UTC (12 s), session ended after its 30 minutes; the next began late.'],
    ['21T05:00:04', 'No: planned reconnect 05:00:00 – 05:00:09 UTC (9 s), session ended after its 30 minutes.'],
    ['21T05:10:00', 'No: gap 05:00:09 – 05:20:00 UTC (19 m 51 s), Watchfloor was closed.'],
    ['20T23:40:00', 'Yes: session 2026-11-20 23:30:00 – 2026-11-21 00:10:00 UTC.'],
    ['21T05:30:00', 'Yes: session since 05:20:00 UTC.'],
    ['21T05:50:00', 'Not known: the last event of the session arrived at 05:40:00 UTC.'],
    ['21T01:00:00', 'Not known: there is no record of this time.'],
    ['20T12:00:00', 'Not known: before the first session.'],
    ['21T06:00:01', 'Not known: in the future.'],
  ])(
    '[COVER-5] is one sentence with the session, the gap and its reason, or why it is not known: %s',
    (time, words) => {
      expect(said(time)).toBe(words);
    },
  );

  it('[COVER-5] is yes up to the time until which the open session is known to work', () => {
    expect(said('21T05:50:00', COVERAGE, 'UTC', NOW)).toBe('Yes: session since 05:20:00 UTC.');
  });

  it('[COVER-5] is no while a gap lasts, with its length so far', () => {
    const open = { ...COVERAGE, gaps: [gap(9, at('21T05:58:00'), null, 'unreachable')] };
    expect(said('21T05:59:00', open)).toBe('No: gap since 05:58:00 UTC (2 m so far), service unreachable.');
  });

  it('[COVER-5] names both zones if the clocks change in between', () => {
    const from = Date.parse('2026-10-25T00:50:00Z');
    const coverage = { sessions: [session(1, from, from + 1_800_000)], gaps: [] };
    const answer = watchedAt(coverage, from + 60_000, NOW, null);
    expect(watchedAtWords(answer, NOW, 'Europe/London')).toBe('Yes: session 2026-10-25 01:50:00 BST – 01:20:00 GMT.');
  });

  it('[COVER-5] reads the whole record before the time only if nothing touches it', async () => {
    const spansOf = async (stored: Coverage) => {
      const spans: object[] = [];
      await readCoverageAt(async (span) => {
        spans.push(span);
        return stored;
      }, 5_000);
      return spans;
    };
    const touching = { from: 5_000, to: 5_000 };
    expect(await spansOf(COVERAGE)).toEqual([touching]);
    expect(await spansOf({ sessions: [], gaps: [] })).toEqual([touching, { from: 0, to: 5_000 }]);
  });
});

test.each([
  ['21T05:40:00', 'Yes: session 05:20:00 – 05:40:00 UTC.'],
  ['21T05:40:01', 'Not known. Later: not in this copy (made about 05:40:00 UTC).'],
  ['21T06:00:01', 'Not known: in the future.'],
])('[PAGE-460] the answer of a copy for %s is: %s', (time, words) => {
  expect(said(time, coverageOfCopy(COVERAGE))).toBe(words);
});
