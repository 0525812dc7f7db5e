import { describe, expect, test, vi } from 'vitest';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { groupTurnsOf, knownGroupSchema } from '../../../../src-main/core/outlets/group-turns.ts';
import { TurnLog } from '../../../../src-main/core/outlets/turn-log.ts';
import type { Alarm } from '../../../../src-shared/domain/alarms/raised-alarm.ts';
import { caseKey } from '../../../../src-shared/domain/cases/case.ts';
import { signedInAuthorId } from '../../../../src-shared/domain/cases/author-id.ts';
import { ALLOCATION, CHANGE } from '../../../doubles/an-outlet.ts';
import { casesOverStore, JONAS, OLIVIA, performAction } from '../../../doubles/cases-over-store.ts';

const HOUR = 3_600_000;
const A = caseKey({ kind: 'eid', eid: 'a' });

async function turnLogOverStore() {
  const made = await casesOverStore();
  const { cases } = made.run();
  const alarms: Alarm[] = [];
  let ids = 0;
  const open = () =>
    new TurnLog({
      cases,
      signals: { changes: new ChangeSignal(), alarms: () => alarms, escalateAfterMs: () => 900_000 },
      writer: made.store.writer,
      clock: made.clock,
      log: made.log,
      newId: () => `turn-${(ids += 1)}`,
    });
  const look = async (turns: TurnLog) => {
    await cases.waitUntilCaughtUp();
    await turns.refresh();
    return turns
      .after(0, 1_000)
      .map(
        (turn) => `${turn.turn} ${turn.key === ALLOCATION ? 'allocation' : turn.key === CHANGE ? 'change' : turn.key}`,
      );
  };
  await cases.waitUntilCaughtUp();
  const turns = open();
  await look(turns);
  return { ...made, cases, alarms, turns, open, look };
}

const success = { eid: 'a', operation: 'LOCALIZED', state: 'COMPLETED' };

describe('[OUTLET-1] a turn for each change of a failure group that people must hear of, once', () => {
  test('a group opens, is taken, ends, and is back', async () => {
    const { turns, look, receiveLocalizations, cases, clock } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' });
    expect(await look(turns)).toEqual(['opened allocation']);
    await receiveLocalizations({ eid: 'b' });
    expect(await look(turns)).toEqual(['opened allocation']);
    await performAction(cases, { kind: 'take' }, [ALLOCATION], JONAS);
    await look(turns);
    await receiveLocalizations(success, { ...success, eid: 'b' });
    await look(turns);
    await clock.advance(HOUR);
    await receiveLocalizations({ eid: 'a' });
    expect(await look(turns)).toEqual(['opened allocation', 'taken allocation', 'ended allocation', 'back allocation']);
  });

  test('taking each case on its own takes the group', async () => {
    const { turns, look, receiveLocalizations, cases } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' }, { eid: 'b' });
    await performAction(cases, { kind: 'take' }, [A], JONAS);
    expect(await look(turns)).toEqual(['opened allocation']);
    await performAction(cases, { kind: 'take' }, [caseKey({ kind: 'eid', eid: 'b' })], JONAS);
    expect(await look(turns)).toEqual(['opened allocation', 'taken allocation']);
  });

  test('[AUTHOR-3] a turn names its owner with the mark of a person who signed in, which no typed name has', async () => {
    const { turns, look, receiveLocalizations, cases } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' });
    await look(turns);
    const ownersAfter = async (author: typeof JONAS) => {
      await performAction(cases, { kind: 'take' }, [ALLOCATION], author);
      await look(turns);
      const last = turns.after(0, 1_000).at(-1);
      return last?.kind === 'group' ? last.facts.owners : null;
    };
    expect(await ownersAfter({ id: signedInAuthorId('0'.repeat(64)), name: 'olivia' })).toEqual(['olivia (verified)']);
    expect(await ownersAfter({ id: 'b3', name: 'olivia (verified)' })).toEqual(['olivia verified (typed)']);
  });

  test('an operator marks it as done, and takes that back', async () => {
    const { turns, look, receiveLocalizations, cases } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' });
    await look(turns);
    const done = await performAction(cases, { kind: 'done' }, [ALLOCATION]);
    await look(turns);
    await cases.undo({ author: OLIVIA, ...done });
    expect(await look(turns)).toEqual(['opened allocation', 'done allocation', 'back allocation']);
  });

  test('a request that fails completely, and then another that fails in part, is worse', async () => {
    const { turns, look, receiveRequest } = await turnLogOverStore();
    await receiveRequest('one', 10, 10);
    await look(turns);
    await receiveRequest('two', 10, 3);
    expect(await look(turns)).toEqual(['opened change', 'worse change']);
  });

  test('a group that opened and ended between two looks has two turns', async () => {
    const { turns, look, receiveLocalizations } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' }, success);
    expect(await look(turns)).toEqual(['opened allocation', 'ended allocation']);
    expect(await look(turns)).toEqual(['opened allocation', 'ended allocation']);
  });

  test('cases that are derived again are no news before they are where they were', async () => {
    const { turns, look, receiveLocalizations, cases } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' });
    await look(turns);
    const position = { cursor: 0, actions: 0 };
    vi.spyOn(cases.progress, 'processedThrough', 'get').mockReturnValue(position);
    vi.spyOn(cases.progress, 'groups', 'get').mockReturnValue(new Map());
    vi.spyOn(cases.projection, 'board').mockResolvedValue({ position, groups: [], others: [], endedWell: 0 });
    await turns.refresh();
    vi.restoreAllMocks();
    expect(await look(turns)).toEqual(['opened allocation']);
  });

  test('a turn is sent once it is stored, so that it keeps its id if the process is killed, or once storing it failed', async () => {
    const { turns, store, receiveLocalizations, cases } = await turnLogOverStore();
    const sendable = () => turns.after(0, 10).length;
    const commit = Promise.withResolvers<boolean>();
    vi.spyOn(store.writer, 'commitProjection').mockReturnValueOnce(commit.promise);
    await receiveLocalizations({ eid: 'a' });
    await cases.waitUntilCaughtUp();
    const { revision } = turns.changes;
    const looked = turns.refresh();
    await vi.waitUntil(() => turns.newest === 1);
    expect([sendable(), turns.changes.revision]).toEqual([0, revision]);
    commit.resolve(false);
    await looked;
    expect([sendable(), turns.changes.revision]).toEqual([1, revision + 1]);
  });

  test('a group that was open before there was an outlet is no news', async () => {
    const { receiveLocalizations, cases, store, open, look } = await turnLogOverStore();
    await store.writer.loadProjection('turns', 2);
    await receiveLocalizations({ eid: 'a' });
    await cases.waitUntilCaughtUp();
    const turns = open();
    expect(await look(turns)).toEqual([]);
    await receiveLocalizations(success);
    expect(await look(turns)).toEqual(['ended allocation']);
  });
});

