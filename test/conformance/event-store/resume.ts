import { describe, expect, it } from 'vitest';
import { batchOf, moment, receivedEvent, receivedEvents } from '../../doubles/received-events.ts';
import { joinsPlannedEnd } from './planned-end.ts';
import { EVER, stopped } from './spans.ts';
import type { TestedStore } from './tested-store.ts';

export function resumes(tested: TestedStore): void {
  describe('resuming', () => {
    it('[STORE-3] returns the extent, the time of the newest event, the last id of the stream, and the domain', async () => {
      const events = [receivedEvent(1), receivedEvent(2, { id: null, data: '?' })];
      await tested.store.writer.append(batchOf('opens', events));
      await tested.store.writer.endSession(1, stopped);
      await tested.reopen();
      expect(await tested.store.writer.resume()).toEqual({
        extent: { oldestSeq: 1, newestSeq: 2, storedEvents: 2 },
        lastEventId: 'e-1',
        lastEventAt: 2_000,
        requestedAt: null,
        domain: 'acme/emea',
        needsRedecode: false,
        hadUncleanShutdown: false,
        incident: null,
      });
    });

    it('sends no last id after an empty one reset it', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1), receivedEvent(2, { id: '' })]));
      expect((await tested.store.writer.resume()).lastEventId).toBeNull();
    });

    it('[STORE-3] uses an id that came without an event, too', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.moveCursor('e-9');
      await tested.reopen();
      const moved = (await tested.store.writer.resume()).lastEventId;
      await tested.store.writer.moveCursor('');
      expect({ moved, takenBack: (await tested.store.writer.resume()).lastEventId }).toEqual({
        moved: 'e-9',
        takenBack: null,
      });
    });

    it('uses neither an id that no request can carry nor the one before it', async () => {
      await tested.store.writer.append(
        batchOf('opens', [receivedEvent(1), receivedEvent(2, { id: 'x'.repeat(2_049) })]),
      );
      expect((await tested.store.writer.resume()).lastEventId).toBeNull();
    });

    it('[STREAM-7] keeps the time of the last request for the next process, and for its own source only', async () => {
      await tested.store.writer.noteRequest(5_000);
      await tested.reopen();
      const kept = (await tested.store.writer.resume()).requestedAt;
      await tested.reopen('https://other.example.com');
      const elsewhere = (await tested.store.writer.resume()).requestedAt;
      await tested.reopen();
      await tested.store.writer.noteRequest(null);
      expect([kept, elsewhere, (await tested.store.writer.resume()).requestedAt]).toEqual([5_000, null, null]);
    });

    it('[STORE-3] sends no id of one source to another', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.reopen('https://other.example.com');
      const elsewhere = await tested.store.writer.resume();
      await tested.store.writer.append(batchOf('opens', [receivedEvent(2)]));
      const there = await tested.store.writer.resume();
      await tested.reopen();
      expect([elsewhere, there, await tested.store.writer.resume()].map(({ lastEventId }) => lastEventId)).toEqual([
        null,
        'e-2',
        null,
      ]);
    });

    it('after a clean end leaves the gap unchanged, and measures it by the wall clock', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, stopped);
      await tested.reopen();
      await tested.store.writer.resume();
      const open = (await tested.store.reader.coverage(EVER)).gaps;
      // Elapsed time of another process, which begins anywhere.
      await tested.store.writer.append(batchOf('opens', [receivedEvent(61)], { first: 7, last: 7 }));
      expect({ open, ended: (await tested.store.reader.coverage(EVER)).gaps }).toEqual({
        open: [{ id: 1, from: 1_000, to: null, lengthMs: null, ...stopped, afterSeq: 1 }],
        ended: [{ id: 1, from: 1_000, to: 61_000, lengthMs: 60_000, ...stopped, afterSeq: 1 }],
      });
    });

    it('gives the gap the length 0 if the clock was set back while no process ran', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(50)]));
      await tested.store.writer.endSession(1, stopped);
      await tested.reopen();
      await tested.store.writer.resume();
      await tested.store.writer.append(batchOf('opens', [receivedEvent(20)]));
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: 20_000, to: 20_000, lengthMs: 0, ...stopped, afterSeq: 1 },
      ]);
    });

    it('[DAMAGE-8] after a crash ends the session at its last event, where the gap begins', async () => {
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.crash();
      const resumed = await tested.store.writer.resume();
      expect({ resumed, coverage: await tested.store.reader.coverage(EVER) }).toEqual({
        resumed: {
          extent: { oldestSeq: 1, newestSeq: 3, storedEvents: 3 },
          lastEventId: 'e-3',
          lastEventAt: 3_000,
          requestedAt: null,
          domain: 'acme/emea',
          needsRedecode: false,
          hadUncleanShutdown: expect.any(Boolean),
          incident: null,
        },
        coverage: {
          sessions: [
            {
              id: 1,
              from: 1_000,
              lastEventAt: 3_000,
              to: 3_000,
              lengthMs: 2_000,
              reason: 'crashed',
              detail: null,
              events: 3,
            },
          ],
          gaps: [{ id: 1, from: 3_000, to: null, lengthMs: null, reason: 'crashed', detail: null, afterSeq: 3 }],
        },
      });
    });

    it('[DAMAGE-8] after a crash ends an open gap at the last sign of life, and starts one with the reason "crashed"', async () => {
      const unreachable = { reason: 'unreachable', detail: 'ENOTFOUND' } as const;
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, unreachable);
      await tested.store.writer.openGap(moment(1_000), moment(31_000), unreachable);
      await tested.crash();
      await tested.store.writer.resume();
      await tested.store.writer.resume();
      // Ten hours later, in a process with a new scale of elapsed time.
      await tested.store.writer.append(batchOf('opens', [receivedEvent(36_000)], { first: 5, last: 5 }));
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: 1_000, to: 31_000, lengthMs: 30_000, ...unreachable, afterSeq: 1 },
        { id: 2, from: 31_000, to: 36_000_000, lengthMs: 35_969_000, reason: 'crashed', detail: null, afterSeq: 1 },
      ]);
    });

    it('[DAMAGE-8] after a crash without a sign of life in the gap, gives all of it the reason "crashed"', async () => {
      await tested.store.writer.append(batchOf('opens', [receivedEvent(1)]));
      await tested.store.writer.endSession(1, { reason: 'session-expired', detail: null });
      await tested.crash();
      await tested.store.writer.resume();
      expect((await tested.store.reader.coverage(EVER)).gaps).toEqual([
        { id: 1, from: 1_000, to: null, lengthMs: null, reason: 'crashed', detail: null, afterSeq: 1 },
      ]);
    });

    joinsPlannedEnd(tested);
  });
}
