import { describe, expect, it } from 'vitest';
import { groupTitle } from '../../src-renderer/screens/watch/group-words.ts';
import { stormOf, trendOf } from '../../src-renderer/screens/watch/storm.ts';
import {
  type WatchSummaryInput,
  summaryMark,
  watchSummary,
  summarySentence,
} from '../../src-renderer/screens/watch/watch-summary.ts';
import { timesText, whereBars } from '../../src-renderer/screens/watch/where-bars.ts';
import type { FacetSums } from '../../src-renderer/stores/timeline/tally-sums.ts';
import { ownerNumbers, watchFigures } from '../../src-renderer/screens/watch/watch-figures.ts';
import { wallState } from '../../src-renderer/screens/watch/wall-state.ts';
import type { Signal } from '../../src-renderer/signal.ts';
import type { FailureGroup } from '../../src-shared/api/cases.ts';
import { dueReminders, nextReminder } from '../../src-renderer/frame/notices/reminders.ts';
import { aBoard, aFailureGroup, INES, JONAS } from '../doubles/board.ts';
import { START } from '../doubles/page-watch.ts';
import { busyBoard, busyGroups, stormBoard, stormGroup } from '../doubles/busy-day.ts';

const watching: Signal = { kind: 'watching', sessionSince: START, late: false };
const interrupted = { since: START - 60_000, cause: null, nextAttemptAt: null };
const facts = { board: aBoard(), hasBoardError: false, signal: watching, notStoredSince: null };
const muted = aFailureGroup({ mute: { kind: 'next-failure' } });

const said = (part: Partial<WatchSummaryInput>) => {
  const verdict = watchSummary({ ...facts, ...part });
  return [summaryMark(verdict), summarySentence(verdict, () => '13:59')];
};

describe('[PAGE-220] Watch says that nothing needs attention only if that is known', () => {
  it.each([
    ['all is well', {}, ['calm', 'Nothing needs attention.']],
    ['only muted', { board: aBoard({ groups: [muted] }) }, ['none', 'Nothing needs attention, except muted groups.']],
    ['no board yet', { board: null }, ['none', 'Reading failures …']],
    [
      'the feed failed',
      { hasBoardError: true },
      ['blind', 'Watchfloor no longer updates this. Failures since 13:59 are unknown.'],
    ],
    ['one unread event', { board: aBoard({ behind: 1 }) }, ['none', '1 event is not processed yet.']],
    ['several unread events', { board: aBoard({ behind: 3_402 }) }, ['none', '3,402 events are not processed yet.']],
    ['connecting', { signal: { kind: 'connecting' } as Signal }, ['none', 'Reading failures …']],
    [
      'a brief reconnect',
      { signal: { kind: 'reconnecting', ...interrupted } as Signal },
      ['blind', 'Not watching. Failures since 13:59 are unknown.'],
    ],
    [
      'blind',
      { signal: { kind: 'blind', ...interrupted } as Signal },
      ['blind', 'Not watching. Failures since 13:59 are unknown.'],
    ],
    [
      'the seat is taken, with failures on the board',
      { board: busyBoard(), signal: { kind: 'seat-taken', ...interrupted } as Signal },
      ['blind', 'Not watching. Failures since 13:59 are unknown.'],
    ],
    [
      'stopped',
      { signal: { kind: 'stopped', since: START } as Signal },
      ['blind', 'Not watching. Failures since 13:59 are unknown.'],
    ],
    [
      'the backend is not connected',
      { signal: { kind: 'wire-lost', since: START } as Signal },
      ['blind', "This page has lost Watchfloor's backend. Failures since 13:59 are unknown."],
    ],
    [
      'not storing',
      { notStoredSince: START },
      ['blind', 'Events are not being stored. Failures since 13:59 are unknown.'],
    ],
  ])('summarizes the state: %s', (_, part, expected) => {
    expect(said(part)).toEqual(expected);
  });

  it('names the worst consequence and its number, over all groups that have it', () => {
    const both = [aFailureGroup(), stormGroup({ isStorm: false })];
    expect([said({ board: busyBoard() }), said({ board: aBoard({ groups: both }) })]).toEqual([
      ['failed', '2 eUICCs have a profile that cannot be used.'],
      ['failed', '216 eUICCs have a profile that cannot be used.'],
    ]);
  });

  it('[CASE-16] counts reachable but unusable profiles as unusable, as the figures do', () => {
    const groups = [aFailureGroup(), aFailureGroup({ consequence: 'reachable', open: 3 })];
    expect(said({ board: aBoard({ groups }) })).toEqual(['failed', '5 eUICCs have a profile that cannot be used.']);
  });

  it('still names the worst while some events are unread, and counts those', () => {
    const verdict = watchSummary({ ...facts, board: busyBoard({ behind: 12 }) });
    expect(verdict).toMatchObject({ kind: 'needs', groups: 5, unassigned: 2, behind: 12 });
  });
});

