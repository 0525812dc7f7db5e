import { expect, test } from 'vitest';
import { listStatus } from '../../src-renderer/screens/timeline/list-status.ts';
import { rowText } from '../../src-renderer/screens/timeline/row-text.ts';
import type { Signal } from '../../src-renderer/signal.ts';
import { closedList } from '../../src-renderer/lists/list-state.ts';
import { timelineRules, type TimelineState } from '../../src-renderer/stores/timeline/timeline-window.ts';
import { buildLines } from '../../src-renderer/stores/timeline/timeline-lines.ts';
import { emptyWords } from '../../src-renderer/words/empty-words.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { WATCH } from '../doubles/page-watch.ts';

const CLOSED = closedList(timelineRules);
const watching: Signal = { kind: 'watching', sessionSince: 0, late: false };
const interrupted = { since: 5, cause: null, nextAttemptAt: null };
const blind: Signal = { kind: 'blind', ...interrupted };
const lost: Signal = { kind: 'wire-lost', since: 7 };

const lines = buildLines([summaryOf(1, { kind: 'LOCALIZATION' })], [], true);
const ready = (part: Partial<TimelineState> = {}): TimelineState => ({
  ...CLOSED,
  phase: { kind: 'ready' },
  window: { ...CLOSED.window, lines },
  ...part,
});
const ofBefore: Partial<TimelineState> = {
  query: { watch: WATCH, filter: EVERYTHING },
  linesOf: { watch: WATCH, filter: { terms: [{ kind: 'seen', seen: true }] } },
};
const reading = { kind: 'held', why: 'reading' } as const;

test.each([
  ['live', ready(), watching, { kind: 'live' }],
  ['not live while blind', ready(), blind, { kind: 'not-live', words: 'Not live: not watching' }],
  [
    'not live before the stream is open',
    ready(),
    { kind: 'connecting' } as const,
    { kind: 'not-live', words: 'Waiting for the stream' },
  ],
  [
    'the time of the last update while the page is not connected, even if it is held',
    ready({ hold: reading, pendingCount: 3 }),
    lost,
    { kind: 'as-of', at: 7, showsPreviousFilter: false },
  ],
  [
    'that rows are of the previous query while the page is not connected',
    ready({ ...ofBefore, phase: { kind: 'failed', error: new Error('No.'), target: null } }),
    lost,
    { kind: 'as-of', at: 7, showsPreviousFilter: true },
  ],
  [
    'why rows of the previous query stay',
    ready({ ...ofBefore, phase: { kind: 'failed', error: new Error('No.'), target: null } }),
    watching,
    { kind: 'trouble', words: 'Rows of the previous query. No.' },
  ],
  [
    'that rows are of the previous query until the first answer',
    ready({ ...ofBefore, phase: { kind: 'loading' } }),
    watching,
    { kind: 'before' },
  ],
  [
    'held, and how many rows are pending',
    ready({ hold: reading, pendingCount: 3 }),
    blind,
    { kind: 'held', words: 'Held while you read', pendingCount: 3, isAway: false },
  ],
  [
    'catching up while the feed lags behind the store',
    ready({ feedLag: { seq: 9, forMs: 0, at: 0, isLate: true } }),
    watching,
    { kind: 'catching-up', pendingCount: 0 },
  ],
  [
    'catching up while rows are pending',
    ready({ hasPending: true, pendingCount: 1_600 }),
    watching,
    { kind: 'catching-up', pendingCount: 1_600 },
  ],
  [
    'that rows could not be read',
    ready({ pageError: { target: { kind: 'extend', side: 'end' }, error: new Error('No.') } }),
    watching,
    { kind: 'trouble', words: 'Some rows could not be read. No.' },
  ],
  ['nothing before rows were read', ready({ phase: { kind: 'loading' } }), watching, { kind: 'blank' }],
])('[PAGE-13] the line above the list says: %s', (_, state, signal, expected) => {
  expect(listStatus(state, signal, true)).toEqual(expected);
});

test('[PAGE-13] the line above the list says: not live while nothing is stored', () => {
  const expected = { kind: 'not-live', words: 'Not live: events are not being stored' };
  expect(listStatus(ready(), watching, false)).toEqual(expected);
});

test.each<[string, Parameters<typeof emptyWords>, string]>([
  ['reading', ['reading', false, watching], 'Reading the stored events …'],
  ['nothing yet', ['nothing', false, watching], 'Nothing received yet.'],
  [
    'sign-in',
    ['nothing', false, { kind: 'sign-in-needed', ...interrupted }],
    'Nothing received yet. Sign-in is needed first.',
  ],
  ['blind', ['nothing', false, blind], 'Nothing received yet, and the stream is not watched.'],
  ['a filter', ['nothing', true, blind], 'Nothing stored matches this filter.'],
  ['no answer', ['nothing', false, lost], 'Nothing was read before the connection to Watchfloor was lost.'],
])('[PAGE-13] an empty list follows the signal: %s', (_, facts, title) => {
  expect(emptyWords(...facts).title).toBe(title);
});

test('a copied row is one line of text for a ticket, in UTC, with hidden characters as escapes', () => {
  const receivedAt = Date.UTC(2026, 10, 21, 14);
  const row = summaryOf(1, {
    kind: 'LOCALIZATION',
    operation: 'ALLOCATED',
    outcome: 'failed',
    eid: '89\u202E1',
    errorCode: 'X',
    receivedAt,
  });
  expect(rowText(row)).toBe('2026-11-21 14:00:00.000 UTC · Allocation failed · EID 89\\u{202E}1 · X');
});
