import { describe, expect, it } from 'vitest';
import { batchOf, moment, receivedEvent, receivedEvents } from '../../doubles/received-events.ts';
import { EVER, lost, stopped } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

export function reportsCoverage(tested: TestedStore): void {
  describe('coverage', () => {
    it('[DAMAGE-8] has sessions from their first event to their last, and a gap from there to the next event', async () => {
      const { sessionId } = await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.store.writer.append(batchOf(sessionId, [receivedEvent(4)]));
      await tested.store.writer.endSession(sessionId, lost);
      const second = await tested.store.writer.append(batchOf('opens', receivedEvents(7, 8)));
      expect(await tested.store.reader.coverage(EVER)).toEqual({
        sessions: [
          { id: sessionId, from: 1_000, lastEventAt: 4_000, to: 4_000, lengthMs: 3_000, ...lost, events: 4 },
          {
            id: second.sessionId,
            from: 7_000,
            lastEventAt: 8_000,
            to: null,
            lengthMs: 1_000,
            reason: null,
            detail: null,
            events: 2,
          },
        ],
        gaps: [{ id: 1, from: 4_000, to: 7_000, lengthMs: 3_000, ...lost, afterSeq: 4 }],
      });
    });

    it('[DAMAGE-8] extends a session if its stream worked longer than until its last event', async () => {
      const { sessionId } = await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.store.writer.endSession(sessionId, lost, moment(20_000));
      const earlier = await tested.store.writer.append(batchOf('opens', receivedEvents(30, 31)));
      await tested.store.writer.endSession(earlier.sessionId, lost, moment(30_500));
      const { sessions, gaps } = await tested.store.reader.coverage(EVER);
      expect(sessions.map(({ from, to, lengthMs, events }) => ({ from, to, lengthMs, events }))).toEqual([
        { from: 1_000, to: 20_000, lengthMs: 19_000, events: 3 },
        { from: 30_000, to: 31_000, lengthMs: 1_000, events: 2 },
      ]);
      expect(gaps.map(({ from, to, lengthMs }) => ({ from, to, lengthMs }))).toEqual([
        { from: 20_000, to: 30_000, lengthMs: 10_000 },
        { from: 31_000, to: null, lengthMs: null },
      ]);
    });

    it('returns only sessions and gaps that touch the span, its ends included', async () => {
      for (const start of [1, 11, 21]) {
        const { sessionId } = await tested.store.writer.append(batchOf('opens', receivedEvents(start, start + 4)));
        await tested.store.writer.endSession(sessionId, lost);
      }
      const ids = async (from: number, to: number) => {
        const { sessions, gaps } = await tested.store.reader.coverage({ from, to });
        return [sessions.map(({ id }) => id), gaps.map(({ id }) => id)];
      };
      expect({
        before: await ids(0, 999),
        first: await ids(0, 1_000),
        between: await ids(6_000, 10_000),
        middle: await ids(11_000, 15_000),
        after: await ids(30_000, 40_000),
      }).toEqual({
        before: [[], []],
        first: [[1], []],
        between: [[], [1]],
        middle: [[2], [1, 2]],
        after: [[], [3]],
      });
    });

    it('has at most one open gap, and starts a new one when the reason changes', async () => {
      const changed = [
        await tested.store.writer.openGap(moment(500), moment(600), { reason: 'unreachable', detail: 'ECONNREFUSED' }),
        await tested.store.writer.openGap(moment(500), moment(700), { reason: 'unreachable', detail: 'ETIMEDOUT' }),
        await tested.store.writer.openGap(moment(500), moment(900), { reason: 'refused', detail: 'HTTP 503' }),
      ];
      expect(changed).toEqual([true, false, true]);
      await tested.store.writer.append(batchOf('opens', [receivedEvent(2)]));
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: 500, to: 900, lengthMs: 400, reason: 'unreachable', detail: 'ECONNREFUSED', afterSeq: 0 },
        { id: 2, from: 900, to: 2_000, lengthMs: 1_100, reason: 'refused', detail: 'HTTP 503', afterSeq: 0 },
      ]);
    });

    it('ends a session only once', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, lost);
      await tested.store.writer.endSession(1, stopped);
      expect(await tested.store.reader.coverage(EVER)).toMatchObject({ sessions: [{ ...lost }], gaps: [{ ...lost }] });
    });
  });
}
