/** Checks the coverage of a team: the union of the sessions of all members, and gaps for the rest. */
import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import type { SessionChange, TeamStore } from '../../../src-main/core/ports/team-store.ts';
import { batchOf, moment, receivedEvents } from '../../doubles/received-events.ts';
import { eventsAfter, joinTeam, logBatch, memberOf, progressAt } from '../../doubles/team-log.ts';
import type { TestedStore } from './tested-store.ts';

const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const silent = { reason: 'silent', detail: null } as const;

const opened = (id: number, holder: string, openedAt: number, epoch = 1): SessionChange => ({
  kind: 'opened',
  id,
  holder,
  epoch,
  openedAt,
});
const ended = (id: number, endedAt: number, lengthMs: number, afterSeq = 0): SessionChange => ({
  kind: 'ended',
  id,
  endedAt,
  lengthMs,
  ...silent,
  afterSeq,
});

async function spansOf({ reader }: EventStore) {
  const { sessions, gaps } = await reader.coverage(EVER);
  return [
    ...sessions.map(({ from, to, lengthMs, holder }) => `${holder} ${from}-${to ?? 'now'} ${lengthMs}`),
    ...gaps.map(
      ({ from, to, lengthMs, reason, holder }) => `gap ${from}-${to ?? 'now'} ${lengthMs} ${reason} ${holder}`,
    ),
  ];
}

const unsentIn = async (team: TeamStore) => (await team.unconfirmed(0)).sessions;

