import { describe, expect, it, test } from 'vitest';
import type { AdviceStage, FailureGroup } from '../../src-shared/api/cases.ts';
import { type Evidence, localizationSteps } from '../../src-shared/domain/cases/case-keys.ts';
import { stageWords } from '../../src-renderer/screens/localizations/case/advice-words.ts';
import { attemptLines } from '../../src-renderer/screens/localizations/case/attempt-lines.ts';
import { ladderSteps } from '../../src-renderer/screens/localizations/case/ladder-steps.ts';
import { NO_SELECTION, changedSelection } from '../../src-renderer/screens/localizations/list/case-selection.ts';
import { linesByFailure, type ListLine } from '../../src-renderer/screens/localizations/list/list-lines.ts';
import { eventCase } from '../../src-renderer/screens/timeline/detail/event-links.ts';
import { countriesWords } from '../../src-renderer/words/group-words.ts';
import { sharedWords } from '../../src-renderer/words/shared-words.ts';
import { aFailureGroup, INES } from '../doubles/board.ts';
import { causes, fallbackDetail, seatTaken, stories } from '../doubles/localization-story.ts';
import { START } from '../doubles/page-watch.ts';
import type { CaseKey } from '../../src-shared/domain/cases/case-keys.ts';

describe('the evidence ladder', () => {
  const ladder = (evidences: readonly (Evidence | 'weak' | 'unknown-weak')[], gaps = [seatTaken]) =>
    ladderSteps(
      {
        steps: localizationSteps.map((step, at) => {
          const evidence = evidences[at] ?? 'unknown';
          const known = evidence === 'weak' ? 'inferred' : evidence === 'unknown-weak' ? 'unknown' : evidence;
          const hasTime = known === 'reported' || known === 'failed';
          return { step, evidence: known, at: hasTime ? START : null, seq: null, weak: known !== evidence };
        }),
        gaps,
      },
      START,
    ).map(
      ({ mark, line, words, note, hasGap }) =>
        `${mark} ${line} ${words}${note && `, ${note}`}${hasGap ? ' | gap' : ''}`,
    );

  test.each<[string, Parameters<typeof ladder>[0], string[]]>([
    ['no evidence', [], Array<string>(6).fill('question dotted nothing reported')],
    [
      'an inferred step before a failed one',
      ['inferred', 'failed'],
      [
        'ring dashed inferred, the next step was tried',
        'triangle dashed failed',
        ...Array<string>(4).fill('question dotted nothing reported'),
      ],
    ],
    [
      'reported, weak and failed steps',
      ['inferred', 'inferred', 'inferred', 'reported', 'weak', 'failed'],
      [
        'ring dashed inferred',
        'ring dashed inferred',
        'ring dashed inferred',
        'tick solid reported',
        'dashed-ring dashed inferred, weak, not watched | gap',
        'triangle dashed failed',
      ],
    ],
    [
      'unknown steps after a gap',
      ['inferred', 'inferred', 'inferred', 'reported', 'unknown-weak', 'unknown-weak'],
      [
        'ring dashed inferred',
        'ring dashed inferred',
        'ring dashed inferred, a later step was reported',
        'tick solid reported',
        'question dotted nothing reported, not watched | gap',
        'question dotted nothing reported',
      ],
    ],
  ])('[CASE-4] draws %s, and a tick only for a reported step', (_, evidences, expected) => {
    expect(ladder(evidences)).toEqual(expected);
  });

  it('[CASE-4] marks no gap for a planned reconnect', () => {
    const reconnect = { ...seatTaken, reason: 'session-expired' as const, lengthMs: 4_000 };
    expect(ladder(['weak', 'failed'], [reconnect]).join()).not.toContain('| gap');
  });
});

test('[CASE-24] attempts are listed with their gaps and reports, newest first', () => {
  expect(attemptLines(fallbackDetail().attempts, START).map((line) => ('words' in line ? line.words : 'gap'))).toEqual([
    'failed at Fallback set',
    'gap',
    'Provisioned reported',
    'failed at Fallback set',
  ]);
});

test('[CASE-24] a gap after the last report of an attempt is listed above that report', () => {
  const [attempt] = fallbackDetail().attempts;
  if (attempt === undefined) throw new Error('There is no attempt.');
  const gap = { ...seatTaken, id: 77, from: attempt.to + 60_000, to: attempt.to + 120_000, lengthMs: 60_000 };
  const lines = attemptLines([{ ...attempt, gaps: [...attempt.gaps, gap] }], START);
  expect(lines.map(({ key }) => key)[0]).toBe('gap 77');
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((one, other) => other - one));
});

