import { describe, expect, test } from 'vitest';
import { actOnSubjects } from '../../../../src-main/core/cases/subject-actions.ts';
import { caseKey } from '../../../../src-shared/domain/cases/case.ts';
import type { UndoableAction } from '../../../../src-shared/domain/cases/action.ts';
import type { AppErrorDetails } from '../../../../src-shared/api/errors.ts';
import { casesOverStore, JONAS, packageChangeText, readBoard } from '../../../doubles/cases-over-store.ts';

const ALLOCATION = 'cause:localization/ALLOCATED//START_PROFILE_ALLOCATION_FAILED';
const ENABLING = 'cause:localization/ENABLED//START_PROFILE_ENABLE_FAILED';
const A = '89049032000001000000035728471950';
const B = '89049032000001000000035728471964';
const C = '89049032000001000000035728479999';

/** Two failed allocations, one failed enabling and a request of which a part failed. */
async function failures() {
  const made = await casesOverStore();
  await made.receiveLocalizations({ eid: A }, { eid: B }, { eid: C, operation: 'ENABLED' });
  await made.receive(['CMP_EVENT', packageChangeText('REQ-2026-7', 4, 1)]);
  const { cases } = made.run();
  await cases.waitUntilCaughtUp();
  let ids = 0;
  const act = async (what: UndoableAction['kind'], ...subjects: string[]) => {
    const id = String((ids += 1)).padStart(32, '0');
    const action =
      what === 'mute' ? ({ kind: what, ends: { kind: 'worse' } } as const) : ({ kind: what } as UndoableAction);
    const request = { id, subjects, author: JONAS, what: action, text: 'as told' };
    const recorded = await actOnSubjects(cases, made.clock, request, new AbortController().signal);
    await cases.waitUntilCaughtUp();
    return recorded;
  };
  const found = async (...subjects: string[]) => (await act('note', ...subjects)).subjects;
  const refused = (what: UndoableAction['kind'], ...subjects: string[]) =>
    act(what, ...subjects).then(
      () => expect.unreachable(),
      (error: { data: { facts: AppErrorDetails['BAD_SUBJECT'] } }) => error.data.facts,
    );
  return { ...made, cases, act, found, refused };
}

describe('[CLI-105] an action of a command names', () => {
  test.each<[what: string, subject: string, key: string, cases: number]>([
    ['a group by its key', ALLOCATION, ALLOCATION, 2],
    ['a group by its error code', 'START_PROFILE_ALLOCATION_FAILED', ALLOCATION, 2],
    ['a group by its name on the page', 'allocation failed', ALLOCATION, 2],
    ['a group by its title on the page', 'Profile on the eUICC, unusable', ALLOCATION, 2],
    ['a group by a part of its code', 'ENABLE_FAILED', ENABLING, 1],
    ['a case by its key', `eid:${A}`, `eid:${A}`, 1],
    ['a case by its EID', A, `eid:${A}`, 1],
    ['a case by its EID as it is on a label', '8904 9032 0000 0100 0000 0357 2847 1950', `eid:${A}`, 1],
    ['a case by the end of its EID', '…1950', `eid:${A}`, 1],
    ['a request by its id', 'REQ-2026-7', 'request:REQ-2026-7', 1],
    ['a request by a part of its id', '2026-7', 'request:REQ-2026-7', 1],
  ])('%s', async (_what, subject, key, cases) => {
    const { found } = await failures();
    expect(await found(subject)).toEqual([expect.objectContaining({ key, cases })]);
  });

  test('several at once, each once', async () => {
    const { found } = await failures();
    const keys = (await found(A, `eid:${A}`, 'ENABLE_FAILED')).map(({ key }) => key);
    expect(keys).toEqual([`eid:${A}`, ENABLING]);
  });

  test('the open case, if a part also fits one that has ended', async () => {
    const { act, found } = await failures();
    await act('done', A);
    expect((await act('take', '847196')).subjects.map(({ key }) => key)).toEqual([`eid:${B}`]);
    expect((await act('take', '84719')).subjects.map(({ key }) => key)).toEqual([`eid:${B}`]);
    await expect(found('84719')).rejects.toThrow('ambiguous');
  });
});

describe('[CLI-105] a command does nothing if a subject', () => {
  test('is unknown, even if the others are known', async () => {
    const { refused, cases } = await failures();
    for (const unknown of ['nothing', 'eid:1', 'cause:localization/X//Y', '950', 'outcome:failed'])
      expect(await refused('take', A, unknown)).toMatchObject({ subject: unknown, problem: 'unknown', candidates: [] });
    expect((await readBoard(cases)).byOwner.map(({ owner }) => owner)).toEqual([null]);
  });

  test('can be several things, and names them', async () => {
    const { refused } = await failures();
    expect(await refused('take', '35728471')).toEqual({
      subject: '35728471',
      problem: 'ambiguous',
      candidates: [`eid:${B}`, `eid:${A}`],
      more: 0,
    });
    expect(await refused('take', 'PROFILE')).toMatchObject({
      problem: 'ambiguous',
      candidates: [ALLOCATION, ENABLING],
    });
  });

  test('is not open, except for a note', async () => {
    const { act, refused, found } = await failures();
    await act('done', A);
    for (const what of ['take', 'done', 'mute', 'unmute'] as const)
      expect(await refused(what, A)).toMatchObject({ problem: 'not-open', candidates: [`eid:${A}`] });
    expect(await found(A)).toHaveLength(1);
  });

  test('was not marked as done, or has succeeded since', async () => {
    const { act, refused, receiveLocalizations } = await failures();
    expect(await refused('reopen', A)).toMatchObject({ problem: 'not-done' });
    await act('done', 'START_PROFILE_ALLOCATION_FAILED');
    await receiveLocalizations({ eid: A, operation: 'ENABLED', state: 'COMPLETED' });
    expect(await refused('reopen', A)).toMatchObject({ problem: 'not-done' });
    expect((await act('reopen', 'Allocation failed')).subjects).toEqual([
      { key: ALLOCATION, name: 'Allocation failed (START_PROFILE_ALLOCATION_FAILED)', cases: 1 },
    ]);
    expect(await refused('reopen', 'Allocation failed')).toMatchObject({ problem: 'unknown' });
  });
});

test('[CLI-107] actions of a command are like those of the page: with their author, in the log of the case, and taken back by an undo', async () => {
  const { act, cases } = await failures();
  const before = await readBoard(cases);
  const { actions } = await act('take', ALLOCATION);
  expect((await readBoard(cases)).byOwner).toContainEqual({ owner: JONAS, localizations: 2, requests: 0 });
  await cases.undo({ author: JONAS, actions });
  await cases.waitUntilCaughtUp();
  expect((await readBoard(cases)).groups).toEqual(before.groups);
  await act('note', A);
  const { actions: log } = await cases.detail(caseKey({ kind: 'eid', eid: A }));
  expect(log.map(({ what, author, text }) => [what.kind, author.name, text])).toEqual([
    ['note', JONAS.name, 'as told'],
    ['undo', JONAS.name, ''],
    ['take', JONAS.name, 'as told'],
  ]);
});

test('[CLI-107] an action that is asked for twice with the same id is recorded once', async () => {
  const { cases, clock, store } = await failures();
  const action = { id: 'a'.repeat(32), subjects: [A], author: JONAS, what: { kind: 'note' } as const, text: 'once' };
  for (const _ of [1, 2]) await actOnSubjects(cases, clock, action, new AbortController().signal);
  expect((await store.reader.actions(0, 10)).map(({ text }) => text)).toEqual(['once']);
});