test('[OUTLET-1] a turn whose sums exceed a safe integer can be stored and read again', async () => {
  const { receiveRequest, cases } = await turnLogOverStore();
  await receiveRequest('one', 10, 3);
  await cases.waitUntilCaughtUp();
  const [aggregate] = (await cases.projection.board(0, 0)).groups;
  if (aggregate === undefined) throw new Error('there is no group');
  const sums = { failedResources: 2 * Number.MAX_SAFE_INTEGER, resources: 2 * Number.MAX_SAFE_INTEGER };
  const { known } = groupTurnsOf(null, { state: aggregate.state, aggregate: { ...aggregate, ...sums } }, true, [], 0);
  expect(knownGroupSchema.safeParse(known).success).toBe(true);
});

describe('[OUTLET-10] a restart finds each turn once', () => {
  test('also those that happened while no outlet ran', async () => {
    const { turns, look, receiveLocalizations, open, cases } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' });
    await look(turns);
    await receiveLocalizations({ eid: 'b', operation: 'ENABLED' }, success);
    await cases.waitUntilCaughtUp();
    const again = open();
    const found = await look(again);
    expect(found.toSorted()).toEqual([
      'ended allocation',
      'opened allocation',
      'opened cause:localization/ENABLED//START_PROFILE_ENABLE_FAILED',
    ]);
    expect(await look(open())).toEqual(found);
  });

  test('turns keep their ids and numbers until every outlet is past them', async () => {
    const { turns, look, receiveLocalizations, open } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' });
    await look(turns);
    const [before] = turns.after(0, 10);
    const again = open();
    await look(again);
    expect(again.after(0, 10)).toEqual([before]);
    again.prune(1);
    await receiveLocalizations(success);
    expect(await look(again)).toEqual(['ended allocation']);
    const third = open();
    await look(third);
    expect(third.after(0, 10).map(({ number }) => number)).toEqual([2]);
  });

  test('while nothing can be stored, turns are found and kept, and stored later', async () => {
    const { turns, look, receiveLocalizations, open, store } = await turnLogOverStore();
    await receiveLocalizations({ eid: 'a' });
    const commit = store.writer.commitProjection.bind(store.writer);
    Object.assign(store.writer, { commitProjection: () => Promise.reject(new Error('the disk is full')) });
    expect(await look(turns)).toEqual(['opened allocation']);
    Object.assign(store.writer, { commitProjection: commit });
    await turns.refresh();
    expect(await look(open())).toEqual(['opened allocation']);
  });
});

describe('[OUTLET-1] a fault of watching is two turns', () => {
  const blind = (endedAt: number | null): Alarm => ({
    id: 'alarm-1',
    about: { kind: 'signal', signal: 'blind', cause: null, endedAt },
    severity: 'watching',
    rules: [],
    how: { banner: true, sound: false, badge: true },
    since: 1_000,
    firstAt: 1_000,
    lastAt: 1_000,
    firstSeq: null,
    lastSeq: null,
    silence: null,
    deliveries: [],
    openedAt: null,
    seenAt: null,
  });

  test('a turn when it begins and a turn when it is over', async () => {
    const { turns, look, alarms, open } = await turnLogOverStore();
    alarms.push(blind(null));
    expect(await look(turns)).toEqual(['blind blind']);
    alarms[0] = blind(5_000);
    expect(await look(open())).toEqual(['blind blind', 'watching blind']);
  });
});