describe('the three stages of advice', () => {
  const stage = (part: Partial<AdviceStage>): AdviceStage => ({
    stage: 'retry',
    state: 'due',
    at: null,
    by: null,
    ...part,
  });
  const said = {
    now: START,
    remindAt: null,
    failedAt: START - 100_000,
    ticket: null,
    personName: ({ by }: AdviceStage) => by?.name ?? null,
    time: (at: number) => `at ${at - START}`,
    isUnknown: false,
  };
  test.each<[AdviceStage, Partial<typeof said> | { remindAt: number } | { ticket: string }, string]>([
    [stage({}), {}, 'Retry: not done yet [retried], next'],
    [stage({ state: 'failed', at: START, by: INES }), {}, 'Retried: by Ines Duarte at 0, failed again [null]'],
    [stage({ state: 'done', at: START }), {}, 'Retried: reported by an event at 0 [null]'],
    [stage({ stage: 'wait', state: 'open' }), {}, 'Then again: after 5 min [remind]'],
    [stage({ stage: 'wait' }), {}, 'Wait, then retry: waiting 1 m 40 s [remind], next'],
    [stage({ stage: 'wait' }), { failedAt: START - 301_000 }, 'Wait, then retry: waiting 5 m 01 s [retried], next'],
    [
      stage({ stage: 'wait', state: 'running' }),
      { remindAt: START + 220_000 },
      'Wait, then retry: reminder in 3 m 40 s [retried], next',
    ],
    [stage({ stage: 'wait', state: 'due' }), { remindAt: START }, 'Retry now: the reminder is due [retried], next'],
    [stage({ stage: 'provider', state: 'open' }), {}, 'Ask provider: if it fails again [pack]'],
    [stage({ stage: 'provider' }), {}, 'Ask provider: it failed again [pack], next'],
    [stage({ stage: 'provider' }), { isUnknown: true }, 'Ask provider: about the code [pack], next'],
    [
      stage({ stage: 'provider', state: 'done', at: START, by: INES }),
      { ticket: 'T-7' },
      'Asked provider: ticket T-7 [pack]',
    ],
  ])('[CASE-24] describe %j with %j as “%s”', (given, part, expected) => {
    const { title, note, action, isNext } = stageWords(given, { ...said, ...part });
    expect(`${title}: ${note} [${action}]${isNext ? ', next' : ''}`).toBe(expected);
  });
});

describe('the lines of the case list', () => {
  const groups = [aFailureGroup({ cause: causes.allocation }), aFailureGroup({ cause: causes.fallback })];
  const listed = {
    groups,
    group: groups[0]?.key ?? null,
    ended: { well: null, done: null },
    openSections: new Set<string>(),
  };
  const open = (count: number) => ({ rows: stories.allocation.slice(0, count), total: 24 });
  const keys = (lines: readonly ListLine[]) => lines.map(({ kind }) => kind).join(' ');

  it('show the cases of the open group below it, and the number of further cases', () => {
    const lines = linesByFailure({ ...listed, open: open(2) });
    expect(keys(lines)).toBe('group case case more group ended');
    expect(lines[3]).toEqual({ kind: 'more', key: 'more group', section: 'group', count: 22 });
  });

  it('[CASE-12] show what was marked as done below what recovered, if there is any', () => {
    const done = { rows: stories.allocation.slice(0, 1), total: 1 };
    const lines = (openSections: string[], ended = { well: open(1), done: done as typeof done | null }) =>
      linesByFailure({ ...listed, group: null, open: null, ended, openSections: new Set(openSections) })
        .slice(groups.length)
        .map(({ key, kind }) => (kind === 'ended' ? key : kind));
    expect(lines(['well'])).toEqual(['well', 'case', 'more', 'done']);
    expect(lines(['done'])).toEqual(['well', 'done', 'case']);
    expect(lines(['well', 'done'], { well: open(1), done: null })).toEqual(['well', 'case', 'more']);
  });

  it('[CASE-11] show muted groups last, below their own heading', () => {
    const [first] = groups;
    const muted = first === undefined ? groups : [{ ...first, mute: { kind: 'worse' as const } }, ...groups.slice(1)];
    const lines = linesByFailure({ ...listed, groups: muted, group: null, open: null });
    expect(keys(lines)).toBe('group muted group ended');
    expect(lines[2]?.key).toBe(first?.key);
  });
});

