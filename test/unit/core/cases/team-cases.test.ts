import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../../src-main/core/ports/event-store.ts';
import type { Cases } from '../../../../src-main/core/cases/create-cases.ts';
import { caseKey, causeKey } from '../../../../src-shared/domain/cases/case.ts';
import { casesOverStore, OLIVIA, performAction, readBoard } from '../../../doubles/cases-over-store.ts';
import { eventsAfter, joinTeam, logBatch, memberOf, placedAfter } from '../../../doubles/team-log.ts';

const eid = (name: string) => caseKey({ kind: 'eid', eid: name });
const download = causeKey({
  kind: 'localization',
  operation: 'DOWNLOADED',
  type: null,
  code: 'START_PROFILE_DOWNLOAD_FAILED',
});
const succeeded = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ eid: `${name}-${index}`, operation: 'ENABLED', state: 'COMPLETED' }));

/** Anna's store with the failures of a, b and c at the seqs 8 to 10, all confirmed by the log. */
async function annasDesk() {
  const anna = await casesOverStore();
  await anna.receiveLocalizations(
    ...succeeded(7, 'before'),
    { eid: 'a' },
    { eid: 'b', operation: 'DOWNLOADED' },
    { eid: 'c' },
  );
  await joinTeam(anna.store);
  const { cases } = anna.run();
  await cases.waitUntilCaughtUp();
  return { ...anna, cases };
}

/** An empty store that has read the log up to the same position. */
async function bensDesk(anna: EventStore) {
  const ben = await casesOverStore();
  await ben.store.team.follow(memberOf(await anna.reader.lineage(), 'ben-desk'));
  await ben.store.team.applyLog(logBatch(1, 10, { events: await eventsAfter(anna, 0) }));
  const { cases } = ben.run();
  await cases.waitUntilCaughtUp();
  return { ...ben, cases };
}

const casesIn = async ({ projection }: Cases) =>
  Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const state = (await projection.cases([eid(name)]))[0];
      return `${name}: ${state?.openedAt === null ? 'closed' : 'open'}, ${state?.own.owner?.name ?? 'nobody'}`;
    }),
  );

describe('actions of a team', () => {
  it('[TEAM-16] take, done and mute mean the same in every store, whatever else a store has received by then', async () => {
    const anna = await annasDesk();
    const ben = await bensDesk(anna.store);
    await performAction(anna.cases, { kind: 'take' }, [eid('a'), eid('b')]);
    await performAction(anna.cases, { kind: 'done' }, [eid('a'), eid('c')]);
    await performAction(anna.cases, { kind: 'mute', ends: { kind: 'worse' } }, [download]);
    const waiting = await anna.store.team.unplacedActions();
    // Case a fails again before the log has the actions: Anna had not seen that. She holds the seat, so she has the event first.
    await anna.receiveLocalizations({ eid: 'a', inner: '3107' }, ...succeeded(1, 'later'));
    const events = await eventsAfter(anna.store, 10);
    await anna.receiveLocalizations({ eid: 'b', operation: 'DOWNLOADED', inner: '3107' });
    const last = await eventsAfter(anna.store, 12);
    const actions = placedAfter(11, ...waiting);
    for (const record of [logBatch(2, 12), logBatch(5, 12, { actions }), logBatch(6, 13)])
      await anna.store.team.applyLog(record);
    for (const record of [logBatch(5, 12, { events, actions }), logBatch(6, 13, { events: last })])
      await ben.store.team.applyLog(record);
    const seen = [];
    for (const { cases, stored, store } of [anna, ben]) {
      stored.notify();
      await cases.waitUntilCaughtUp();
      const { groups, muted } = await readBoard(cases);
      seen.push({ cases: await casesIn(cases), groups, muted, actions: await store.reader.actions(0, 10) });
    }
    expect(seen[0]).toMatchObject({
      cases: [`a: open, ${OLIVIA.name}`, `b: open, ${OLIVIA.name}`, 'c: closed, nobody'],
      muted: 1,
    });
    expect(seen[1]).toEqual(seen[0]);
  });

  it('[TEAM-19] are refused by a store where the same failure has another seq', async () => {
    const anna = await annasDesk();
    const other = await casesOverStore();
    await other.receiveLocalizations(...succeeded(17, 'other'), { eid: 'a' }, { eid: 'b' }, { eid: 'c' });
    const { cases } = other.run();
    await cases.waitUntilCaughtUp();
    const before = await casesIn(cases);
    await performAction(anna.cases, { kind: 'done' }, [eid('a'), eid('b'), eid('c')]);
    const actions = placedAfter(10, ...(await anna.store.team.unplacedActions()));
    const followed = await other.store.team.follow(memberOf(await anna.store.reader.lineage()));
    await expect(other.store.team.applyLog(logBatch(1, 10, { actions }))).rejects.toThrow('follows no log');
    await cases.waitUntilCaughtUp();
    expect([followed.kind, await other.store.reader.actions(0, 10), await casesIn(cases)]).toEqual([
      'other-lineage',
      [],
      before,
    ]);
  });

  it('[TEAM-16] cases are rebuilt if the log replaces events and moves actions that were applied while it was not reached', async () => {
    const anna = await annasDesk();
    const ben = await bensDesk(anna.store);
    await anna.store.team.goOnAlone();
    await anna.receiveLocalizations({ eid: 'd' });
    await performAction(anna.cases, { kind: 'done' }, [eid('a')]);
    await anna.cases.waitUntilCaughtUp();
    const alone = [await casesIn(anna.cases), (await readBoard(anna.cases)).failures];
    const waiting = await anna.store.team.unplacedActions();
    // Ben took the seat meanwhile. He received a failure of c, and Anna's event is not in the log yet.
    await ben.receiveLocalizations({ eid: 'c', inner: '3107' }, ...succeeded(3, 'bens'));
    const events = await eventsAfter(ben.store, 10);
    const records = [logBatch(2, 14, { events }), logBatch(3, 14, { actions: placedAfter(14, ...waiting) })];
    const seen = [];
    for (const { cases, stored, store } of [anna, ben]) {
      for (const record of records) await store.team.applyLog(record);
      stored.notify();
      await cases.waitUntilCaughtUp();
      const { groups, failures } = await readBoard(cases);
      seen.push({ cases: await casesIn(cases), groups, failures });
    }
    expect(alone).toEqual([['a: closed, nobody', 'b: open, nobody', 'c: open, nobody'], 3]);
    expect(seen[0]).toMatchObject({ cases: ['a: closed, nobody', 'b: open, nobody', 'c: open, nobody'], failures: 2 });
    expect(seen[1]).toEqual(seen[0]);
    expect((await anna.store.team.lateEvents(0, 10)).length).toBe(1);
  });
});
