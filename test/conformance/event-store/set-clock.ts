import { describe, expect, it } from 'vitest';
import { batchOf, moment, receivedEvent } from '../../doubles/received-events.ts';
import { EVER, lost } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

export function measuresLengths(tested: TestedStore): void {
  describe('a clock that is set', () => {
    const HOUR = 3_600_000;
    const NOON = 12 * HOUR;
    const at = (time: number) => receivedEvent(1, { id: null, receivedAt: time });

    it('[COVER-1] back by two hours during a gap keeps the length and the end of the gap', async () => {
      await tested.store.writer.append(batchOf('opens', [at(NOON)], { first: 0, last: 0 }));
      await tested.store.writer.endSession(1, lost);
      await tested.store.writer.append(
        batchOf('opens', [at(NOON - 2 * HOUR + 600_000)], { first: 600_000, last: 600_000 }),
      );
      const to = NOON - 2 * HOUR + 600_000;
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: to - 600_000, to, lengthMs: 600_000, ...lost, afterSeq: 1 },
      ]);
    });

    it('[COVER-1] forward by an hour during a gap keeps the length of the gap', async () => {
      await tested.store.writer.append(batchOf('opens', [at(NOON)], { first: 0, last: 0 }));
      await tested.store.writer.endSession(1, lost);
      await tested.store.writer.append(batchOf('opens', [at(NOON + HOUR + 20_000)], { first: 20_000, last: 20_000 }));
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: NOON + HOUR, to: NOON + HOUR + 20_000, lengthMs: 20_000, ...lost, afterSeq: 1 },
      ]);
    });

    it('[COVER-1] back by an hour during a session keeps the length of the session', async () => {
      await tested.store.writer.append(batchOf('opens', [at(NOON)], { first: 0, last: 0 }));
      await tested.store.writer.append(batchOf(1, [at(NOON - HOUR + 60_000)], { first: 60_000, last: 60_000 }));
      const open = (await tested.store.reader.coverage(EVER)).sessions;
      await tested.store.writer.endSession(1, lost);
      const ended = (await tested.store.reader.coverage(EVER)).sessions;
      const session = {
        id: 1,
        from: NOON - HOUR,
        lastEventAt: NOON - HOUR + 60_000,
        lengthMs: 60_000,
        events: 2,
      };
      expect({ open, ended }).toEqual({
        open: [{ ...session, to: null, reason: null, detail: null }],
        ended: [{ ...session, to: NOON - HOUR + 60_000, ...lost }],
      });
    });

    it('[COVER-1] back by an hour during an open gap moves the beginning of the gap', async () => {
      const unreachable = { reason: 'unreachable', detail: 'ENOTFOUND' } as const;
      await tested.store.writer.openGap(moment(NOON, 0), moment(NOON + 1_000, 1_000), unreachable);
      await tested.store.writer.openGap(moment(NOON, 0), moment(NOON - HOUR + 30_000, 30_000), unreachable);
      const open = (await tested.store.reader.coverage(EVER)).gaps;
      await tested.store.writer.openGap(moment(NOON, 0), moment(NOON - HOUR + 40_000, 40_000), {
        ...unreachable,
        reason: 'refused',
      });
      const [ended] = (await tested.store.reader.coverage(EVER)).gaps;
      expect({ open, ended }).toEqual({
        open: [{ id: 1, from: NOON - HOUR, to: null, lengthMs: null, ...unreachable, afterSeq: 0 }],
        ended: { id: 1, from: NOON - HOUR, to: NOON - HOUR + 40_000, lengthMs: 40_000, ...unreachable, afterSeq: 0 },
      });
    });

    it('by less than a second, as time services do, moves no beginning', async () => {
      await tested.store.writer.append(batchOf('opens', [at(NOON), at(NOON + 59_400)], { first: 0, last: 60_000 }));
      await tested.store.writer.endSession(1, lost);
      expect((await tested.store.reader.coverage(EVER)).sessions).toMatchObject([
        { from: NOON, to: NOON + 59_400, lengthMs: 60_000 },
      ]);
    });

    it('so that spans overlap does not hide any span that a query touches', async () => {
      // 12:00 to 12:30. Then the clock is set back by two hours while the stream continues: 10:30 to 13:00.
      const half = HOUR / 2;
      await tested.store.writer.append(batchOf('opens', [at(NOON), at(NOON + half)], { first: 0, last: half }));
      await tested.store.writer.endSession(1, { reason: 'clock-set', detail: null });
      const back = NOON - 2 * HOUR + half;
      await tested.store.writer.append(
        batchOf('opens', [at(back), at(back + 5 * half)], { first: half, last: 6 * half }),
      );
      await tested.store.writer.endSession(2, lost);
      const ids = async (from: number, to: number) => {
        const { sessions, gaps } = await tested.store.reader.coverage({ from, to });
        return { sessions: sessions.map(({ id }) => id), gaps: gaps.map(({ reason }) => reason) };
      };
      expect({
        early: await ids(back + 1, back + 1_000),
        both: await ids(NOON + 1, NOON + 2),
        late: await ids(NOON + half + 1, NOON + half + 2),
      }).toEqual({
        early: { sessions: [2], gaps: [] },
        both: { sessions: [2, 1], gaps: [] },
        late: { sessions: [2], gaps: [] },
      });
    });
  });
}
