/** Tests the logic of the Requests screen: words, bars and filter. */
import { describe, expect, it } from 'vitest';
import { countBarParts, countBarWords } from '../../src-renderer/screens/requests/count-bar-parts.ts';
import {
  outcomeInFind,
  parseResourceFilter,
  causeFilterText,
  openInFind,
  withOpen,
  withOutcome,
} from '../../src-renderer/screens/requests/find-words.ts';
import type { Outcome } from '../../src-shared/domain/event/outcomes.ts';
import {
  consistencyLines,
  envelopeRemark,
  failedText,
  requestTitle,
  requestStateSentences,
} from '../../src-shared/words/request-outcome-words.ts';

const PACKAGE = 'CHANGE_SUBSCRIPTIONPACKAGE';
const STATE = 'CHANGE_SUBSCRIPTIONSTATE';
const counts = (size: number | null, completed: number | null, failed: number | null, consistent = true) => ({
  size,
  completed,
  failed,
  consistent,
});
const none = { canceled: 0, pending: 0, inProgress: 0, unaccounted: 0 };

type Row = [string | null, Outcome, ReturnType<typeof counts>, title: string, truth: string];

describe('the words of a request', () => {
  it.each<Row>([
    [
      PACKAGE,
      'partial',
      counts(214, 171, 43),
      'Package change: 43 of 214 resources failed',
      '171 were moved. 43 stay in the package they were in.',
    ],
    [
      PACKAGE,
      'failed',
      counts(3, 0, 3),
      'Package change: all 3 resources failed',
      'None was moved. All 3 stay in the package they were in.',
    ],
    [
      PACKAGE,
      'failed',
      counts(1, 0, 1),
      'Package change failed, 1 resource',
      'None was moved. 1 stays in the package it was in.',
    ],
    [PACKAGE, 'succeeded', counts(1_200, 1_200, 0), 'Package change done, 1,200 resources', 'All 1,200 were moved.'],
    [STATE, 'succeeded', counts(1, 1, 0), 'State change done, 1 resource', '1 has the new state.'],
    [STATE, 'succeeded', counts(null, null, null), 'State change done', 'It is done.'],
    [
      STATE,
      'partial',
      counts(2, 1, 1),
      'State change: 1 of 2 resources failed',
      '1 has the new state. 1 keeps the state it had.',
    ],
    [
      STATE,
      'partial',
      counts(null, null, null),
      'State change: some resources failed',
      'Part of it failed. The event does not say how much.',
    ],
    [
      STATE,
      'failed',
      counts(null, null, null),
      'State change failed',
      'It failed. The event does not say how many resources did.',
    ],
    [
      STATE,
      'in-progress',
      counts(24, 10, 0),
      'State change in progress, 24 resources',
      'It is not finished. 10 have the new state.',
    ],
    [
      STATE,
      'unknown',
      counts(2, 2, 0),
      'State change: unknown result',
      'Its result is unknown. 2 are reported as completed.',
    ],
    [
      STATE,
      'unknown',
      counts(40, 30, 0, false),
      'State change: 10 of 40 resources not accounted for',
      'Its result is unknown. 30 are reported as completed.',
    ],
    [null, 'partial', counts(3, 2, 1), 'Unknown change: 1 of 3 resources failed', '2 were completed. 1 failed.'],
  ])('[REQ-2] state only what is known of %s, %s', (operation, outcome, of, title, truth) => {
    expect([requestTitle({ operation, outcome }, of), requestStateSentences({ operation, outcome }, of, none)]).toEqual(
      [title, truth],
    );
  });

  it('[REQ-2] count the resources that neither completed nor failed', () => {
    const of = counts(40, 36, 3, false);
    expect(requestTitle({ operation: STATE, outcome: 'partial' }, of)).toBe(
      'State change: 3 failed, 1 not accounted for',
    );
    const others = { canceled: 1, pending: 2, inProgress: 1, unaccounted: 1 };
    expect(requestStateSentences({ operation: STATE, outcome: 'partial' }, of, others)).toBe(
      '36 have the new state. 3 keep the state they had. 1 was canceled. 3 are not done yet. 1 is not accounted for.',
    );
    expect([failedText(of), failedText(counts(null, 1, 2)), failedText(counts(3, 1, null))]).toEqual([
      '3 of 40',
      '2',
      null,
    ]);
  });

  it.each<[string, Outcome, string]>([
    ['COMPLETED', 'succeeded', ', and the resources say the same.'],
    ['COMPLETED', 'partial', '; the resources say otherwise, and Watchfloor uses those.'],
    ['COMPLETED', 'unknown', '; that alone does not say that it worked.'],
    ['COMPLETED', 'in-progress', '; the counters say that some are not done yet, and Watchfloor uses those.'],
    ['FAILED', 'failed', ', and Watchfloor accepts that.'],
    ['FAILED', 'partial', '; some were completed all the same.'],
    ['SETTLED', 'unknown', '; that does not show the result.'],
  ])('never take the envelope for the result: %s with outcome %s', (state, outcome, words) => {
    expect(envelopeRemark(state, outcome)).toBe(words);
  });

  it('[REQ-2] report each contradiction', () => {
    const fits = { size: 214, listed: 214, unaccounted: 0, consistent: true, hasCounters: true, contradictions: [] };
    expect([
      consistencyLines(fits),
      consistencyLines({ ...fits, size: 1, listed: 1 }),
      consistencyLines({ ...fits, consistent: false, listed: 200, contradictions: ['a'], unaccounted: 1 }),
      consistencyLines({ ...fits, consistent: false, size: null, listed: 0, hasCounters: false, unaccounted: null }),
      consistencyLines({ ...fits, consistent: false }),
    ]).toEqual([
      ['The counters add up to size 214, and 214 resources are listed.'],
      ['The counters add up to size 1, and 1 resource is listed.'],
      ['It contradicts itself: a.', '200 resources are listed, its size is 214.', 'It says nothing about 1 resource.'],
      ['It does not say how many resources it has.', 'It has no counters.', 'It lists no resources.'],
      ['The counters and the list disagree.'],
    ]);
  });
});

