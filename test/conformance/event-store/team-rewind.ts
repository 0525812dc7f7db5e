/** Checks that a store can go back in the log of its team, which has lost its end, and loses nothing of what that had. */
import { describe, expect, it } from 'vitest';
import type { LogBatch } from '../../../src-main/core/ports/team-store.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { batchOf, moment, receivedEvents } from '../../doubles/received-events.ts';
import { eventsAfter, flawsOf, joinTeam, logBatch, placedAfter, progressAt } from '../../doubles/team-log.ts';
import type { TestedStore } from './tested-store.ts';

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
/** A store keeps a position for an entry that is so much later than that of the last one. */
const MARK_MS = 2_000;
const MAX_MARKS = 128;

/** Applies one entry, the position of which is its time in marks. */
const applyAt = async ({ store }: TestedStore, position: number, confirmedSeq: number, changes: Partial<LogBatch>) =>
  store.team.applyLog(
    logBatch(position, confirmedSeq, {
      progress: { ...progressAt(position, confirmedSeq), at: position * MARK_MS },
      ...changes,
    }),
  );

const placed = (first: number, last: number) =>
  receivedEvents(first, last).map((event, index) => ({ seq: first + index, event }));

const positionsIn = async ({ store }: TestedStore) => (await store.team.marks()).map(({ position }) => position);

/** A member reads entries of Ben's holding, of which the log loses those after the fourth. */
async function readLog(tested: TestedStore): Promise<void> {
  await joinTeam(tested.store, 'anna-desk');
  const opened = { kind: 'opened', id: 1, holder: 'ben-desk', epoch: 1, openedAt: 1_000 } as const;
  await applyAt(tested, 1, 0, { sessions: [opened] });
  await applyAt(tested, 2, 2, {
    events: placed(1, 2),
    sessions: [{ kind: 'continued', id: 1, lastEventAt: 2_000, events: 2 }],
  });
  await applyAt(tested, 3, 2, { offered: [{ position: 3, events: receivedEvents(3, 3) }] });
  await applyAt(tested, 4, 2, { actions: placedAfter(2, anActionEntry(1)) });
  await applyAt(tested, 5, 4, {
    events: placed(3, 4),
    doneOffers: [3],
    sessions: [{ kind: 'continued', id: 1, lastEventAt: 4_000, events: 2 }],
  });
  await applyAt(tested, 6, 4, {
    actions: placedAfter(4, anActionEntry(2)),
    offered: [{ position: 6, events: receivedEvents(30, 30) }],
  });
  const ended = {
    kind: 'ended',
    id: 1,
    endedAt: 4_500,
    lengthMs: 3_500,
    reason: 'silent',
    detail: null,
    afterSeq: 4,
  } as const;
  await applyAt(tested, 7, 4, {
    sessions: [ended, { ...opened, id: 7, holder: 'cleo-desk', epoch: 2, openedAt: 5_000 }],
  });
}

const BACK = { position: 4, session: { id: 1, lastEventAt: 2_000 }, offers: [3] };

async function spansOf({ store: { reader } }: TestedStore) {
  const { sessions, gaps } = await reader.coverage(EVER);
  return [
    ...sessions.map(({ holder, from, to, events }) => `${holder} ${from}-${to ?? 'now'} ${events}`),
    ...gaps.map(({ from, to }) => `gap ${from}-${to ?? 'now'}`),
  ];
}

