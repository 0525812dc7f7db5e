/** Who had what when a span ended, as facts up to then say. */
import { describe, expect, test } from 'vitest';
import { HandOver, type HandOverLine } from '../../../../src-main/core/reports/hand-over.ts';
import { type KeyedStay, StayTally } from '../../../../src-main/core/reports/stay-tally.ts';
import type { Author, Action, StoredActionEntry } from '../../../../src-shared/domain/action.ts';
import { caseKey, type CaseKey, causeKey, type CauseKey } from '../../../../src-shared/domain/case-keys.ts';
import { NO_RESOURCES } from '../../../doubles/shift-report.ts';

const CAUSE = causeKey({ kind: 'localization', operation: 'ENABLED', type: null, code: 'START_PROFILE_ENABLE_FAILED' });
const OTHER = causeKey({ kind: 'localization', operation: 'ALLOCATED', type: null, code: null });
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((eid) => caseKey({ kind: 'eid', eid })) as [
  CaseKey,
  CaseKey,
  CaseKey,
  CaseKey,
];
const OLIVIA: Author = { id: 'o', name: 'Olivia' };
const JONAS: Author = { id: 'j', name: 'Jonas' };
const TO = 100;

/** Seqs are times. */
function stayOf(key: CaseKey, from: number, cause = CAUSE): KeyedStay {
  const what = { cause, consequence: 'reachable', countryCode: 'NO', ...NO_RESOURCES } as const;
  return { key, stay: { ...what, from, fromSeq: from, began: 'opened', to: null, ended: null } };
}

interface Told {
  readonly at: number;
  readonly deed: Action;
  readonly subjects: readonly (CaseKey | CauseKey)[];
  readonly author?: Author;
  readonly text?: string;
}

function handOver(
  stays: readonly KeyedStay[],
  told: readonly Told[],
  failures: ReadonlyMap<CaseKey, readonly number[]> = new Map(),
): HandOverLine | undefined {
  const tally = new StayTally({ from: 0, to: TO });
  for (const stay of stays) tally.add(stay);
  const lines = new HandOver(tally.open(), TO);
  for (const [index, { at, deed, subjects, author = OLIVIA, text = '' }] of told.entries()) {
    const fact: StoredActionEntry = {
      id: `f${index}`,
      number: index + 1,
      afterSeq: at,
      at,
      deed,
      subjects: [...subjects],
      author,
      text,
    };
    lines.add(fact);
  }
  return lines.lines(failures).find(({ cause }) => causeKey(cause) === CAUSE);
}

describe('[REPORT-3] a hand-over has what held when the span ended', () => {
  const open = [stayOf(A, 10), stayOf(B, 20)];
  const take = { kind: 'take' } as const;

  test.each<readonly [what: string, told: readonly Told[], owner: string | null]>([
    ['who took the group', [{ at: 30, deed: take, subjects: [CAUSE, A, B] }], 'Olivia'],
    [
      'nobody, of a group that was taken and ended before this failure',
      [{ at: 5, deed: take, subjects: [CAUSE] }],
      null,
    ],
    ['nobody, of a case that failed after it was taken', [{ at: 9, deed: take, subjects: [A] }], null],
    [
      'nobody, where it was given back',
      [
        { at: 30, deed: take, subjects: [CAUSE, A, B] },
        { at: 40, deed: { kind: 'release' }, subjects: [CAUSE, A, B] },
      ],
      null,
    ],
    [
      'nobody, of cases that were given back one by one',
      [
        { at: 30, deed: take, subjects: [CAUSE, A, B] },
        { at: 40, deed: { kind: 'release' }, subjects: [A] },
        { at: 41, deed: { kind: 'release' }, subjects: [B] },
      ],
      null,
    ],
    ['nobody, of what was taken later', [{ at: TO, deed: take, subjects: [CAUSE, A, B] }], null],
  ])('%s', (_, told, owner) => {
    expect(handOver(open, told)?.owner?.name ?? null).toBe(owner);
  });

  test('of several owners the one who has most', () => {
    const told = [
      { at: 30, deed: take, subjects: [A], author: JONAS },
      { at: 31, deed: take, subjects: [B] },
      { at: 32, deed: take, subjects: [C] },
    ];
    expect(handOver([...open, stayOf(C, 25)], told)?.owner).toEqual(OLIVIA);
  });

  test('[PAGE-300] how many failures nobody has, where others are somebody’s; what failed in part is none', () => {
    const inPart = stayOf(C, 25);
    const stays = [...open, { ...inPart, stay: { ...inPart.stay, consequence: 'partial' as const } }];
    expect([handOver(stays, [])?.nobodys, handOver(stays, [{ at: 30, deed: take, subjects: [A] }])?.nobodys]).toEqual([
      2, 1,
    ]);
  });

  test('the last words, whatever they were said with, and the ticket', () => {
    const line = handOver(open, [
      { at: 30, deed: { kind: 'note' }, subjects: [A], text: 'Called them' },
      { at: 40, deed: { kind: 'pack', ticket: '88213' }, subjects: [B] },
      { at: 50, deed: { kind: 'retried' }, subjects: [A], text: 'Again at two' },
      { at: 60, deed: { kind: 'pack', ticket: null }, subjects: [A] },
    ]);
    expect([line?.note, line?.ticket]).toEqual([{ text: 'Again at two', author: OLIVIA, at: 50 }, '88213']);
  });
});

