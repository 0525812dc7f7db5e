import { describe, expect, it } from 'vitest';
import { newestReportAt, type TimelineLine } from '../../../src-renderer/stores/timeline/timeline-lines.ts';
import { reportTimes } from '../../../src-renderer/screens/localizations/list/list-lines.ts';
import { mixedAgeWords } from '../../../src-renderer/words/results-words.ts';
import {
  type ReportedSpan,
  reportedWords,
  spanOf,
  type Unwatched,
} from '../../../src-shared/words/events/reported-words.ts';
import { exactDurationText, zonedWords } from '../../../src-shared/words/zoned-time-words.ts';
import { aCaseSummary, aFailureGroup } from '../../doubles/board.ts';
import { summaryOf } from '../../doubles/example-events.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

const NOW = Date.UTC(2026, 10, 21, 14);
const MINUTE = 60_000;
const time = (at: number) => `${zonedWords('UTC').clock(at)} UTC`;
const forms = { now: NOW, time, length: exactDurationText };
const wordsOf = (span: ReportedSpan, unwatched: Unwatched | null = null) =>
  reportedWords('Last reported', span, unwatched, forms);

describe('[PAGE-13] the age of a list or figure', () => {
  it.each<[ReportedSpan, string]>([
    [{ newestAt: NOW - 59_999 }, 'Last reported 13:59:00 UTC, just now; watching'],
    [{ newestAt: NOW - 3 * MINUTE - 20_000 }, 'Last reported 13:56:40 UTC, 3 m ago; watching'],
    [{ newestAt: NOW - 125 * MINUTE }, 'Last reported 11:55:00 UTC, 2 h 05 m ago; watching'],
    [{ newestAt: null }, 'Last reported: none; watching'],
    // The clock of this computer was set back.
    [{ newestAt: NOW + MINUTE }, 'Last reported 14:01:00 UTC, just now; watching'],
    [{ newestAt: NOW - MINUTE, oldestAt: NOW - 2 * MINUTE + 1 }, 'Last reported 13:59:00 UTC, 1 m ago; watching'],
    [
      { newestAt: NOW - MINUTE, oldestAt: NOW - 90 * MINUTE },
      'Last reported 13:59:00 UTC, 1 m ago, the oldest 12:30:00 UTC; watching',
    ],
  ])('is that of the newest row, with the oldest if they differ: %o', (span, words) =>
    expect(wordsOf(span)).toBe(words),
  );

  it.each<[Unwatched, string]>([
    [{ by: 'stream', since: NOW - MINUTE }, 'not watching since 13:59:00 UTC'],
    [{ by: 'store', since: NOW - MINUTE }, 'not storing since 13:59:00 UTC'],
    [{ by: 'page', since: NOW - MINUTE }, 'page not connected since 13:59:00 UTC'],
    [{ by: 'copy', since: NOW - MINUTE }, 'a copy that is not updated since 13:59:00 UTC'],
    [{ by: 'stream', since: null }, 'not watching'],
  ])('says since when newer changes are not known: %o', (unwatched, words) =>
    expect(wordsOf({ newestAt: NOW - 5 * MINUTE }, unwatched)).toBe(
      `Last reported 13:55:00 UTC, 5 m ago; ${words}, so newer changes are not known`,
    ),
  );

  it.each([
    [{ begunAt: NOW - 90 * MINUTE, askedAt: NOW, pages: 2 }, 'Begun 12:30:00 UTC: its rows differ in age.'],
    [{ begunAt: NOW - 59_999, askedAt: NOW, pages: 9 }, ''],
    // The service asked to wait before its only page.
    [{ begunAt: NOW - 90 * MINUTE, askedAt: NOW, pages: 1 }, ''],
  ])('names the beginning of a search whose pages differ in age: %o', (search, words) =>
    expect(mixedAgeWords(search, time)).toBe(words),
  );

  it('equals the newest receive time of any rows', () => {
    const below = randomNumbers(52);
    for (let run = 0; run < 300; run += 1) {
      const times = Array.from({ length: below(20) }, () => NOW - below(10 * 86_400_000));
      const sorted = times.toSorted((one, other) => other - one);
      const [newestAt = null, oldestAt = null] = [sorted[0], sorted.at(-1)];
      expect(spanOf(times)).toEqual({ newestAt, oldestAt });
      const lines = times.map((receivedAt, index): TimelineLine => {
        const row = { ...summaryOf(index + 1), receivedAt };
        const beat = { seq: index + 1, at: receivedAt };
        return below(2) === 0
          ? { kind: 'event', row }
          : { kind: 'beats', count: 3, newest: beat, oldest: { seq: index + 1, at: receivedAt - 1 }, unfolded: null };
      });
      expect(newestReportAt(lines)).toBe(newestAt);
      const cases = times.map((lastAt, index) => {
        const key = String(index);
        return below(2) === 0
          ? ({ kind: 'case', key, row: aCaseSummary({ lastAt }), section: 'list' } as const)
          : ({ kind: 'group', key, group: aFailureGroup({ lastAt }), isOpen: false } as const);
      });
      expect(spanOf(reportTimes([...cases, { kind: 'muted', key: 'muted', count: 1 }])).newestAt).toBe(newestAt);
    }
  });
});
