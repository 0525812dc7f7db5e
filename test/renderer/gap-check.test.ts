import { describe, expect, it } from 'vitest';
import { type GapCheck, gapCheckOf, lastResult } from '../../src-renderer/screens/coverage/gap/gap-check.ts';
import {
  gapResultWords,
  countsWords,
  fewerEventsWords,
  gapCheckWords,
  gapMeanings,
  marginWords,
} from '../../src-renderer/screens/coverage/gap/gap-check-words.ts';
import type { SearchSummary, SearchState } from '../../src-shared/api/searches.ts';
import { gapReasonSchema } from '../../src-shared/domain/coverage/coverage.ts';
import { searchSummary } from '../doubles/page-subscriptions.ts';

const ended: SearchState = { kind: 'ended', by: 'count' };
const loading: SearchState = {
  kind: 'loading',
  isPaused: false,
  waitsUntil: null,
  goodUntil: null,
  rowsPerSecond: 1,
};
const stored: SearchState = { kind: 'stored', end: 'count' };
const error = { code: 'NO_SEARCH', facts: { id: 'x' } } as const;
const failed: SearchState = { kind: 'failed', error, request: null, goodUntil: null };

function check(id: string, state: SearchState, found: [changed: number, missed: number | null] | null = null, gap = 3) {
  const [changed, missed] = found ?? [null, null];
  return searchSummary({ id, state, gapCheck: { gap, changed, missed } });
}
/** Returns the state of the check, its search, the search of the last result, and its words. */
function told(searches: readonly SearchSummary[] | null) {
  const state = gapCheckOf(searches, 3);
  const search = state.kind === 'running' || state.kind === 'unfinished' ? state.search.id : null;
  return [state.kind, search, lastResult(state)?.search ?? null, gapCheckWords(state)];
}

describe('the check of a gap', () => {
  it.each<[what: string, searches: readonly SearchSummary[] | null, told: ReturnType<typeof told>]>([
    ['not loaded yet', null, ['not-loaded', null, null, '']],
    [
      'never requested',
      [searchSummary(), check('other', ended, [1, 1], 4)],
      ['not-checked', null, null, 'not checked'],
    ],
    ['requested', [check('a', { kind: 'asking', since: 0, waitsUntil: null })], ['running', 'a', null, 'checking …']],
    ['loaded and being compared', [check('a', ended)], ['running', 'a', null, 'checking …']],
    ['finished', [check('a', ended, [13, 11])], ['checked', null, 'a', '11 possibly missed']],
    ['finished in an earlier run', [check('a', stored, [2, 0])], ['checked', null, 'a', 'none possibly missed']],
    ['finished without changes', [check('a', stored, [0, 0])], ['checked', null, 'a', 'nothing changed']],
    ['not comparable', [check('a', ended, [2, null])], ['checked', null, 'a', '2 changed, not comparable']],
    ['requested again', [check('b', loading), check('a', ended, [2, 1])], ['running', 'b', 'a', 'checking …']],
    ['running again in the same search', [check('a', loading, [2, 1])], ['running', 'a', 'a', 'checking …']],
    ['failed', [check('a', failed)], ['unfinished', 'a', null, 'check not finished']],
    ['failed again', [check('b', failed), check('a', stored, [2, 1])], ['unfinished', 'b', 'a', '1 possibly missed']],
    [
      'cancelled',
      [check('a', { kind: 'cancelled', goodUntil: null })],
      ['unfinished', 'a', null, 'check not finished'],
    ],
    ['lapsed', [check('a', { kind: 'lapsed', at: 0 })], ['unfinished', 'a', null, 'check not finished']],
    [
      'closed before its end',
      [check('a', { kind: 'stored', end: null })],
      ['unfinished', 'a', null, 'check not finished'],
    ],
  ])('[CROSS-3] is summarized if it is %s', (_what, searches, expected) => expect(told(searches)).toEqual(expected));
});

describe('the words for a check', () => {
  const found = (changed: number, missed: number | null): Extract<GapCheck, { kind: 'checked' }> => ({
    kind: 'checked',
    search: 'a',
    askedAt: 0,
    changed,
    missed,
  });
  it.each<[changed: number, missed: number | null, words: string]>([
    [0, 0, 'No subscription changed'],
    [13, 11, '11 subscriptions changed without an event'],
    [1, 1, '1 subscription changed without an event'],
    [2, 0, 'Each change has an event'],
    [2, null, '2 subscriptions changed, but cannot be compared with events'],
  ])('[CROSS-3] describe %i changed and %s missed as “%s”', (changed, missed, words) => {
    expect(gapResultWords(found(changed, missed))).toBe(words);
  });

  it.each<[changed: number, met: number, unnamed: number, words: string]>([
    [0, 0, 0, 'Nothing changed in that time.'],
    [13, 2, 0, '13 changed; 2 with an event.'],
    [3, 0, 0, '3 changed; none with an event.'],
    [3, 1, 1, '3 changed; 1 with an event; 1 have no identifier that events use, so it cannot be compared.'],
    [2, 0, 2, '2 changed; 2 have no identifier that events use, so they cannot be compared.'],
  ])('[CROSS-3] describe %i changed, %i with an event and %i not comparable', (changed, met, unnamed, words) => {
    expect(countsWords({ changed, met, unnamed })).toBe(words);
  });

  it('[CROSS-3] name the margin, and why it is wider than a minute', () => {
    expect([marginWords(60_000, 0), marginWords(185_000, 125_000)]).toEqual([
      '1 m margin',
      '3 m 05 s margin: the provider’s clock differs by 2 m 05 s',
    ]);
  });

  it('[CROSS-3] report that the stored events changed after the check', () => {
    expect([fewerEventsWords(0), fewerEventsWords(-2), fewerEventsWords(1)]).toEqual([
      null,
      'Events of that time were removed after the check: 2 of these had one.',
      'More events were stored after the check: 1 fewer is possibly missed.',
    ]);
  });

  it('explain every reason of a gap', () => {
    expect(Object.keys(gapMeanings).toSorted()).toEqual(gapReasonSchema.options.toSorted());
  });
});
