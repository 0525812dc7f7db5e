import { describe, expect, test } from 'vitest';
import { HandOver, type HandOverLine } from '../../../../src-main/core/reports/hand-over.ts';
import type { KeyedStay } from '../../../../src-main/core/ports/case-projection.ts';
import { StayTally } from '../../../../src-main/core/reports/stay-tally.ts';
import type { Author, Action, StoredActionEntry } from '../../../../src-shared/domain/cases/action.ts';
import { caseKey, type CaseKey, causeKey, type CauseKey } from '../../../../src-shared/domain/cases/case-keys.ts';
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

/** Times equal seqs. */
function stayOf(key: CaseKey, from: number, cause = CAUSE): KeyedStay {
  const what = { cause, consequence: 'reachable', countryCode: 'NO', ...NO_RESOURCES } as const;
  return { key, stay: { ...what, from, fromSeq: from, began: 'opened', to: null, ended: null } };
}

interface ReportedAction {
  readonly at: number;
  readonly what: Action;
  readonly subjects: readonly (CaseKey | CauseKey)[];
  readonly author?: Author;
  readonly text?: string;
}

const ALL = [CAUSE, A, B];
/** An action of Olivia on the group and its first two cases, unless other subjects or another author are given. */
const did = (
  at: number,
  what: Action,
  subjects: ReportedAction['subjects'] = ALL,
  author = OLIVIA,
): ReportedAction => ({
  at,
  what,
  subjects,
  author,
});

function handOver(
  stays: readonly KeyedStay[],
  entries: readonly ReportedAction[],
  failures: ReadonlyMap<CaseKey, readonly number[]> = new Map(),
): HandOverLine | undefined {
  const tally = new StayTally({ from: 0, to: TO });
  for (const stay of stays) tally.add(stay);
  const lines = new HandOver(tally.open(), TO);
  for (const [index, { at, what, subjects, author = OLIVIA, text = '' }] of entries.entries()) {
    const entry: StoredActionEntry = {
      id: `f${index}`,
      number: index + 1,
      afterSeq: at,
      at,
      what,
      subjects: [...subjects],
      author,
      text,
    };
    lines.add(entry);
  }
  return lines.lines(failures).find(({ cause }) => causeKey(cause) === CAUSE);
}

describe('[REPORT-2] the hand-over contains the state at the end of the span', () => {
  const open = [stayOf(A, 10), stayOf(B, 20)];
  const take = { kind: 'take' } as const;

  test.each<readonly [what: string, told: readonly ReportedAction[], owner: string | null]>([
    ['the operator who took the group', [did(30, take)], 'Olivia'],
    ['no owner if the group was taken and ended before this failure', [did(5, take, [CAUSE])], null],
    ['no owner if the case failed after it was taken', [did(9, take, [A])], null],
    ['no owner if the group was released', [did(30, take), did(40, { kind: 'release' })], null],
    [
      'no owner if each case was released',
      [did(30, take), did(40, { kind: 'release' }, [A]), did(41, { kind: 'release' }, [B])],
      null,
    ],
    [
      'the owner before a take that was undone',
      [did(30, take, ALL, JONAS), did(40, take), did(41, { kind: 'undo', of: 'f1', undone: take })],
      'Jonas',
    ],
    [
      'the last owner if an earlier take is undone',
      [did(30, take, ALL, JONAS), did(40, take), did(41, { kind: 'undo', of: 'f0', undone: take })],
      'Olivia',
    ],
    ['no owner if the group was taken after the span', [did(TO, take)], null],
  ])('has as its owner %s', (_, entries, owner) => {
    expect(handOver(open, entries)?.owner?.name ?? null).toBe(owner);
  });

  test('does not contain a note that was undone', () => {
    const note = { kind: 'note' } as const;
    const entries = [
      { at: 30, what: note, subjects: [CAUSE, A, B], text: 'Pool is empty' },
      { at: 40, what: note, subjects: [CAUSE, A, B], text: 'Wrong group' },
      did(41, { kind: 'undo', of: 'f1', undone: note }),
    ];
    expect(handOver(open, entries)?.note?.text).toBe('Pool is empty');
  });

  test('names the owner with most cases if there are several', () => {
    const entries = [did(30, take, [A], JONAS), did(31, take, [B]), did(32, take, [C])];
    expect(handOver([...open, stayOf(C, 25)], entries)?.owner).toEqual(OLIVIA);
  });

  test('[PAGE-225] counts unassigned failures if other cases have an owner, without partial failures', () => {
    const inPart = stayOf(C, 25);
    const stays = [...open, { ...inPart, stay: { ...inPart.stay, consequence: 'partial' as const } }];
    expect([handOver(stays, [])?.nobodys, handOver(stays, [did(30, take, [A])])?.nobodys]).toEqual([2, 1]);
  });

  test('contains the newest text of any action and the newest ticket', () => {
    const line = handOver(open, [
      { at: 30, what: { kind: 'note' }, subjects: [A], text: 'Called them' },
      did(40, { kind: 'pack', ticket: '88213' }, [B]),
      { at: 50, what: { kind: 'retried' }, subjects: [A], text: 'Again at two' },
      did(60, { kind: 'pack', ticket: null }, [A]),
    ]);
    expect([line?.note, line?.ticket]).toEqual([{ text: 'Again at two', author: OLIVIA, at: 50 }, '88213']);
  });
});