export function goesBackInTheLog(tested: TestedStore): void {
  describe('a store whose log lost its end', () => {
    it('[TEAM-340] keeps positions to which it can go back, and the first one for ever', async () => {
      await joinTeam(tested.store);
      expect(await positionsIn(tested)).toEqual([0]);
      for (let position = 1; position <= MAX_MARKS + 20; position += 1) await applyAt(tested, position, 0, {});
      const kept = await positionsIn(tested);
      expect([kept.length, kept[0], kept.at(-2), kept.at(-1)]).toEqual([MAX_MARKS + 1, 148, 21, 0]);
      await tested.store.team.applyLog(
        logBatch(149, 0, { progress: { ...progressAt(149, 0), at: 148 * MARK_MS + 1 } }),
      );
      expect((await positionsIn(tested))[0]).toBe(148);
      expect((await tested.store.team.marks())[0]).toMatchObject({ at: 148 * MARK_MS, team: '{"position":148}' });
    });

    it('[TEAM-340] keeps what the lost entries had, and waits until the log has it again', async () => {
      await readLog(tested);
      await tested.store.team.rewind(BACK);
      await tested.reopen();
      const { reader, team } = tested.store;
      expect((await eventsAfter(tested.store, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      expect(await reader.orderedThrough()).toBe(4);
      expect((await team.unconfirmed(10)).events.map(({ seq }) => seq)).toEqual([3, 4]);
      expect((await team.unplacedActions()).map(({ id }) => id)).toEqual([anActionEntry(2).id]);
      expect((await reader.actions(0, 10)).map(({ id }) => id)).toEqual([anActionEntry(1).id, anActionEntry(2).id]);
      expect((await team.lateEvents(0, 10)).map(({ event: { id } }) => id)).toEqual(['e-30']);
      expect(await positionsIn(tested)).toEqual([4, 3, 2, 1, 0]);
      const again = await applyAt(tested, 5, 4, { events: placed(3, 4) });
      expect(again).toMatchObject({ stored: 0, withdrawn: 0 });
      await applyAt(tested, 6, 4, { actions: placedAfter(4, anActionEntry(2)) });
      expect([await team.unplacedActions(), (await team.unconfirmed(10)).events]).toEqual([[], []]);
      expect(await flawsOf(reader)).toEqual([]);
    });

    it('[TEAM-340] does not take its events back if another member takes the seat, but if the log has others in their place', async () => {
      await readLog(tested);
      const { team } = tested.store;
      await team.rewind(BACK);
      expect(await team.replaceTail()).toBe(0);
      const other = { seq: 3, event: receivedEvents(9, 9)[0] } as const;
      if (other.event === undefined) throw new Error('There is no event.');
      expect(await applyAt(tested, 5, 3, { events: [{ seq: 3, event: other.event }] })).toMatchObject({ withdrawn: 2 });
      expect((await team.lateEvents(0, 10)).map(({ event: { id } }) => id)).toEqual(['e-30', 'e-3', 'e-4']);
    });

    it('[TEAM-340] opens the session of another member again, and knows one that the log does not have yet', async () => {
      await readLog(tested);
      expect(await spansOf(tested)).toEqual(['ben-desk 1000-4500 4', 'cleo-desk 5000-now 0', 'gap 4500-5000']);
      const { team } = tested.store;
      await team.rewind(BACK);
      expect(await spansOf(tested)).toEqual(['ben-desk 1000-now 2', 'cleo-desk 5000-5000 0']);
      const ended = {
        kind: 'ended',
        id: 1,
        endedAt: 4_500,
        lengthMs: 3_500,
        reason: 'silent',
        detail: null,
        afterSeq: 4,
      } as const;
      const opened = { kind: 'opened', id: 5, holder: 'cleo-desk', epoch: 2, openedAt: 5_000 } as const;
      await applyAt(tested, 5, 4, { sessions: [ended, opened] });
      expect(await spansOf(tested)).toEqual(['ben-desk 1000-4500 2', 'cleo-desk 5000-now 0', 'gap 4500-5000']);
    });

    it('[TEAM-340] says the same beginning of a session with its start and with its end, if the clocks differ by some ms', async () => {
      await joinTeam(tested.store, 'anna-desk');
      const { team, writer } = tested.store;
      const { sessionId } = await writer.append(batchOf('opens', receivedEvents(1, 2)));
      await writer.endSession(sessionId, { reason: 'silent', detail: null }, moment(3_000, 3_002));
      const [session] = (await team.unconfirmed(10)).sessions;
      const { at } = session?.opened ?? {};
      expect(session?.ended).toMatchObject({ endedAt: 3_000, lengthMs: 3_000 - (at ?? 0) });
    });

    it('[TEAM-340] sends its own open session late if the log has one of another member after it', async () => {
      await joinTeam(tested.store, 'anna-desk');
      const { team, writer } = tested.store;
      const { sessionId } = await writer.append(batchOf('opens', receivedEvents(1, 2)));
      const openedAt = (await team.unconfirmed(10)).sessions[0]?.opened?.at ?? 0;
      await applyAt(tested, 1, 0, { sessions: [{ kind: 'opened', id: 1, holder: 'anna-desk', epoch: 1, openedAt }] });
      await team.rewind({ position: 0, session: null, offers: [] });
      await applyAt(tested, 1, 0, {
        sessions: [{ kind: 'opened', id: 1, holder: 'ben-desk', epoch: 2, openedAt: 4_000 }],
      });
      await writer.endSession(sessionId, { reason: 'taken-over', detail: null }, moment(3_000));
      expect(await team.lateSessions()).toMatchObject([{ openedAt, endedAt: 3_000 }]);
      expect((await team.unconfirmed(10)).sessions).toEqual([]);
    });

    it('[TEAM-340] sends its own sessions again: an open one in its place, one that has ended late', async () => {
      await joinTeam(tested.store, 'anna-desk');
      const { team, writer } = tested.store;
      const first = await writer.append(batchOf('opens', receivedEvents(1, 2)));
      await writer.endSession(first.sessionId, { reason: 'silent', detail: null }, moment(3_000));
      await writer.append(batchOf('opens', receivedEvents(5, 6)));
      const sent = (await team.unconfirmed(10)).sessions;
      const session = (id: number, openedAt: number) =>
        ({ kind: 'opened', id, holder: 'anna-desk', epoch: 1, openedAt }) as const;
      const [one, two] = sent.map(({ opened }) => opened?.at ?? 0);
      const ended = {
        kind: 'ended',
        id: 1,
        endedAt: 3_000,
        lengthMs: 2_000,
        reason: 'silent',
        detail: null,
        afterSeq: 2,
      } as const;
      await applyAt(tested, 1, 2, { events: placed(1, 2), sessions: [session(1, one ?? 0), ended] });
      await applyAt(tested, 2, 2, { sessions: [session(2, two ?? 0)] });
      expect((await team.unconfirmed(10)).sessions).toEqual([]);
      const before = await spansOf(tested);
      await team.rewind({ position: 0, session: null, offers: [] });
      expect((await team.unconfirmed(10)).sessions).toEqual([sent[1]]);
      expect(await team.lateSessions()).toMatchObject([{ openedAt: one, endedAt: 3_000 }]);
      expect(await spansOf(tested)).toEqual(before);
    });
  });
}