describe('[CASE-16] the figures', () => {
  const parts = (board = busyBoard()) => {
    const { eids, failed, partial } = watchFigures(board);
    return [eids, failed, partial].map(({ value, parts: of, remark }) => [
      value,
      of.length === 0 ? remark : of.map(({ value: count, words }) => `${count} ${words}`).join(' · '),
    ]);
  };
  it('consist of the parts below them', () => {
    expect(parts()).toEqual([
      [15, '2 unusable · 1 undocumented · 12 usable or unchanged'],
      [0, 'no request failed'],
      [1, '43 of 214 resources of all open requests'],
    ]);
  });
  it('[CASE-16] count failed requests apart from eUICCs, and lead to exactly these', () => {
    const { eids, failed } = watchFigures(busyBoard({ failures: 70 }));
    expect([failed.value, failed.href, eids.parts[0]?.href]).toEqual([
      55,
      '#/requests?find=is:open%20consequence:refused,not-known',
      '#/localizations?find=is:open%20consequence:unusable,reachable',
    ]);
  });
  it('[CASE-16] lead to the open cases of an owner by id, because another operator may have the same name', () => {
    const load = { localizations: 3, requests: 1 };
    expect(ownerNumbers({ owner: INES, ...load }).map(({ href }) => decodeURIComponent(href))).toEqual([
      '#/localizations?find=is:open owner:=person-ines',
      '#/requests?find=is:open owner:=person-ines',
    ]);
    expect(ownerNumbers({ owner: null, ...load, requests: 0 }).map(({ words }) => words)).toEqual(['eUICCs']);
  });
  it('stay in their places if they are zero', () => {
    expect(parts(aBoard({ endedWell: 3 }))).toEqual([
      [0, '3 recovered in 24 h'],
      [0, 'no request failed'],
      [0, 'no request partly failed'],
    ]);
  });
  it('are unknown, not zero, while events are unread', () => {
    expect(parts(aBoard({ behind: 4 }))).toEqual([
      [null, 'not processed yet'],
      [null, 'not processed yet'],
      [null, 'not processed yet'],
    ]);
    expect(parts({ ...busyBoard(), behind: 4 })[0]?.[0]).toBe(15);
  });
});

describe('[CASE-16] a bar of Where', () => {
  const sums = (results: number, values: Record<string, number>): FacetSums => ({
    count: 0,
    fields: new Map([
      ['outcome', [{ value: 'succeeded', count: results }]],
      ['country', Object.entries(values).map(([value, count]) => ({ value: value === 'null' ? null : value, count }))],
    ]),
  });
  it.each([
    ['no longer says so if the rate is as before', 100, 1_000, 100, ''],
    ['says how many times its share of all results has grown', 100, 1_000, 10, '10×'],
    ['says so if it has shrunk', 100, 1_000, 400, '0.3×'],
    ['says that it did not fail in the days before', 100, 1_000, 0, 'new'],
    ['says nothing of a rate if the days before have few results', 100, 49, 1, ''],
  ])('%s', (_, results, resultsBefore, failedBefore, expected) => {
    const today = sums(results, { TR: 10, null: 3 });
    const before = sums(resultsBefore, { TR: failedBefore });
    const { bars, rest } = whereBars({ today, hour: sums(5, { TR: 4 }), before }, 'country', () => false);
    expect([bars.map(({ value, count, lastHour }) => [value, count, lastHour]), rest]).toEqual([[['TR', 10, 4]], 3]);
    expect(timesText(bars[0]?.times ?? null)).toBe(expected);
  });
});