describe('a selection of several cases', () => {
  const [a, b, c, d] = ['eid:a', 'eid:b', 'eid:c', 'eid:d'] as CaseKey[] as [CaseKey, CaseKey, CaseKey, CaseKey];
  const listed = [a, b, c, d];
  it('grows with Ctrl from the shown case, and with Shift from the previous one', () => {
    const two = changedSelection(NO_SELECTION, c, { shift: false, toggle: true }, listed, a);
    expect([...two.keys]).toEqual([a, c]);
    expect([...changedSelection(two, d, { shift: true, toggle: false }, listed, a).keys]).toEqual([c, d]);
    expect([...changedSelection(two, c, { shift: false, toggle: true }, listed, a).keys]).toEqual([a]);
    expect([...changedSelection(two, b, { shift: false, toggle: false }, listed, a).keys]).toEqual([]);
  });
});

const within = { kind: 'within', ms: 1_179_000 } as const;
const firstSeen = { kind: 'first-seen', at: 5 } as const;
const iccid = { kind: 'iccid', prefix: '89462038' } as const;
const norway = { kind: 'country', country: 'NO' } as const;
const codeOf = (count: number, ...others: { code: string; count: number }[]) =>
  ({ kind: 'code', code: '4711', count, others }) as const;
const inCountries = (count: number) =>
  ['NO', 'SE', 'PL', 'ES'].slice(0, count).map((country) => ({ country, count: 1 }));

test.each<[open: number, shared: FailureGroup['shared'], countries: number, others: number, words: string]>([
  [
    7_049,
    [within, codeOf(7_049), iccid],
    4,
    0,
    'Looks like one cause: all 7,049 name 4711, and all ICCIDs begin 8946 2038. All failed within 19 m 39 s. Not shared: 4 countries.',
  ],
  [
    7_049,
    [norway, within, codeOf(7_049), iccid, firstSeen],
    1,
    0,
    'Looks like one cause: all 7,049 name 4711, all ICCIDs begin 8946 2038, and all 7,049 are in Norway. All failed within 19 m 39 s, and none failed before 5.',
  ],
  [12, [codeOf(9)], 1, 0, 'May be several causes: 9 of 12 name 4711.'],
  [12, [codeOf(9), iccid], 1, 3, 'May be several causes: 9 of 12 name 4711, and all ICCIDs begin 8946 2038.'],
  [
    113,
    [codeOf(56, { code: '2107', count: 54 }, { code: '4308', count: 1 })],
    1,
    0,
    'May be several causes: 56 of 113 name 4711, 54 name 2107, and 1 names 4308.',
  ],
  [12, [codeOf(11)], 1, 0, 'Looks like one cause: 11 of 12 name 4711.'],
  [12, [iccid], 1, 0, 'All ICCIDs begin 8946 2038.'],
  [12, [norway], 1, 0, 'All 12 are in Norway.'],
  [12, [{ kind: 'country', country: '<b>' }], 1, 0, 'All 12 are in <b>.'],
  [12, [within], 3, 2, 'All failed within 19 m 39 s. Not shared: at least 3 countries.'],
  [12, [firstSeen], 1, 0, 'None failed before 5.'],
  [
    2,
    [codeOf(2), iccid, within],
    1,
    0,
    'Looks like one cause: both name 4711, and both ICCIDs begin 8946 2038. Both failed within 19 m 39 s.',
  ],
  [12, [], 4, 0, ''],
])(
  '[CASE-8] sentences describe what %i cases share: %j in %i countries and %i elsewhere',
  (open, shared, countries, others, words) => {
    expect(sharedWords({ open, shared, countries: inCountries(countries), others }, String)).toBe(words);
  },
);

test('countries are counted, followed by cases in other countries or without a named one', () => {
  expect(countriesWords({ countries: [{ country: 'NO', count: 1_310 }], others: 4 })).toBe('NO 1,310, 4 elsewhere');
  expect([0, 2].map((others) => countriesWords({ countries: [], others }))).toEqual(['', 'no country given']);
});

test.each([
  [
    { kind: 'LOCALIZATION', eid: '8904', requestId: null },
    { screen: 'localizations', key: 'eid:8904' },
  ],
  [
    { kind: 'LOCALIZATION', eid: null, requestId: null },
    { screen: 'localizations', key: 'event:7' },
  ],
  [
    { kind: 'LOCALIZATION', eid: '', requestId: null },
    { screen: 'localizations', key: 'event:7' },
  ],
  [
    { kind: 'CMP_EVENT', eid: null, requestId: 'R 1' },
    { screen: 'requests', key: 'request:R 1' },
  ],
  [
    { kind: 'CMP_EVENT', eid: '8904', requestId: null },
    { screen: 'requests', key: 'event:7' },
  ],
  [{ kind: 'HEARTBEAT', eid: null, requestId: null }, null],
])('[PAGE-80] the case of %j is %j', (event, of) => {
  expect(eventCase({ ...event, seq: 7 })).toEqual(of);
});
