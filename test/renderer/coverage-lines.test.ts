import { describe, expect, it, test } from 'vitest';
import { coverageFigures } from '../../src-shared/domain/coverage/coverage-figures.ts';
import type { Gap } from '../../src-shared/domain/coverage/coverage.ts';
import { type CoverageLine, gapLines, sessionLines } from '../../src-renderer/screens/coverage/coverage-lines.ts';
import { blindWords, coverageWords, plannedWords } from '../../src-renderer/words/coverage-words.ts';
import { gapWords } from '../../src-shared/words/gap-words.ts';
import { coverageDay } from '../doubles/coverage-day.ts';

const NOW = Date.UTC(2026, 10, 21, 14);
const DAY = coverageDay(NOW);
const figures = coverageFigures(DAY, { from: NOW - 86_400_000, to: NOW }, NOW, null);

const said = (line: CoverageLine): string => {
  if (line.kind === 'sessions')
    return `${line.day.day}: ${line.day.sessions.length} sessions, ${line.day.totalMs} ms, ${line.day.events} events`;
  if (line.kind === 'planned') return `${line.day.day}: ${line.day.reconnects.length}, ${line.day.totalMs} ms`;
  return line.row.kind === 'gap' ? `${line.row.isPlanned ? 'planned' : 'gap'} ${line.row.gap.reason}` : line.key;
};
const lines = (open: string[] = [], shown: number | null = null) =>
  gapLines(DAY, NOW, 'utc', new Set(open), shown).map(said);

const FOUR = ['gap unreachable', 'gap session-expired', 'gap silent', 'gap connection-lost'];
const [TODAY, YESTERDAY] = ['21 Nov 2026: 14, 2940 ms', '20 Nov 2026: 19, 3990 ms'];

describe('a day with four gaps and 33 planned reconnects', () => {
  it('[PAGE-47] lists the four gaps first, newest on top, and one line for the reconnects of each day', () => {
    expect(lines()).toEqual([...FOUR, TODAY, YESTERDAY]);
  });
  it('lists the reconnects of an expanded day below its line', () => {
    const open = lines(['planned-21-Nov-2026']);
    expect([open.slice(0, 6), open.length, open.at(-1)]).toEqual([
      [...FOUR, TODAY, 'planned session-expired'],
      4 + 1 + 14 + 1,
      YESTERDAY,
    ]);
  });
  it('expands the day of the requested reconnect', () => {
    expect(lines([], 1).length).toBe(4 + 2 + 19);
  });
  it('[PAGE-47] lists the running session, then one line for the others of each day, which expands', () => {
    const running = { ...DAY, sessions: DAY.sessions.map((each) => (each.id === 37 ? { ...each, to: null } : each)) };
    const sessions = (...open: string[]) => sessionLines(running, 'utc', new Set(open)).map(said);
    const [today, yesterday] = [
      '21 Nov 2026: 15 sessions, 25620000 ms, 1035 events',
      '20 Nov 2026: 21 sessions, 36660000 ms, 1071 events',
    ];
    expect(sessions()).toEqual(['session-37', today, yesterday]);
    expect(sessions('sessions-21-Nov-2026').slice(0, 3)).toEqual(['session-37', today, 'session-36']);
    expect(sessions('sessions-21-Nov-2026')).toHaveLength(1 + 1 + 15 + 1);
  });
  it('[PAGE-47] lists two sessions of a day one by one', () =>
    expect(sessionLines({ ...DAY, sessions: DAY.sessions.slice(-2) }, 'utc', new Set()).map(said)).toEqual([
      'session-37',
      'session-36',
    ]));
  it('has its figures in words', () => {
    expect([coverageWords(figures), blindWords(figures), plannedWords(figures)]).toEqual([
      'Watched 23 h 23 m of the last 24 h · 4 gaps 36 m 12 s · 33 reconnects 6 s',
      'Blind 36 m 12 s in 4 gaps',
      '33 planned reconnects, 6 s in total',
    ]);
  });
});

test.each<[string, Gap['reason'], number | null, number, string]>([
  ['a reconnect', 'session-expired', 900, NOW, 'Session ended after its 30 minutes'],
  ['ten seconds', 'session-expired', 10_000, NOW, 'Session ended after its 30 minutes'],
  ['over ten seconds', 'session-expired', 10_001, NOW, 'Session ended after its 30 minutes; the next began late'],
  [
    'a gap that has lasted over ten seconds',
    'session-expired',
    null,
    NOW + 10_001,
    'Session ended after its 30 minutes; the next began late',
  ],
  ['another reason', 'silent', 990_000, NOW, 'Stream went silent'],
])(
  '[PAGE-47] gapWords says that the next session began late if a planned end takes over 10 s: %s',
  (_, reason, lengthMs, now, words) => {
    expect(gapWords({ from: NOW, lengthMs, reason }, now)).toBe(words);
  },
);

it('describes a day without gaps and reconnects', () => {
  const none = { watchedMs: 0, blindMs: 0, reconnectMs: 0, gaps: 0, reconnects: 0 };
  expect([blindWords(none), plannedWords(none), plannedWords({ ...none, reconnects: 1, reconnectMs: 200 })]).toEqual([
    'No gaps',
    null,
    '1 planned reconnect, under 1 s',
  ]);
});