describe('a storm', () => {
  it('[CASE-16] is enlarged unless it is muted or resolved', () => {
    const storm = stormGroup();
    expect([
      stormOf([aFailureGroup(), storm], new Set()),
      stormOf([aFailureGroup()], new Set()),
      stormOf([{ ...storm, mute: { kind: 'worse' } }], new Set()),
      stormOf([storm], new Set([storm.key])),
    ]).toEqual([storm, null, null, null]);
  });
  it.each([
    ['slowing', [0, 0, 0, 20, 22, 10, 4, 3, 2], { lastMinute: 9, trend: 'slowing' }],
    ['rising', [0, 0, 0, 1, 1, 1, 8, 9, 9], { lastMinute: 26, trend: 'rising' }],
    ['steady', [5, 5, 5, 5, 5, 5, 5, 5, 5], { lastMinute: 15, trend: 'steady' }],
    ['steady without failures', [0, 0, 0], { lastMinute: 0, trend: 'steady' }],
  ])('has the trend “%s”', (_, counts, expected) => {
    expect(trendOf({ spark: { from: START, stepMs: 20_000, counts } })).toEqual(expected);
  });
});

describe('[PAGE-67] wall mode shows only the worst state', () => {
  const wall = (part: Partial<WatchSummaryInput>) => {
    const all = { ...facts, ...part };
    return wallState(all.board, watchSummary(all), all.signal);
  };
  const onWall = (part: Partial<WatchSummaryInput>) => {
    const state = wall(part);
    return state.kind === 'worst'
      ? `${state.count} ${state.worst.consequence} ${state.worst.cause.operation}`
      : state.kind === 'blind'
        ? state.word
        : state.kind;
  };
  it.each([
    ['calm', {}, 'calm'],
    [
      'a storm before a worse but smaller group',
      { board: aBoard({ groups: [aFailureGroup(), stormGroup()] }) },
      '214 unusable ALLOCATED',
    ],
    ['the worst group', { board: busyBoard() }, '2 unusable PROVISIONED'],
    [
      'a partial request',
      { board: aBoard({ groups: busyGroups().slice(3, 4) }) },
      '1 partial CHANGE_SUBSCRIPTIONPACKAGE',
    ],
    ['blind before a storm', { board: stormBoard(), signal: { kind: 'blind', ...interrupted } as Signal }, 'Blind'],
    [
      'a taken seat before a storm',
      { board: stormBoard(), signal: { kind: 'seat-taken', ...interrupted } as Signal },
      'Stream in use',
    ],
    ['a needed sign-in', { signal: { kind: 'sign-in-needed', ...interrupted } as Signal }, 'Sign-in needed'],
    ['unread events as not known', { board: aBoard({ behind: 3 }) }, 'not-known'],
  ])('shows %s', (_, part, expected) => {
    expect(onWall(part)).toBe(expected);
  });

  it('[PAGE-67] counts exactly the groups that it names: all with the worst consequence, or the storm alone', () => {
    const quiet = stormGroup({ isStorm: false });
    const enabling = aFailureGroup({ consequence: 'reachable', open: 3 });
    const counted = (...groups: FailureGroup[]) => {
      const state = wall({ board: aBoard({ groups }) });
      return state.kind === 'worst' && [state.count, state.groups.map(({ open }) => open)];
    };
    expect([
      counted(aFailureGroup(), quiet, enabling, ...busyGroups().slice(2), muted),
      counted(enabling, ...busyGroups().slice(2)),
      counted(aFailureGroup(), stormGroup()),
    ]).toEqual([
      [219, [214, 3, 2]],
      [3, [3]],
      [214, [214]],
    ]);
  });
});

it('[CASE-24] a reminder is due when its time has come, and not before', () => {
  const late = aFailureGroup({ remindAt: START - 60_000, owners: [{ owner: JONAS, count: 2 }] });
  const coming = stormGroup({ remindAt: START + 60_000 });
  expect([
    dueReminders([late, coming], START).map(({ title, at }) => [title, at]),
    nextReminder([late, coming], START),
    dueReminders([late, coming], START + 60_000).length,
    nextReminder([late], START),
  ]).toEqual([[['Reminder: Provisioning failed, 2 open', START - 60_000]], START + 60_000, 2, null]);
});

it('[PAGE-113] a group with an unknown step has a title that says that its consequence is not known', () => {
  const titleOf = (operation: string | null) =>
    groupTitle(
      aFailureGroup({ cause: { kind: 'localization', operation, type: null, code: 'X' }, consequence: 'not-known' }),
    );
  expect([titleOf('ACTIVATED'), titleOf(null), titleOf('CERTIFICATE_RENEWED')]).toEqual([
    'Activation failed; not documented by the provider',
    'Localization failed; not documented by the provider',
    'Not documented by the provider',
  ]);
});