describe('[OWN-13] a hand-over calls muted only what was muted when the span ended', () => {
  const open = [stayOf(A, 10), stayOf(B, 20)];
  const all = [CAUSE, A, B];
  const time = (at: number) => ({ kind: 'mute', ends: { kind: 'time', at } }) as const;
  const next = { kind: 'mute', ends: { kind: 'next-failure' } } as const;
  const worse = { kind: 'mute', ends: { kind: 'worse' } } as const;

  test.each<readonly [what: string, stays: readonly KeyedStay[], told: readonly Told[], isMuted: boolean]>([
    ['for longer', open, [{ at: 30, deed: time(TO + 1), subjects: all }], true],
    ['until before', open, [{ at: 30, deed: time(TO), subjects: all }], false],
    [
      'and unmuted',
      open,
      [
        { at: 30, deed: time(TO + 1), subjects: all },
        { at: 40, deed: { kind: 'unmute' }, subjects: all },
      ],
      false,
    ],
    [
      'and one of them unmuted',
      open,
      [
        { at: 30, deed: time(TO + 1), subjects: all },
        { at: 40, deed: { kind: 'unmute' }, subjects: [A] },
      ],
      false,
    ],
    ['one of two', open, [{ at: 30, deed: time(TO + 1), subjects: [A] }], false],
    ['until the next failure, and none came', open, [{ at: 30, deed: next, subjects: all }], true],
    [
      'until the next failure, and another joined',
      [...open, stayOf(C, 35)],
      [{ at: 30, deed: next, subjects: all }],
      false,
    ],
    [
      'until it gets worse, and one more came',
      [...open, stayOf(C, 35)],
      [{ at: 30, deed: worse, subjects: all }],
      true,
    ],
    ['until it gets worse, and it is twice as many', open, [{ at: 15, deed: worse, subjects: [CAUSE, A] }], false],
    [
      '[REPORT-21] with another group until it gets worse, and it is twice as many',
      [...open, stayOf(C, 5, OTHER)],
      [{ at: 15, deed: worse, subjects: [CAUSE, OTHER, A, C] }],
      false,
    ],
    [
      '[REPORT-21] with a case of another group until it gets worse, and it is twice as many',
      [...open, stayOf(C, 5, OTHER)],
      [{ at: 15, deed: worse, subjects: [CAUSE, A, C] }],
      false,
    ],
    [
      '[REPORT-21] until it gets worse, with one of which nothing is known any more',
      open,
      [{ at: 15, deed: worse, subjects: [CAUSE, A, C] }],
      true,
    ],
    [
      '[REPORT-21] with another group until it gets worse, and one more came',
      [...open, stayOf(C, 12), stayOf(D, 5, OTHER)],
      [{ at: 15, deed: worse, subjects: [CAUSE, OTHER, A, C, D] }],
      true,
    ],
    [
      'each by itself, until it gets worse',
      open,
      [
        { at: 30, deed: worse, subjects: [A] },
        { at: 31, deed: worse, subjects: [B] },
      ],
      true,
    ],
    [
      'each by itself until its next failure, of which the other is none',
      open,
      [
        { at: 15, deed: next, subjects: [A] },
        { at: 31, deed: next, subjects: [B] },
      ],
      true,
    ],
  ])('%s', (_, stays, told, isMuted) => {
    expect(handOver(stays, told)?.isMuted).toBe(isMuted);
  });

  test.each<readonly [what: string, subjects: Told['subjects'], failedAt: number, isMuted: boolean]>([
    ['of a group ends with it', all, 40, false],
    ['of each case ends with it', [A, B], 40, false],
    ['ends with none that was before', all, 25, true],
    ['lasted where it came later', all, TO, true],
  ])('a mute until the next failure of the same case %s', (_, subjects, failedAt, isMuted) => {
    const failures = new Map([[B, [20, failedAt]]]);
    expect(handOver(open, [{ at: 30, deed: next, subjects }], failures)?.isMuted).toBe(isMuted);
  });
});
