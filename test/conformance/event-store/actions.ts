/** Checks actions of operators, which are stored next to the events in the order in which they were added. */
import { describe, expect, it } from 'vitest';
import type { EventStore, ActionSubjects } from '../../../src-main/core/ports/event-store.ts';
import { caseKey, causeKey } from '../../../src-shared/domain/cases/case.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import type { TestedStore } from './tested-store.ts';

export function storesActions(tested: TestedStore): void {
  describe('an action', () => {
    const placed = async ({ reader }: EventStore, after = 0, limit = 100) =>
      (await reader.actions(after, limit)).map(({ id, number, afterSeq }) => [id, number, afterSeq]);

    it('[OWN-4] is stored completely, after the newest event of that time, even if the process crashes', async () => {
      const odd = anActionEntry(1, {
        what: { kind: 'mute', ends: { kind: 'time', at: 9_000 } },
        text: '</script>\u202E\n',
        at: 7_000,
      });
      await tested.store.writer.addActions([odd]);
      const { sessionId } = await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.store.writer.addActions([anActionEntry(2), anActionEntry(3)]);
      await tested.crash();
      await tested.store.writer.append(batchOf(sessionId, receivedEvents(4, 4))).catch(() => undefined);
      await tested.store.writer.addActions([anActionEntry(4)]);
      const actions = await tested.store.reader.actions(0, 1);
      const newest = (await tested.store.reader.extent()).newestSeq;
      expect([
        actions,
        await placed(tested.store, 1),
        await placed(tested.store, 1, 2),
        await placed(tested.store, 4),
      ]).toEqual([
        [{ ...odd, number: 1, afterSeq: 0 }],
        [
          ['action-0002', 2, 3],
          ['action-0003', 3, 3],
          ['action-0004', 4, newest],
        ],
        [
          ['action-0002', 2, 3],
          ['action-0003', 3, 3],
        ],
        [],
      ]);
    });

    it('[OWN-4] is stored once by its id, even if it is added again', async () => {
      await tested.store.writer.addActions([anActionEntry(1), anActionEntry(2), anActionEntry(1)]);
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      await tested.store.writer.addActions([anActionEntry(2, { text: 'otherwise' }), anActionEntry(3)]);
      const texts = (await tested.store.reader.actions(0, 100)).map(({ text, number, afterSeq }) => [
        text,
        number,
        afterSeq,
      ]);
      expect(texts).toEqual([
        ['note 1', 1, 0],
        ['note 2', 2, 0],
        ['note 3', 3, 3],
      ]);
    });

    it('[OWN-4] is found by its subjects, whatever characters they contain', async () => {
      const odd = caseKey({ kind: 'request', requestId: 'a"b\\c\u202E' });
      const group = causeKey({ kind: 'request', operation: null, type: null, code: '%' });
      const another = caseKey({ kind: 'eid', eid: 'another' });
      await tested.store.writer.addActions([
        anActionEntry(1, { subjects: [odd] }),
        anActionEntry(2, { subjects: [another] }),
        anActionEntry(3, { subjects: [group, another] }),
        anActionEntry(4, { subjects: [another, odd] }),
      ]);
      const found = async (about: ActionSubjects, after = 0) =>
        (await tested.store.reader.actions(after, 100, about)).map(({ number }) => number);
      expect([await found([odd]), await found([odd, group]), await found([odd, group], 3)]).toEqual([
        [1, 4],
        [1, 3, 4],
        [4],
      ]);
    });

    it('[OWN-4] is no event, and does not cause a rebuild of data that is derived from events', async () => {
      await tested.store.writer.append(batchOf('opens', receivedEvents(1, 3)));
      const before = [await tested.store.reader.extent(), await tested.store.reader.basis()];
      await tested.store.writer.addActions([anActionEntry(1)]);
      await tested.reopen();
      expect([await tested.store.reader.extent(), await tested.store.reader.basis()]).toEqual(before);
    });
  });
}