export function reportsCoverageOfATeam(tested: TestedStore): void {
  describe('a store that reads sessions from the log of a team', () => {
    it('[TEAM-137] has the sessions of all members with their holder, and gaps for the rest of the time', async () => {
      await joinTeam(tested.store, 'wall');
      const { reader, team } = tested.store;
      const changes = [
        opened(1, 'anna-desk', 1_000),
        { kind: 'continued', id: 1, lastEventAt: 4_000, events: 3 },
        ended(1, 5_000, 4_000, 3),
        opened(5, 'ben-desk', 7_000, 2),
        { kind: 'continued', id: 5, lastEventAt: 9_000, events: 2 },
      ] as const;
      await team.applyLog(logBatch(6, 0, { sessions: changes }));
      await tested.crash();
      await tested.store.writer.resume();
      const held = { holder: 'anna-desk', epoch: 1 };
      expect(await tested.store.reader.coverage(EVER)).toEqual({
        sessions: [
          { id: 1, from: 1_000, lastEventAt: 5_000, to: 5_000, lengthMs: 4_000, ...silent, events: 3, ...held },
          {
            id: 2,
            from: 7_000,
            lastEventAt: 9_000,
            to: null,
            lengthMs: 2_000,
            reason: null,
            detail: null,
            events: 2,
            holder: 'ben-desk',
            epoch: 2,
          },
        ],
        gaps: [{ id: 1, from: 5_000, to: 7_000, lengthMs: 2_000, ...silent, afterSeq: 3, ...held }],
      });
      await expect(reader.coverage(EVER)).rejects.toThrow('STORE_LOST');
    });

    it('[TEAM-137] has no gap while any member watched, and a session that the log gets late shrinks the gap', async () => {
      await joinTeam(tested.store, 'wall');
      const { team, reader } = tested.store;
      const steps: string[][] = [];
      const apply = async (position: number, ...sessions: SessionChange[]) => {
        await team.applyLog(logBatch(position, 0, { sessions }));
        steps.push((await spansOf(tested.store)).filter((line) => line.startsWith('gap')));
      };
      await apply(1, opened(1, 'anna-desk', 1_000));
      await apply(3, ended(1, 5_000, 4_000), opened(2, 'ben-desk', 4_000, 2));
      await apply(4, ended(2, 8_000, 4_000));
      await apply(5, opened(5, 'anna-desk', 20_000, 3));
      // Sessions that were received without the log.
      await apply(7, opened(6, 'carol-desk', 12_000, 3), ended(6, 15_000, 3_000));
      await apply(9, opened(8, 'carol-desk', 15_000, 3), ended(8, 20_000, 5_000));
      await apply(11, opened(10, 'carol-desk', 7_000, 3), ended(10, 9_000, 2_000));
      await apply(13, opened(12, 'carol-desk', 500, 3), ended(12, 700, 200));
      await apply(14, ended(5, 25_000, 5_000));
      const before = (await reader.coverage(EVER)).gaps;
      await apply(16, opened(15, 'carol-desk', 10_000, 3), ended(15, 11_000, 1_000));
      const after = (await reader.coverage(EVER)).gaps;
      const idAt = (gaps: typeof after, at: number) => gaps.find(({ from }) => from === at)?.id;
      expect(steps).toEqual([
        [],
        [],
        ['gap 8000-now null silent ben-desk'],
        ['gap 8000-20000 12000 silent ben-desk'],
        ['gap 8000-12000 4000 silent ben-desk', 'gap 15000-20000 5000 silent carol-desk'],
        ['gap 8000-12000 4000 silent ben-desk'],
        ['gap 9000-12000 3000 silent carol-desk'],
        ['gap 700-1000 300 silent carol-desk', 'gap 9000-12000 3000 silent carol-desk'],
        [
          'gap 700-1000 300 silent carol-desk',
          'gap 9000-12000 3000 silent carol-desk',
          'gap 25000-now null silent anna-desk',
        ],
        [
          'gap 700-1000 300 silent carol-desk',
          'gap 9000-10000 1000 silent carol-desk',
          'gap 11000-12000 1000 silent carol-desk',
          'gap 25000-now null silent anna-desk',
        ],
      ]);
      // Users know a gap by its number.
      expect([idAt(after, 9_000), idAt(after, 25_000)]).toEqual([idAt(before, 9_000), idAt(before, 25_000)]);
    });

    it('[TEAM-137] never compares the monotonic clocks of two computers', async () => {
      await joinTeam(tested.store, 'anna-desk');
      const { team, writer } = tested.store;
      // Anna's computer has run for hours, then starts again; Ben holds the seat in between.
      const { sessionId } = await writer.append(
        batchOf('opens', receivedEvents(10, 12), { first: 9_000_000, last: 9_002_500 }),
      );
      await writer.endSession(sessionId, silent);
      await team.applyLog(logBatch(2, 3, { sessions: [opened(1, 'anna-desk', 10_000), ended(1, 12_500, 2_500, 3)] }));
      await team.applyLog(logBatch(4, 3, { sessions: [opened(3, 'ben-desk', 20_000, 2), ended(3, 30_000, 9_999, 3)] }));
      const isNews = await writer.openGap(moment(30_000, 50), moment(40_000, 10_050), {
        reason: 'seat-taken',
        detail: null,
      });
      await writer.append(batchOf('opens', receivedEvents(60, 60), { first: 30_050, last: 30_050 }));
      expect(isNews).toBe(false);
      expect(await spansOf(tested.store)).toEqual([
        'anna-desk 10000-12500 2500',
        'ben-desk 20001-30000 9999',
        'anna-desk 60000-now 0',
        'gap 12500-20001 7501 silent anna-desk',
        'gap 30000-60000 30000 silent ben-desk',
      ]);
    });

    it('[TEAM-137] names the sessions that it has to send, also after a crash, until the log has them', async () => {
      await joinTeam(tested.store, 'anna-desk');
      const first = tested.store;
      const none = await unsentIn(first.team);
      await first.writer.append(batchOf('opens', receivedEvents(1, 3)));
      const open = await unsentIn(first.team);
      await first.team.applyLog(logBatch(1, 0, { sessions: [opened(1, 'anna-desk', 1_000)] }));
      const linked = await unsentIn(first.team);
      await tested.crash();
      const { team, writer } = tested.store;
      await writer.resume();
      const crashed = await unsentIn(team);
      const end = crashed[0]?.ended;
      if (end == null) throw new Error('The session did not end.');
      await team.applyLog(logBatch(2, 3, { sessions: [{ kind: 'ended', id: 1, ...end }] }));
      const sent = await unsentIn(team);
      await writer.append(batchOf('opens', receivedEvents(9, 9)));
      await team.replaceTail();
      expect([none, open, linked, crashed, sent, await unsentIn(team)]).toEqual([
        [],
        [{ opened: { at: 1_000, afterSeq: 0 }, ended: null }],
        [],
        [{ opened: null, ended: { endedAt: 3_000, lengthMs: 2_000, reason: 'crashed', detail: null, afterSeq: 3 } }],
        [],
        // Another member holds the seat now. If this one takes it again, its session goes on.
        [{ opened: { at: 9_000, afterSeq: 3 }, ended: null }],
      ]);
    });

    it('[TEAM-9] keeps what it watched without the log as late sessions, until the log has them', async () => {
      await joinTeam(tested.store, 'anna-desk');
      const { team, writer } = tested.store;
      const { sessionId } = await writer.append(batchOf('opens', receivedEvents(1, 4)));
      const first = logBatch(1, 4, { sessions: [opened(1, 'anna-desk', 1_000)] });
      await team.applyLog(first);
      await writer.append(batchOf(sessionId, receivedEvents(6, 6)));
      await writer.endSession(sessionId, silent);
      await writer.endSession((await writer.append(batchOf('opens', receivedEvents(9, 10)))).sessionId, silent);
      // Ben took the seat after event 4, and watched from 12 s on.
      await team.replaceTail();
      const crashed = {
        kind: 'ended',
        id: 1,
        endedAt: 4_000,
        lengthMs: 3_000,
        reason: 'crashed',
        detail: null,
        afterSeq: 4,
      } as const;
      const taken = logBatch(3, 4, { sessions: [crashed, opened(3, 'ben-desk', 12_000, 2)] });
      await team.applyLog(taken);
      const late = await team.lateSessions();
      const offer = logBatch(4, 4, {
        sessions: late.map((session) => ({
          kind: 'late' as const,
          id: 4,
          holder: 'anna-desk',
          epoch: 2,
          afterSeq: 4,
          ...session,
        })),
      });
      await team.applyLog(offer);
      const other = await tested.openOther();
      await other.team.follow(memberOf(await tested.store.reader.lineage(), 'wall'));
      for (const batch of [first, taken, offer, { ...offer, progress: progressAt(5, 4) }])
        await other.team.applyLog(batch);
      const lines = await spansOf(tested.store);
      expect(late).toEqual([
        { openedAt: 1_000, endedAt: 6_000, lengthMs: 5_000, ...silent },
        { openedAt: 9_000, endedAt: 10_000, lengthMs: 1_000, ...silent },
      ]);
      expect(await team.lateSessions()).toEqual([]);
      expect(lines).toEqual([
        'anna-desk 1000-6000 5000',
        'anna-desk 9000-10000 1000',
        'ben-desk 12000-now 0',
        'gap 6000-9000 3000 silent anna-desk',
        'gap 10000-12000 2000 silent anna-desk',
      ]);
      expect(await spansOf(other)).toEqual([lines[0]?.replace('6000 5000', '4000 3000'), ...lines]);
    });

    it('[TEAM-137] has the same coverage as the member that measured it', async () => {
      const { reader, team, writer } = tested.store;
      const { sessionId: before } = await writer.append(batchOf('opens', receivedEvents(1, 2)));
      await joinTeam(tested.store, 'anna-desk');
      await writer.append(batchOf(before, receivedEvents(3, 4)));
      await writer.endSession(before, silent);
      const { sessionId } = await writer.append(batchOf('opens', receivedEvents(7, 8)));
      await writer.endSession(sessionId, { reason: 'connection-lost', detail: 'ECONNRESET' }, moment(8_500));
      const sent = await unsentIn(team);
      const sessions = sent.flatMap(({ opened: start, ended: end }, index): SessionChange[] => [
        ...(start === null ? [] : [opened(10 * index + 1, 'anna-desk', start.at)]),
        ...(end === null ? [] : [{ kind: 'ended' as const, id: 10 * index + 1, ...end }]),
      ]);
      const batch = logBatch(40, 6, { sessions });
      await team.applyLog(batch);
      const other = await tested.openOther();
      await other.writer.openGap(moment(500), moment(600), { reason: 'stopped', detail: null });
      await other.team.follow(memberOf(await reader.lineage(), 'ben-desk'));
      await other.team.applyLog({ ...batch, events: await eventsAfter(tested.store, 0) });
      const lines = [await spansOf(tested.store), await spansOf(other)];
      const gaps = { first: 0, last: 100, direction: 'older', limit: 9 } as const;
      expect(lines[0]).toEqual([
        'anna-desk 1000-4000 3000',
        'anna-desk 7000-8500 1500',
        'gap 4000-7000 3000 silent anna-desk',
        'gap 8500-now null connection-lost anna-desk',
      ]);
      // Ben's own gap, from the time before the team, ends with the first session.
      expect(lines[1]).toEqual([
        ...(lines[0] ?? []).slice(0, 2),
        'gap 500-1000 500 stopped undefined',
        ...(lines[0] ?? []).slice(2),
      ]);
      const positions = (await reader.gaps(gaps)).map(({ afterSeq }) => afterSeq);
      expect([positions, (await other.reader.gaps(gaps)).map(({ afterSeq }) => afterSeq)]).toEqual([
        [6, 4],
        [6, 4, 0],
      ]);
    });
  });
}