describe('the bar of a request', () => {
  it.each<[Outcome, ReturnType<typeof counts>, string]>([
    ['partial', counts(214, 171, 43), 'completed 171, failed 43'],
    ['partial', counts(40, 36, 3, false), 'completed 36, failed 3, unreported 1'],
    ['in-progress', counts(3, 2, 0), 'completed 2, rest 1'],
    ['unknown', counts(2, 2, 0), 'unreported 2'],
    ['unknown', counts(null, null, null), 'unreported 1'],
    ['failed', counts(null, null, null), 'unreported 1'],
    ['failed', counts(2, 2, 3, false), 'failed 2'],
    ['succeeded', counts(24, 24, 0), 'completed 24'],
    ['succeeded', counts(0, 0, 0), 'completed 1'],
  ])('[REQ-2] draws only known completions as completed: %s %j is %s', (outcome, of, parts) => {
    expect(
      countBarParts(outcome, of)
        .map(({ kind, count }) => `${kind} ${count}`)
        .join(', '),
    ).toBe(parts);
  });
  it('has its figures in words', () => {
    expect([
      countBarWords('partial', counts(40, 36, 3, false)),
      countBarWords('unknown', counts(null, null, 2)),
    ]).toEqual(['36 completed, 3 failed, 1 neither, of 40', 'completed unknown, 2 failed, total unknown']);
  });
});

describe('the filter words for requests', () => {
  it.each([
    ['', { isOpen: false, hasOthers: false }, 'is:open', ''],
    ['IS:open', { isOpen: true, hasOthers: false }, 'is:open', ''],
    ['code:73  is:open', { isOpen: true, hasOthers: true }, 'is:open code:73', 'code:73'],
  ])('[CASE-16] reads %j as words for open requests, and adds or removes these only', (find, read, open, any) => {
    expect([openInFind(find), withOpen(find, true), withOpen(find, false)]).toEqual([read, open, any]);
  });
  it('contain at most one outcome, and keep all other words', () => {
    expect([
      withOutcome('', 'partial'),
      withOutcome('code:73  outcome:failed user:x', 'partial'),
      withOutcome('code:73 OUTCOME:failed', null),
      outcomeInFind('code:73 outcome:Failed'),
      outcomeInFind('outcome:nothing'),
    ]).toEqual(['outcome:partial', 'outcome:partial code:73 user:x', 'code:73', 'failed', null]);
  });
  it.each([
    [{ type: 'DCP_ERROR', code: '73' }],
    [{ type: null, code: '73' }],
    [{ type: 'A/B %', code: null }],
    [{ type: null, code: null }],
  ])('name the error whose resources are shown: %j', (cause) => {
    expect(parseResourceFilter(causeFilterText(cause))).toEqual({ kind: 'cause', cause });
  });
  it('accept an address that was written by hand', () => {
    expect([parseResourceFilter(''), parseResourceFilter('all'), parseResourceFilter('%zz')]).toEqual([
      { kind: 'failed' },
      { kind: 'all' },
      { kind: 'cause', cause: { type: '%zz', code: null } },
    ]);
  });
});
