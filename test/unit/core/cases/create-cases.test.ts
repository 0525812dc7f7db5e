import { describe, expect, test } from 'vitest';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case.ts';
import { readBoard, performAction, casesOverStore, JONAS, OLIVIA } from '../../../doubles/cases-over-store.ts';
import { OPEN_CASES, allocationFailure } from '../../../doubles/case-states.ts';

const MINUTE = 60_000;
const allocation = causeKey(allocationFailure);
const eid = (name: string) => caseKey({ kind: 'eid', eid: name });

describe('[CASE-16] the board', () => {
  test('counts each failure in a figure, a group and a list, and a success in none', async () => {
    const { run, receiveLocalizations, receiveRequest } = await casesOverStore();
    await receiveLocalizations(
      { eid: 'a', inner: '3107', iccid: '8946200011660309494' },
      { eid: 'b', inner: '3107', iccid: '8946200011660309001', country: 'SE' },
      { eid: 'c', operation: 'DOWNLOADED' },
      { eid: 'd', operation: 'ENABLED', state: 'COMPLETED' },
    );
    await receiveRequest('R-1', 4, 1);
    await receiveRequest('R-2', 3, 3);
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const board = await readBoard(cases);
    expect(board).toMatchObject({
      behind: 0,
      failures: 4,
      byOwner: [{ owner: null, localizations: 3, requests: 2 }],
      eids: 3,
      byConsequence: [
        { consequence: 'unusable', count: 2 },
        { consequence: 'unchanged', count: 1 },
      ],
      partialRequests: 1,
      localizations: 3,
      requests: 2,
      moreGroups: 0,
      muted: 0,
    });
    expect(board.groups.map(({ consequence, open }) => [consequence, open])).toEqual([
      ['unusable', 2],
      ['partial', 2],
      ['unchanged', 1],
    ]);
    expect(board.groups[0]).toMatchObject({
      key: allocation,
      status: 'new',
      countries: [
        { country: 'NO', count: 1 },
        { country: 'SE', count: 1 },
      ],
      provider: { sentence: 'Refused by 3107', code: '3107', type: 'CMP_ERROR', count: 2 },
      shared: [
        { kind: 'within', ms: 0 },
        { kind: 'code', code: '3107', count: 2, others: [] },
        { kind: 'iccid', prefix: '8946200011660309' },
        { kind: 'first-seen' },
      ],
      only: null,
      isStorm: false,
    });
    const open = await cases.list(OPEN_CASES);
    expect([open.total, open.cases.map((each) => each.eid)]).toEqual([3, ['a', 'b', 'c']]);
  });

  test('[CASE-8] quotes the newest sentence with the most frequent code of a group, not the newest of all', async () => {
    const { run, receiveLocalizations } = await casesOverStore();
    await receiveLocalizations({ eid: 'a', inner: '4102' }, { eid: 'b', inner: '4102' }, { eid: 'c', inner: '2107' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const [group] = (await readBoard(cases)).groups;
    expect(group?.provider).toEqual({ sentence: 'Refused by 4102', code: '4102', type: 'CMP_ERROR', count: 2 });
    const others = [{ code: '2107', count: 1 }];
    expect(group?.shared).toContainEqual({ kind: 'code', code: '4102', count: 2, others });
  });

  test('[CASE-8] quotes the code of the cause for a group of requests, which all of them have', async () => {
    const { run, receiveRequest } = await casesOverStore();
    await receiveRequest('R-1', 4, 1);
    await receiveRequest('R-2', 3, 1);
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const [group] = (await readBoard(cases)).groups;
    expect(group?.provider).toEqual({ sentence: 'It belongs to it', code: '73', type: 'DCP_ERROR', count: 2 });
  });

  test('lists growing groups first among those with the same consequence, with their failures of the last hour', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a', operation: 'ALLOCATED' }, { eid: 'd', operation: 'DOWNLOADED' });
    await clock.advance(120 * MINUTE);
    const code = 'START_PROFILE_ACTIVATION_FAILED';
    await receiveLocalizations({ eid: 'b', operation: 'ACTIVATED', code }, { eid: 'c', operation: 'ACTIVATED', code });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const listed = async () =>
      (await readBoard(cases)).groups.map(({ cause, lastHour }) => `${cause.operation} ${lastHour}`);
    expect(await listed()).toEqual(['ACTIVATED 2', 'ALLOCATED 0', 'DOWNLOADED 0']);
    await clock.advance(61 * MINUTE);
    expect(await listed()).toEqual(['ALLOCATED 0', 'ACTIVATED 0', 'DOWNLOADED 0']);
  });

  test('shows a storm as one group and marks it as a storm', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations(...Array.from({ length: 19 }, (_, index) => ({ eid: `s${index}` })));
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    expect((await readBoard(cases)).groups).toMatchObject([{ open: 19, isStorm: false }]);
    await clock.advance(11 * MINUTE);
    await receiveLocalizations({ eid: 'twentieth' });
    await clock.advance(1_000);
    await cases.waitUntilCaughtUp();
    expect((await readBoard(cases)).groups).toMatchObject([{ open: 20, isStorm: false }]);
    await receiveLocalizations(...Array.from({ length: 19 }, (_, index) => ({ eid: `t${index}` })));
    await clock.advance(1_000);
    await cases.waitUntilCaughtUp();
    const [storm] = (await readBoard(cases)).groups;
    expect([storm?.open, storm?.isStorm, storm?.spark.stepMs]).toEqual([39, true, 20_000]);
    await clock.advance(31 * MINUTE);
    expect((await readBoard(cases)).groups).toMatchObject([{ open: 39, isStorm: false }]);
  });

  test('[CASE-16] keeps beside the projection only the groups that are open', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b', operation: 'DOWNLOADED' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const open = [...cases.progress.groups.values()].map((group) => group.open);
    await receiveLocalizations({ eid: 'a', operation: 'ENABLED', state: 'COMPLETED' });
    await clock.advance(1_000);
    await cases.waitUntilCaughtUp();
    const afterSuccess = [...cases.progress.groups.values()].map((group) => group.cause.operation);
    expect({ open, afterSuccess }).toEqual({ open: [1, 1], afterSuccess: ['DOWNLOADED'] });
  });

  test('counts successful ends for 24 hours', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'a', operation: 'ENABLED', state: 'COMPLETED' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    expect(await readBoard(cases)).toMatchObject({ failures: 0, groups: [], endedWell: 1 });
    await clock.advance(24 * 60 * MINUTE + 1);
    expect(await readBoard(cases)).toMatchObject({ endedWell: 0 });
  });
});

