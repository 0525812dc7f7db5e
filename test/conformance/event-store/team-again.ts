/** Checks that a store can follow the log of its team again after it was made again, and keeps what only the old one had. */
import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { batchOf, moment, receivedEvents } from '../../doubles/received-events.ts';
import { eventsAfter, flawsOf, joinTeam, LOG, logBatch, memberOf, placedAfter } from '../../doubles/team-log.ts';
import type { TestedStore } from './tested-store.ts';

const NEW_LOG = { ...LOG, created: '2026-11-28T08:00:00Z' };
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const NOWHERE = { seq: 0, action: 0, session: 0, gap: 0 };

/** A member that read eight entries, and received two more events alone. Another member made an offer meanwhile. */
async function readOldLog({ store }: TestedStore): Promise<void> {
  const { team, writer } = store;
  await joinTeam(store, 'anna-desk');
  const events = receivedEvents(1, 4).map((event, index) => ({ seq: index + 1, event }));
  await team.applyLog(
    logBatch(8, 4, {
      events,
      actions: placedAfter(2, anActionEntry(1)),
      sessions: [
        { kind: 'opened', id: 2, holder: 'ben-desk', epoch: 1, openedAt: 1_000 },
        { kind: 'ended', id: 2, endedAt: 3_000, lengthMs: 2_000, reason: 'silent', detail: null, afterSeq: 3 },
        { kind: 'opened', id: 6, holder: 'cleo-desk', epoch: 2, openedAt: 4_000 },
        { kind: 'continued', id: 6, lastEventAt: 4_000, events: 1 },
      ],
      offered: [{ position: 7, events: receivedEvents(20, 21) }],
    }),
  );
  const { sessionId } = await writer.append(batchOf('opens', receivedEvents(7, 8)));
  await writer.endSession(sessionId, { reason: 'stopped', detail: null }, moment(8_000));
  await writer.addActions([anActionEntry(2)]);
}

async function followNewLog({ reader, team }: EventStore) {
  return team.follow({ ...memberOf(await reader.lineage(), 'anna-desk'), log: NEW_LOG });
}

const lateIds = async ({ team }: EventStore) => (await team.lateEvents(0, 100)).map(({ event: { id } }) => id);

export function followsALogAgain(tested: TestedStore): void {
  describe('a store whose log was made again', () => {
    it('[TEAM-19] keeps what the old log had, and offers the rest to the new one', async () => {
      await readOldLog(tested);
      expect(await followNewLog(tested.store)).toEqual({ kind: 'other-log', log: LOG });
      await tested.store.team.startAgain(4);
      await tested.crash();
      const { store } = tested;
      const { reader, team } = store;
      expect((await followNewLog(store)).kind).toBe('follows');
      expect((await eventsAfter(store, 0)).map(({ seq, event: { id } }) => [seq, id])).toEqual([
        [1, 'e-1'],
        [2, 'e-2'],
        [3, 'e-3'],
        [4, 'e-4'],
      ]);
      expect(await lateIds(store)).toEqual(['e-7', 'e-8', 'e-20', 'e-21']);
      expect((await team.unplacedActions()).map(({ id }) => id)).toEqual([anActionEntry(2).id]);
      expect(await team.lateSessions()).toEqual([
        { openedAt: 7_000, endedAt: 8_000, lengthMs: 1_000, reason: 'stopped', detail: null },
      ]);
      expect((await team.unconfirmed(100)).events).toEqual([]);
      const { sessions } = await reader.coverage(EVER);
      expect(sessions.map(({ holder, from, to }) => [holder, from, to])).toEqual([
        ['ben-desk', 1_000, 3_000],
        ['cleo-desk', 4_000, 4_000],
        ['anna-desk', 7_000, 8_000],
      ]);
      expect(await flawsOf(reader)).toEqual([]);
    });

    it('[TEAM-19] gives the new log what the old one had, with the holders of the sessions', async () => {
      await readOldLog(tested);
      const { team } = tested.store;
      await team.startAgain(4);
      await followNewLog(tested.store);
      expect(await team.nextHistory(NOWHERE, 4, 100)).toBeNull();
      await team.publishHistory();
      const events = await team.nextHistory(NOWHERE, 4, 100);
      const rest = await team.nextHistory(events?.place ?? NOWHERE, 4, 100);
      expect([events?.events.map(({ id }) => id), rest?.actions.map(({ action: { id } }) => id)]).toEqual([
        ['e-1', 'e-2', 'e-3', 'e-4'],
        [anActionEntry(1).id],
      ]);
      // Its own session is late, so the log gets it as an offer.
      expect(rest?.spans.sessions.map(({ holder, from, to }) => [holder, from, to])).toEqual([
        ['ben-desk', 1_000, 3_000],
        ['cleo-desk', 4_000, 4_000],
      ]);
    });

    it('[TEAM-19] leaves the seqs after those of the store that filled the new log', async () => {
      await readOldLog(tested);
      await tested.store.team.startAgain(2);
      const followed = await followNewLog(tested.store);
      expect(followed).toMatchObject({ kind: 'follows', progress: { position: 0, confirmedSeq: 2 } });
      expect((await eventsAfter(tested.store, 0)).map(({ seq }) => seq)).toEqual([1, 2]);
      expect(await lateIds(tested.store)).toEqual(['e-3', 'e-4', 'e-7', 'e-8', 'e-20', 'e-21']);
    });
  });
}