describe('[REPORT-2] the hand-over shows a group as muted only if all of it was muted at the end of the span', () => {
  const open = [stayOf(A, 10), stayOf(B, 20)];
  const all = [CAUSE, A, B];
  const time = (at: number) => ({ kind: 'mute', ends: { kind: 'time', at } }) as const;
  const next = { kind: 'mute', ends: { kind: 'next-failure' } } as const;
  const worse = { kind: 'mute', ends: { kind: 'worse' } } as const;

  test.each<readonly [what: string, stays: readonly KeyedStay[], told: readonly ReportedAction[], isMuted: boolean]>([
    ['that lasts longer than the span', open, [did(30, time(TO + 1))], true],
    ['that ends with the span', open, [did(30, time(TO))], false],
    ['that was removed', open, [did(30, time(TO + 1)), did(40, { kind: 'unmute' })], false],
    ['that was removed for one case', open, [did(30, time(TO + 1)), did(40, { kind: 'unmute' }, [A])], false],
    ['of one of two cases', open, [did(30, time(TO + 1), [A])], false],
    ['until the next failure, without a failure', open, [did(30, next)], true],
    ['until the next failure, after another case joined', [...open, stayOf(C, 35)], [did(30, next)], false],
    ['until it gets worse, after one case more', [...open, stayOf(C, 35)], [did(30, worse)], true],
    ['until it gets worse, with twice as many cases', open, [did(15, worse, [CAUSE, A])], false],
    [
      '[REPORT-2] together with another group until it gets worse, with twice as many cases',
      [...open, stayOf(C, 5, OTHER)],
      [did(15, worse, [CAUSE, OTHER, A, C])],
      false,
    ],
    [
      '[REPORT-2] together with a case of another group until it gets worse, with twice as many cases',
      [...open, stayOf(C, 5, OTHER)],
      [did(15, worse, [CAUSE, A, C])],
      false,
    ],
    [
      '[REPORT-2] until it gets worse, together with a case that is no longer stored',
      open,
      [did(15, worse, [CAUSE, A, C])],
      true,
    ],
    [
      '[REPORT-2] together with another group until it gets worse, after one case more',
      [...open, stayOf(C, 12), stayOf(D, 5, OTHER)],
      [did(15, worse, [CAUSE, OTHER, A, C, D])],
      true,
    ],
    ['of each case until it gets worse', open, [did(30, worse, [A]), did(31, worse, [B])], true],
    ['of each case until its next failure, without a failure', open, [did(15, next, [A]), did(31, next, [B])], true],
  ])('with a mute %s', (_, stays, entries, isMuted) => {
    expect(handOver(stays, entries)?.isMuted).toBe(isMuted);
  });

  test.each<readonly [what: string, subjects: ReportedAction['subjects'], failedAt: number, isMuted: boolean]>([
    ['covers the group and ends with that failure', all, 40, false],
    ['covers each case and ends with that failure', [A, B], 40, false],
    ['came after the failure and lasts', all, 25, true],
    ['lasts because the failure came after the span', all, TO, true],
  ])('handles a mute until the next failure of the same case that %s', (_, subjects, failedAt, isMuted) => {
    const failures = new Map([[B, [20, failedAt]]]);
    expect(handOver(open, [did(30, next, subjects)], failures)?.isMuted).toBe(isMuted);
  });
});

describe('[REPORT-40] the report says for each group by whom it was handed over, and who answered first', () => {
  const open = [stayOf(A, 10), stayOf(B, 20)];
  const subjects = [CAUSE, A, B];
  const KIM: Author = { id: 'k', name: 'Kim' };
  const handOverAction = { kind: 'hand-over' } as const;
  const handed = did(30, handOverAction, [CAUSE]);
  const answered = (kind: 'accept' | 'decline', at: number, author = JONAS) =>
    ({ at, what: { kind, of: 'f0' }, subjects, author }) as const;
  const accept = answered('accept', 40);
  const undo = did(41, { kind: 'undo', of: 'f1', undone: accept.what }, ALL, JONAS);

  test.each<readonly [what: string, actions: readonly ReportedAction[], state: string, owner: string | null]>([
    ['not accepted', [handed], 'waiting', null],
    ['accepted, with the new owner', [handed, accept], 'accepted Jonas 40', 'Jonas'],
    ['accepted by the first of two', [handed, accept, answered('accept', 50, KIM)], 'accepted Jonas 40', 'Jonas'],
    ['declined, without an owner', [handed, answered('decline', 40)], 'declined Jonas 40', null],
    [
      'accepted after another declined',
      [handed, answered('decline', 40, KIM), answered('accept', 50)],
      'accepted Jonas 50',
      'Jonas',
    ],
    ['taken by another operator', [handed, did(40, { kind: 'take' }, ALL, JONAS)], 'accepted Jonas 40', 'Jonas'],
    ['not accepted if the answer was undone', [handed, accept, undo], 'waiting', null],
  ])('%s', (_, actions, words, owner) => {
    const line = handOver(open, actions);
    const { state, ...by } = line?.shift ?? {};
    expect(by).toEqual({ author: OLIVIA, at: 30 });
    expect(
      state?.kind === 'accepted' || state?.kind === 'declined'
        ? `${state.kind} ${state.author.name} ${state.at}`
        : state?.kind,
    ).toBe(words);
    expect(line?.owner?.name ?? null).toBe(owner);
  });

  test('no hand-over from before the group opened, and none that was undone', () => {
    expect(handOver(open, [{ ...handed, at: 5 }])?.shift).toBeNull();
    const undone = did(31, { kind: 'undo', of: 'f0', undone: handOverAction });
    expect(handOver(open, [handed, undone])?.shift).toBeNull();
  });
});