test('[CASE-12] does not close a failure that was stored but not yet processed together with an earlier one', async () => {
  const { run, receiveLocalizations } = await casesOverStore();
  await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
  const first = run();
  await first.cases.waitUntilCaughtUp();
  await first.end();
  await receiveLocalizations({ eid: 'a' });
  await performAction(first.cases, { kind: 'done' }, [allocation]);
  const { cases } = run();
  await cases.waitUntilCaughtUp();
  expect((await readBoard(cases)).groups).toMatchObject([{ open: 1, only: { eid: 'a' } }]);
});

describe('[CASE-7] an action on a group also applies to cases that join it', () => {
  test('a taken group keeps its owner for cases that join it, until none of it is open', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'take' }, [allocation]);
    await receiveLocalizations({ eid: 'c' });
    await cases.waitUntilCaughtUp();
    expect(await readBoard(cases)).toMatchObject({
      byOwner: [{ owner: OLIVIA, localizations: 3, requests: 0 }],
      groups: [{ open: 3, status: 'ongoing', owners: [{ owner: OLIVIA, count: 3 }] }],
    });
    await performAction(cases, { kind: 'done' }, [allocation]);
    await cases.waitUntilCaughtUp();
    expect((await readBoard(cases)).groups).toEqual([]);
    await clock.advance(MINUTE);
    await receiveLocalizations({ eid: 'b' });
    await cases.waitUntilCaughtUp();
    expect((await readBoard(cases)).groups).toMatchObject([
      { open: 1, status: 'back', owners: [{ owner: null, count: 1 }], only: { eid: 'b', isBack: true } },
    ]);
  });

  test('an operator can release a single case of a taken group', async () => {
    const { run, receiveLocalizations } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'take' }, [allocation]);
    await performAction(cases, { kind: 'release' }, [eid('a')]);
    await performAction(cases, { kind: 'take' }, [eid('b')], JONAS);
    await cases.waitUntilCaughtUp();
    expect((await readBoard(cases)).byOwner).toEqual([
      { owner: null, localizations: 1, requests: 0 },
      { owner: JONAS, localizations: 1, requests: 0 },
    ]);
  });

  test('[CASE-11] a mute ends by time alone; muted groups come last and are counted separately', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'c', operation: 'DOWNLOADED' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    await performAction(cases, { kind: 'mute', ends: { kind: 'time', at: clock.now() + 60 * MINUTE } }, [allocation]);
    await cases.waitUntilCaughtUp();
    const muted = await readBoard(cases);
    expect([muted.failures, muted.muted, muted.groups.map(({ consequence }) => consequence)]).toEqual([
      2,
      1,
      ['unchanged', 'unusable'],
    ]);
    await clock.advance(60 * MINUTE);
    const ended = await readBoard(cases);
    expect([ended.muted, ended.groups.map(({ consequence }) => consequence)]).toEqual([0, ['unusable', 'unchanged']]);
  });

  test('[DEADLINE-4] a group is overdue when its time to take is over, and then has a time to end', async () => {
    const { run, receiveLocalizations, clock } = await casesOverStore();
    const openedAt = clock.now();
    await receiveLocalizations({ eid: 'a' });
    const { cases } = run();
    await cases.waitUntilCaughtUp();
    const [take, end] = [
      { kind: 'take', at: openedAt + 15 * MINUTE },
      { kind: 'end', at: openedAt + 240 * MINUTE },
    ];
    await clock.advance(14 * MINUTE);
    expect((await readBoard(cases)).groups).toMatchObject([{ status: 'new', deadline: take }]);
    await clock.advance(MINUTE);
    expect((await readBoard(cases)).groups).toMatchObject([{ status: 'overdue', deadline: take }]);
    await performAction(cases, { kind: 'take' }, [allocation]);
    await cases.waitUntilCaughtUp();
    expect((await readBoard(cases)).groups).toMatchObject([{ status: 'ongoing', deadline: end }]);
    await clock.advance(225 * MINUTE);
    expect((await readBoard(cases)).groups).toMatchObject([{ status: 'overdue', deadline: end }]);
  });
});
