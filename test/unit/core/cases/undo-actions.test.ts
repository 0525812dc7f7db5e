import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../src-shared/api/errors.ts';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case.ts';
import { casesOverStore, JONAS, OLIVIA, performAction, readBoard } from '../../../doubles/cases-over-store.ts';
import { allocationFailure } from '../../../doubles/case-states.ts';

const HOUR = 3_600_000;
const [A, B] = [caseKey({ kind: 'eid', eid: 'a' }), caseKey({ kind: 'eid', eid: 'b' })];
const allocation = causeKey(allocationFailure);

async function twoFailures() {
  const made = await casesOverStore();
  await made.receiveLocalizations({ eid: 'a' }, { eid: 'b' });
  const { cases } = made.run();
  await cases.waitUntilCaughtUp();
  const openCases = async () => {
    await cases.waitUntilCaughtUp();
    return (await readBoard(cases)).groups.map(({ key, open, owners }) => ({ key, open, owners }));
  };
  return { ...made, cases, openCases };
}

describe('[CASE-61] an action can be undone for all its cases together', () => {
  test('done of a group opens all of its cases again, with their owner', async () => {
    const { cases, openCases } = await twoFailures();
    await performAction(cases, { kind: 'take' }, [allocation], JONAS);
    const before = await openCases();
    const done = await performAction(cases, { kind: 'done' }, [allocation]);
    expect([await openCases(), before.map(({ open }) => open)]).toEqual([[], [2]]);
    await cases.undo({ author: OLIVIA, ...done });
    expect(await openCases()).toEqual(before);
    const { actions, summary } = await cases.detail(A);
    expect(actions.map(({ what, author }) => [what.kind, author.name])).toEqual([
      ['undo', OLIVIA.name],
      ['done', OLIVIA.name],
      ['take', JONAS.name],
    ]);
    expect(summary).toMatchObject({ ended: null, endedBy: null, canReopen: false, owner: JONAS });
  });

  test('an undone retry is no step of the advice', async () => {
    const { cases } = await twoFailures();
    const retried = await performAction(cases, { kind: 'retried' }, [A]);
    await cases.waitUntilCaughtUp();
    expect((await cases.detail(A)).advice[0]?.state).toBe('done');
    await cases.undo({ author: OLIVIA, ...retried });
    await cases.waitUntilCaughtUp();
    expect((await cases.detail(A)).advice[0]?.state).toBe('due');
  });

  test('[CASE-61] an undo says what it took back: everything, a part, or nothing because another operator acted since', async () => {
    const { cases } = await twoFailures();
    const of = async (what: 'take' | 'note', subjects: Parameters<typeof performAction>[2], author = OLIVIA) =>
      performAction(cases, { kind: what }, subjects, author);
    const undone = (actions: Awaited<ReturnType<typeof of>>) => cases.undo({ author: OLIVIA, ...actions });
    expect(await undone(await of('take', [allocation]))).toEqual({ kind: 'undone' });
    const all = await of('take', [allocation]);
    await of('note', [A], JONAS);
    expect(await undone(all)).toEqual({ kind: 'partly', undone: 1, of: 2, by: JONAS.name });
    const one = await of('take', [A]);
    await of('take', [A], JONAS);
    expect(await undone(one)).toEqual({ kind: 'nothing', by: JONAS.name });
    await cases.waitUntilCaughtUp();
    const { actions, summary } = await cases.detail(A);
    expect([summary.owner, actions[0]?.what.kind]).toEqual([JONAS, 'take']);
  });

  test('[CASE-61] an undo of what a success ended says that it changed nothing', async () => {
    const { cases, receiveLocalizations } = await twoFailures();
    const taken = await performAction(cases, { kind: 'take' }, [A]);
    await receiveLocalizations({ eid: 'a', operation: 'ENABLED', state: 'COMPLETED' });
    expect(await cases.undo({ author: OLIVIA, ...taken })).toEqual({ kind: 'nothing', by: null });
  });

  test('is refused twice, and for an action that is not known', async () => {
    const { cases } = await twoFailures();
    const taken = await performAction(cases, { kind: 'take' }, [A]);
    await cases.undo({ author: OLIVIA, ...taken });
    const expired = new AppError({ code: 'UNDO_EXPIRED', facts: {} });
    await expect(cases.undo({ author: OLIVIA, ...taken })).rejects.toEqual(expired);
    await expect(cases.undo({ author: OLIVIA, actions: ['not-known'] })).rejects.toEqual(expired);
  });
});

describe('[CASE-12] reopening a group reopens what was done in the last 24 hours and did not succeed since', () => {
  test('names who closed each case', async () => {
    const { cases, openCases, receiveLocalizations } = await twoFailures();
    await performAction(cases, { kind: 'done' }, [allocation], JONAS);
    await receiveLocalizations({ eid: 'b', operation: 'ENABLED', state: 'COMPLETED' });
    await cases.waitUntilCaughtUp();
    const closed = await Promise.all([A, B].map(async (key) => (await cases.detail(key)).summary));
    expect(closed.map(({ ended, endedBy, canReopen }) => [ended, endedBy, canReopen])).toEqual([
      ['done', JONAS, true],
      ['done', JONAS, false],
    ]);
    await performAction(cases, { kind: 'reopen' }, [allocation]);
    expect((await openCases()).map(({ open }) => open)).toEqual([1]);
    expect((await cases.detail(A)).summary).toMatchObject({ ended: null, canReopen: false });
  });

  test('a case that was done earlier stays closed', async () => {
    const { cases, openCases, clock } = await twoFailures();
    await performAction(cases, { kind: 'done' }, [A]);
    await clock.advance(23 * HOUR);
    await performAction(cases, { kind: 'done' }, [B]);
    await cases.waitUntilCaughtUp();
    await clock.advance(2 * HOUR);
    await performAction(cases, { kind: 'reopen' }, [allocation]);
    expect((await openCases()).map(({ open }) => open)).toEqual([1]);
    expect((await cases.detail(B)).summary.ended).toBe(null);
  });
});
