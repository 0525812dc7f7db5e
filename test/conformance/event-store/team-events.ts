/** Checks that events have the seqs that the log of the team gives them, whatever this store received itself. */
import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import type { PlacedEvent } from '../../../src-main/core/ports/team-store.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { batchOf, receivedEvent, receivedEvents } from '../../doubles/received-events.ts';
import { eventsAfter, flawsOf, joinTeam, logBatch, memberOf, placedAfter, progressAt } from '../../doubles/team-log.ts';
import type { TestedStore } from './tested-store.ts';

/** Events with these indexes at the seqs from `first` on. */
const placedFrom = (first: number, from: number, to: number): PlacedEvent[] =>
  receivedEvents(from, to).map((event, index) => ({ seq: first + index, event }));

/** Ids of all stored events, by their seqs. */
const idsBySeq = async (store: EventStore) =>
  (await eventsAfter(store, 0)).map(({ seq, event }) => `${seq} ${event.id}`);

/** Returns everything that must be the same in two stores of a team. */
async function contentOf(store: EventStore) {
  const { reader } = store;
  return {
    extent: await reader.extent(),
    events: await eventsAfter(store, 0),
    actions: await reader.actions(0, 100),
    flaws: await flawsOf(reader),
  };
}

export function placesEventsOfATeam(tested: TestedStore): void {
  describe('a store that reads events from the log of a team', () => {
    it('[TEAM-9] stores what it receives itself, although the sender does not know what the log has brought meanwhile', async () => {
      await joinTeam(tested.store);
      const { team, writer } = tested.store;
      await team.applyLog(logBatch(1, 2, { events: placedFrom(1, 1, 2) }));
      const received = { ...batchOf('opens', receivedEvents(10, 12)), after: 0 };
      const { stored } = await writer.append(received);
      const ids = await idsBySeq(tested.store);
      expect(ids.slice(2)).toEqual(receivedEvents(10, 12).map(({ id }, index) => `${index + 3} ${id}`));
      // The answer was lost, and the batch is sent again.
      const again = await writer.append({ ...received, after: 2 });
      expect([stored, again.stored, again.extent.newestSeq]).toEqual([3, 3, 5]);
    });

    it('[TEAM-150] stores them under the seqs of the log, over holes of any size, and finds nothing wrong with them', async () => {
      await joinTeam(tested.store);
      const { team } = tested.store;
      const steps = [
        await team.applyLog(logBatch(1, 12, { events: [...placedFrom(1, 1, 3), ...placedFrom(10, 10, 12)] })),
        // Over the ends of a block, of a chunk, and of several chunks.
        await team.applyLog(logBatch(2, 4_300, { events: placedFrom(4_000, 4_000, 4_300) })),
        await team.applyLog(logBatch(3, 20_001, { events: placedFrom(20_000, 20_000, 20_001) })),
      ];
      await tested.reopen();
      const { reader, writer } = tested.store;
      const { extent } = await writer.append(batchOf('opens', receivedEvents(30_000, 30_000)));
      const ids = await idsBySeq(tested.store);
      const expected = [...placedFrom(1, 1, 3), ...placedFrom(10, 10, 12), ...placedFrom(4_000, 4_000, 4_300)];
      expect(steps.map(({ extent: { newestSeq, storedEvents }, stored }) => [newestSeq, storedEvents, stored])).toEqual(
        [
          [12, 6, 6],
          [4_300, 307, 301],
          [20_001, 309, 2],
        ],
      );
      expect(extent).toEqual({ oldestSeq: 1, newestSeq: 20_002, storedEvents: 310 });
      expect(ids).toEqual([
        ...expected.map(({ seq }) => `${seq} e-${seq}`),
        '20000 e-20000',
        '20001 e-20001',
        '20002 e-30000',
      ]);
      expect(await flawsOf(reader)).toEqual([]);
    });

    it('[TEAM-340] stores the position with the events: both or none, and the same record again changes nothing', async () => {
      await joinTeam(tested.store);
      const record = logBatch(5, 3, { events: placedFrom(1, 1, 3), actions: placedAfter(3, anActionEntry(1)) });
      await tested.store.team.applyLog(record);
      const before = await contentOf(tested.store);
      const bad = logBatch(6, 6, { events: [{ seq: 3, event: receivedEvent(99) }, ...placedFrom(4, 4, 6)] });
      await expect(tested.store.team.applyLog(bad)).rejects.toThrow('have different events 3');
      await tested.crash();
      const followed = await tested.store.team.follow(memberOf(await tested.store.reader.lineage()));
      const again = await tested.store.team.applyLog(record);
      expect([followed, again.stored, await contentOf(tested.store)]).toEqual([
        { kind: 'follows', progress: progressAt(5, 3) },
        0,
        before,
      ]);
    });

    it('[TEAM-150] stores an event again that the log has twice: the position decides, not the content', async () => {
      await joinTeam(tested.store);
      const { team } = tested.store;
      const twice = [1, 2].map((seq) => ({ seq, event: receivedEvent(7) }));
      const noId = [3, 4].map((seq) => ({ seq, event: receivedEvent(8, { id: null }) }));
      await team.applyLog(logBatch(1, 4, { events: [...twice, ...noId] }));
      expect(await idsBySeq(tested.store)).toEqual(['1 e-7', '2 e-7', '3 null', '4 null']);
    });

    it('[TEAM-150] counts what the service sends again after this member has taken the seat', async () => {
      await joinTeam(tested.store);
      const { team, writer } = tested.store;
      await team.applyLog(logBatch(1, 3, { events: placedFrom(1, 1, 3) }));
      const { stored, repeated } = await writer.append(batchOf('opens', receivedEvents(2, 4)));
      expect([stored, repeated, await idsBySeq(tested.store)]).toEqual([1, 2, ['1 e-1', '2 e-2', '3 e-3', '4 e-4']]);
    });

    it('[TEAM-150] keeps its own events if the log confirms them, with or without their texts', async () => {
      await joinTeam(tested.store);
      const { reader, team, writer } = tested.store;
      const basis = await reader.basis();
      await writer.append(batchOf('opens', receivedEvents(1, 6)));
      const withTexts = await team.applyLog(logBatch(1, 3, { events: placedFrom(1, 1, 3) }));
      const without = await team.applyLog(logBatch(2, 5));
      expect([withTexts, without].map(({ stored, withdrawn }) => [stored, withdrawn])).toEqual([
        [0, 0],
        [0, 0],
      ]);
      expect([await reader.orderedThrough(), (await reader.extent()).newestSeq, await team.replaceTail()]).toEqual([
        5, 6, 1,
      ]);
      expect([(await reader.extent()).newestSeq, (await reader.basis()) !== basis]).toEqual([5, true]);
      await tested.reopen();
      expect((await tested.store.writer.resume()).incident).toBeNull();
    });

    it('[TEAM-9] returns what the log has not confirmed exactly as it was received, with the id to resume after', async () => {
      await joinTeam(tested.store);
      const { team, writer } = tested.store;
      const odd = receivedEvent(3, {
        id: null,
        kind: 'odd\u202E',
        data: '{"a":\n',
        oversize: { bytes: 9, sha256: 'ab' },
      });
      const foreign = receivedEvent(4, { streamDomain: 'acme/apac' });
      const events = [...receivedEvents(1, 2), odd, foreign, receivedEvent(5, { data: 'x'.repeat(3_000_000) })];
      await writer.append(batchOf('opens', events));
      await writer.moveCursor('e-9');
      const of = async (limit: number) => (await team.unconfirmed(limit)).events.map(({ seq }) => seq);
      const all = await team.unconfirmed(4);
      const limits = [await of(2), await of(9)];
      await team.applyLog(logBatch(1, 4));
      expect(all.events).toEqual(events.slice(0, 4).map((event, index) => ({ seq: index + 1, event })));
      const rest = await team.unconfirmed(9);
      expect([limits, all.cursor, rest.cursor, rest.events.map(({ seq }) => seq)]).toEqual([
        [
          [1, 2],
          [1, 2, 3, 4],
        ],
        null,
        'e-9',
        [5],
      ]);
    });

    it('[TEAM-9] keeps offered events until a holder has brought them into the chain, each once', async () => {
      await joinTeam(tested.store, 'ben-desk');
      const { team, writer, reader } = tested.store;
      // Ben received events 3 and 4 himself, Anna events 4 to 6.
      await team.applyLog(logBatch(1, 2, { events: placedFrom(1, 1, 2) }));
      await writer.append(batchOf('opens', receivedEvents(3, 4)));
      const offer = { position: 2, events: receivedEvents(4, 6) };
      const known = { position: 3, events: [receivedEvent(1)] };
      await team.applyLog(logBatch(3, 2, { offered: [offer, known] }));
      await tested.crash();
      const { store } = tested;
      const counts = [await store.team.placeOffers(), await store.team.placeOffers()];
      const sent = await store.team.unconfirmed(10);
      // An offer is never divided: it is left out, or goes beyond the limit.
      const cut = [await store.team.unconfirmed(2), await store.team.unconfirmed(3)].map(({ offers, cursor }) => [
        offers.map(({ position, events }) => [position, events.length]),
        cursor,
      ]);
      // Carol took the seat meanwhile: the offers stay, and only what Ben received is late.
      await store.team.replaceTail();
      const late = (await store.team.lateEvents(0, 10)).map(({ event }) => event.id);
      const again = [
        await store.team.placeOffers(),
        (await store.team.unconfirmed(10)).offers.map(({ first }) => first),
      ];
      const done = logBatch(4, 5, { events: placedFrom(3, 4, 6), doneOffers: [2, 3] });
      const applied = await store.team.applyLog(done);
      expect([counts, sent.events.map(({ seq }) => seq), sent.offers]).toEqual([
        [2, 0],
        [3, 4],
        [
          { position: 2, first: 5, events: receivedEvents(5, 6) },
          { position: 3, first: 7, events: [] },
        ],
      ]);
      expect([late, again, applied.stored, applied.withdrawn]).toEqual([['e-3', 'e-4'], [3, [3, 6]], 0, 0]);
      expect(cut).toEqual([
        [[], null],
        [
          [
            [2, 2],
            [3, 0],
          ],
          'e-4',
        ],
      ]);
      expect([await idsBySeq(store), (await store.team.unconfirmed(10)).offers]).toEqual([
        ['1 e-1', '2 e-2', '3 e-4', '4 e-5', '5 e-6'],
        [],
      ]);
      await expect(reader.extent()).rejects.toThrow('STORE_LOST');
    });

    it.each([
      ['within a block', 3, 40],
      ['after several blocks', 100, 700],
      ['after a full chunk', 5_000, 5_200],
      ['over several chunks', 10, 9_000],
    ])('[TEAM-9] moves its unconfirmed events to the late ones %s', async (_place, confirmed, received) => {
      await joinTeam(tested.store);
      const { reader, team, writer } = tested.store;
      let session: number | 'opens' = 'opens';
      for (let first = 1; first <= received; first += 500)
        ({ sessionId: session } = await writer.append(
          batchOf(session, receivedEvents(first, Math.min(received, first + 499))),
        ));
      await team.applyLog(logBatch(1, confirmed));
      await writer.pin([1, received], true);
      await writer.markSeen([{ first: 1, last: received }], true);
      const basis = await reader.basis();
      const moved = await team.replaceTail();
      const [extent, basisAfter] = [await reader.extent(), await reader.basis()];
      // The log gives the same seqs to other events.
      await team.applyLog(logBatch(2, confirmed + 70, { events: placedFrom(confirmed + 1, 20_001, 20_070) }));
      await tested.crash();
      const { store } = tested;
      const late = [];
      for (let after = 0; ;) {
        const found = await store.team.lateEvents(after, 1_000);
        late.push(...found);
        if (found.length === 0) break;
        after = found.at(-1)?.number ?? 0;
      }
      const seen = [await store.reader.event(confirmed), await store.reader.event(confirmed + 1)];
      expect({ moved, extent, basis: basisAfter === basis, late: late.map(({ event }) => event) }).toEqual({
        moved: received - confirmed,
        extent: { oldestSeq: 1, newestSeq: confirmed, storedEvents: confirmed },
        basis: false,
        late: receivedEvents(confirmed + 1, received),
      });
      expect(seen.map((event) => event?.seen)).toEqual([true, false]);
      expect((await idsBySeq(store)).slice(confirmed - 1, confirmed + 1)).toEqual([
        `${confirmed} e-${confirmed}`,
        `${confirmed + 1} e-20001`,
      ]);
      expect(await flawsOf(store.reader)).toEqual([]);
      await store.team.applyLog(
        logBatch(3, confirmed + 70, { sentLate: { after: 0, through: late.at(-2)?.number ?? 0 } }),
      );
      expect((await store.team.lateEvents(0, 10)).map(({ event }) => event)).toEqual(
        receivedEvents(received, received),
      );
    });

    it('[TEAM-9] does the same in one step when the log contradicts its events, and has the content of another member', async () => {
      await joinTeam(tested.store);
      const { team, writer, reader } = tested.store;
      await writer.append(batchOf('opens', receivedEvents(1, 5)));
      await writer.addActions([anActionEntry(1)]);
      await team.goOnAlone();
      await writer.append(batchOf('opens', receivedEvents(6, 6)));
      const records = [
        logBatch(1, 4, { events: placedFrom(1, 1, 4) }),
        // Event 5 was never confirmed: the next holder did not have it, and left seqs out.
        logBatch(2, 12, { events: placedFrom(11, 51, 52) }),
        logBatch(3, 12, { actions: placedAfter(12, anActionEntry(2), anActionEntry(1)) }),
      ];
      const withdrawn = [];
      for (const record of records) withdrawn.push((await team.applyLog(record)).withdrawn);
      const lineage = await reader.lineage();
      const other = await tested.openOther();
      await other.team.follow(memberOf(lineage, 'ben-desk'));
      for (const record of records) await other.team.applyLog(record);
      expect(withdrawn).toEqual([0, 2, 0]);
      expect((await team.lateEvents(0, 10)).map(({ event }) => event.id)).toEqual(['e-5', 'e-6']);
      const content = await contentOf(tested.store);
      expect(content.extent).toEqual({ oldestSeq: 1, newestSeq: 12, storedEvents: 6 });
      expect(await contentOf(other)).toEqual(content);
    });
  });
}
