/** Statements about a complete failure group: only what is true of all its cases, or gives a count. */
import { expect, test } from 'vitest';
import { isGroupMuted } from '../../../../src-shared/domain/cases/group-order.ts';
import { Deadlines } from '../../../../src-main/core/cases/deadlines.ts';
import { sharedBy, statusOf, sumOwners } from '../../../../src-main/core/cases/group-status.ts';
import type { GroupAggregate } from '../../../../src-main/core/ports/case-projection.ts';
import type { SharedFactor } from '../../../../src-shared/api/cases.ts';
import { aGroupState, allocationFailure } from '../../../doubles/case-states.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OLIVIA = { id: 'o', name: 'Olivia' };

function aggregate(open: number, more: Partial<GroupAggregate> = {}): GroupAggregate {
  return {
    state: aGroupState(allocationFailure, { open, firstAt: 0, restedAt: null }),
    consequence: 'unusable',
    outcome: 'failed',
    firstAt: 0,
    failedResources: 0,
    resources: 0,
    countries: [],
    parts: [{ consequence: 'unusable', owner: null, count: open, openedAt: 0 }],
    codes: [],
    casesWithCodes: 0,
    iccidPrefix: '',
    failedAt: 2 * HOUR,
    failedSeq: 1,
    remindAt: null,
    muted: 0,
    only: null,
    ...more,
  };
}

const code = (name: string, count: number) => ({ code: name, count, failedSeq: 1 });
const country = (name: string | null, count: number) => ({ country: name, count });

test.each<readonly [what: string, facts: GroupAggregate, shared: readonly SharedFactor[]]>([
  ['one country for all cases', aggregate(3, { countries: [country('NO', 3)] }), [{ kind: 'country', country: 'NO' }]],
  ['one country for most cases', aggregate(3, { countries: [country('NO', 2), country(null, 1)] }), []],
  ['no country', aggregate(3, { countries: [country(null, 3)] }), []],
  ['failures within an hour', aggregate(2, { failedAt: HOUR }), [{ kind: 'within', ms: HOUR }]],
  ['failures within more than an hour', aggregate(2, { failedAt: HOUR + 1 }), []],
  [
    'a code of half of the cases',
    aggregate(4, { codes: [code('8.1', 2)], casesWithCodes: 2 }),
    [{ kind: 'code', code: '8.1', count: 2, others: [] }],
  ],
  [
    'several codes, which half of the cases have together',
    aggregate(10, { codes: [code('8.1', 3), code('9', 2)], casesWithCodes: 5 }),
    [{ kind: 'code', code: '8.1', count: 3, others: [{ code: '9', count: 2 }] }],
  ],
  [
    'several codes of the same few cases',
    aggregate(10, { codes: [code('8.1', 3), code('9', 3)], casesWithCodes: 3 }),
    [],
  ],
  ['a code of fewer than half of the cases', aggregate(5, { codes: [code('8.1', 2)], casesWithCodes: 2 }), []],
  ['a code of one case', aggregate(2, { codes: [code('8.1', 1)], casesWithCodes: 1 }), []],
  [
    'an ICCID prefix of eight digits',
    aggregate(2, { iccidPrefix: '89470800' }),
    [{ kind: 'iccid', prefix: '89470800' }],
  ],
  [
    'an ICCID prefix of seven digits, which all profiles of a country share',
    aggregate(2, { iccidPrefix: '8947080' }),
    [],
  ],
  ['a single case', aggregate(1, { countries: [country('NO', 1)], failedAt: 0, iccidPrefix: '89470800' }), []],
])('[CASE-8] reports a common factor only if all cases share it, or with a count: %s', (_, of, shared) => {
  expect(sharedBy(of, DAY)).toEqual(shared);
});

test('[CASE-8] reports a group as first seen if it began less than a day ago and never ended', () => {
  const first = (now: number, restedAt: number | null) =>
    sharedBy(aggregate(2, { state: aGroupState(allocationFailure, { open: 2, firstAt: 0, restedAt }) }), now);
  expect([first(DAY - 1, null), first(DAY, null), first(DAY - 1, 5)]).toEqual([
    [{ kind: 'first-seen', at: 0 }],
    [],
    [],
  ]);
});

test('[CASE-11] reports a group as muted only if all its cases are muted', () => {
  expect([0, 2, 3].map((muted) => isGroupMuted(aggregate(3, { muted })))).toEqual([false, false, true]);
  expect(isGroupMuted(aggregate(0))).toBe(false);
});

test('[DEADLINE-4] keeps the time to take until each case of a group has an owner', () => {
  const group = (...owners: readonly (typeof OLIVIA | null)[]) => ({
    ...aggregate(owners.length, {
      parts: owners.map((owner) => ({ consequence: 'unusable', owner, count: 1, openedAt: 0 })),
    }),
    state: { ...aGroupState(allocationFailure, { open: owners.length }), openSince: 0 },
  });
  const kinds = (...owners: readonly (typeof OLIVIA | null)[]) =>
    new Deadlines().of(group(...owners), 1).map(({ kind }) => kind);
  expect([kinds(null, null), kinds(OLIVIA, null), kinds(OLIVIA, OLIVIA)]).toEqual([
    ['take', 'end'],
    ['take', 'end'],
    ['end'],
  ]);
});

test('[DEADLINE-4] reports a group as overdue from the moment its deadline is over until it ends', () => {
  const of = (open: number, restedAt: number | null) =>
    aggregate(open, { state: aGroupState(allocationFailure, { open, restedAt }) });
  const deadline = { kind: 'take', at: HOUR } as const;
  expect([
    statusOf(of(1, null), deadline, HOUR - 1),
    statusOf(of(1, null), deadline, HOUR),
    statusOf(of(1, 5), deadline, HOUR),
    statusOf(of(1, 5), deadline, HOUR - 1),
    statusOf(of(0, null), deadline, HOUR),
    statusOf(of(1, null), null, HOUR),
  ]).toEqual(['new', 'overdue', 'overdue', 'back', 'ended', 'new']);
});

test('counts one operator with two names as one owner', () => {
  const later = { ...OLIVIA, name: 'Olivia B' };
  const owners = [
    { owner: null, count: 2 },
    { owner: OLIVIA, count: 1 },
    { owner: later, count: 2 },
    { owner: { id: 'j', name: 'Jonas' }, count: 0 },
  ];
  expect(sumOwners(owners)).toEqual([
    { owner: OLIVIA, count: 3 },
    { owner: null, count: 2 },
  ]);
});
