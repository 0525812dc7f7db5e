/** Checks that actions have the place that the log of the team gives them, so that they mean the same in every store. */
import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../src-main/core/ports/event-store.ts';
import { anActionEntry } from '../../doubles/action-entries.ts';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { joinTeam, LOG, logBatch, memberOf, placedAfter, progressAt } from '../../doubles/team-log.ts';
import type { TestedStore } from './tested-store.ts';

export function placesActionsOfATeam(tested: TestedStore): void {
  const places = async ({ reader }: EventStore) =>
    (await reader.actions(0, 100)).map(({ id, number, afterSeq }) => `${number} ${id.slice(-1)} ${afterSeq}`);

  describe('a store that follows the log of a team', () => {
    it('[TEAM-19] refuses a log with seqs of another lineage, and nothing changes', async () => {
      const { reader, team, writer } = tested.store;
      await writer.append(batchOf('opens', receivedEvents(1, 3)));
      const before = await reader.lineage();
      const followed = await team.follow(memberOf('another-lineage'));
      await writer.addActions([anActionEntry(1)]);
      expect([followed, await reader.lineage(), await places(tested.store), await team.unplacedActions()]).toEqual([
        { kind: 'other-lineage', lineage: before },
        before,
        ['1 1 3'],
        [],
      ]);
      await expect(team.applyLog(logBatch(1, 3))).rejects.toThrow('follows no log');
    });

    it('[TEAM-19] takes over the lineage of the log if it is empty, also if its database is lost later', async () => {
      const followed = await tested.store.team.follow(memberOf('lineage-of-the-team'));
      const lineage = await tested.store.reader.lineage();
      await tested.reopen();
      expect([followed, lineage, await tested.store.reader.lineage()]).toEqual([
        { kind: 'follows', progress: { position: 0, at: 0, confirmedSeq: 0, team: '' } },
        'lineage-of-the-team',
        'lineage-of-the-team',
      ]);
    });

    it('[TEAM-19] continues after a restart at the position that was committed, and refuses a log that was made again', async () => {
      const { reader, team, writer } = tested.store;
      await writer.append(batchOf('opens', receivedEvents(1, 3)));
      await joinTeam(tested.store);
      await team.applyLog(logBatch(7, 3, { actions: placedAfter(3, anActionEntry(1)) }));
      const membership = memberOf(await reader.lineage());
      await tested.crash();
      const again = await tested.store.team.follow(membership);
      const created = '2026-11-28T08:00:00Z';
      const wiped = await tested.store.team.follow({ ...membership, log: { ...LOG, created } });
      expect([again, wiped, await places(tested.store)]).toEqual([
        { kind: 'follows', progress: progressAt(7, 3) },
        { kind: 'other-log', log: LOG },
        ['1 1 3'],
      ]);
    });

    it('[TEAM-16] keeps an action made here until the log places it, shows it meanwhile, and places it once', async () => {
      const { reader, team, writer } = tested.store;
      await writer.append(batchOf('opens', receivedEvents(1, 3)));
      await joinTeam(tested.store);
      const mine = anActionEntry(1);
      await writer.addActions([mine, mine]);
      const shown = (await reader.actions(0, 10, [mine.subjects[0] ?? ''])).map(({ id, isSending }) => [id, isSending]);
      const kept = [shown, await places(tested.store), await team.unplacedActions()];
      await tested.crash();
      const { store } = tested;
      const afterCrash = await store.team.unplacedActions();
      // The holder received two events before it read the action, which the log has after event 3.
      await store.writer.append(batchOf('opens', receivedEvents(4, 5)));
      await store.team.applyLog(logBatch(8, 3, { actions: placedAfter(3, anActionEntry(2), mine) }));
      await store.team.applyLog(logBatch(9, 5, { actions: placedAfter(5, anActionEntry(3)) }));
      await store.writer.addActions([mine]);
      const about = await store.reader.actions(0, 10, [mine.subjects[0] ?? '']);
      expect([kept, afterCrash, await places(store), await store.team.unplacedActions()]).toEqual([
        [[[mine.id, true]], [], [mine]],
        [mine],
        ['1 2 3', '2 1 3', '3 3 5'],
        [],
      ]);
      expect(about).toEqual([{ ...mine, number: 2, afterSeq: 3 }]);
    });

    it('[TEAM-340] ignores records that it has applied', async () => {
      const { team, writer } = tested.store;
      await writer.append(batchOf('opens', receivedEvents(1, 3)));
      await joinTeam(tested.store);
      await team.applyLog(logBatch(7, 3, { actions: placedAfter(3, anActionEntry(1)) }));
      await team.applyLog(logBatch(7, 2, { actions: placedAfter(2, anActionEntry(2)) }));
      await team.applyLog(logBatch(8, 3, { actions: placedAfter(3, anActionEntry(1, { text: 'otherwise' })) }));
      const followed = await team.follow(memberOf(await tested.store.reader.lineage()));
      expect([await places(tested.store), followed]).toEqual([
        ['1 1 3'],
        { kind: 'follows', progress: progressAt(8, 3) },
      ]);
    });

    it('[TEAM-16] lets projections read only what the log has ordered, and everything while it is alone', async () => {
      const { reader, team, writer } = tested.store;
      await writer.append(batchOf('opens', receivedEvents(1, 3)));
      const through = [await reader.orderedThrough()];
      const note = async () => through.push(await reader.orderedThrough());
      await joinTeam(tested.store);
      await writer.append(batchOf('opens', receivedEvents(4, 5)));
      await note();
      await team.applyLog(logBatch(1, 4));
      await note();
      await team.goOnAlone();
      await writer.append(batchOf('opens', receivedEvents(6, 6)));
      await note();
      // Projections keep the events that they applied while alone.
      await team.applyLog(logBatch(2, 5));
      await note();
      expect(through).toEqual([3, 3, 4, 6, 6]);
    });

    it('[TEAM-16] applies its own actions while it is alone, and moves them to their place when the log is back', async () => {
      const { reader, team, writer } = tested.store;
      await writer.append(batchOf('opens', receivedEvents(1, 3)));
      await joinTeam(tested.store);
      await writer.addActions([anActionEntry(1)]);
      await team.goOnAlone();
      await writer.append(batchOf('opens', receivedEvents(4, 5)));
      await writer.addActions([anActionEntry(2)]);
      const alone = await places(tested.store);
      const bases = [await reader.basis()];
      const apply = async (position: number, confirmedSeq: number, ...actions: readonly number[]) => {
        const placed = placedAfter(confirmedSeq, ...actions.map((number) => anActionEntry(number)));
        await team.applyLog(logBatch(position, confirmedSeq, { actions: placed }));
        bases.push(await reader.basis());
        return places(tested.store);
      };
      const steps = [
        await apply(1, 3, 1),
        await apply(2, 4, 3),
        await apply(3, 5),
        await apply(4, 5, 2),
        await apply(5, 5, 4),
      ];
      expect([alone, ...steps]).toEqual([
        ['1 1 3', '2 2 5'],
        ['1 1 3', '2 2 5'],
        ['1 1 3', '2 3 4', '3 2 5'],
        ['1 1 3', '2 3 4', '3 2 5'],
        ['1 1 3', '2 3 4', '3 2 5'],
        ['1 1 3', '2 3 4', '3 2 5', '4 4 5'],
      ]);
      // Only the action of another member came before something that was applied already.
      expect(bases.map((basis, index) => index > 0 && basis !== bases[index - 1])).toEqual([
        false,
        false,
        true,
        false,
        false,
        false,
      ]);
    });
  });
}
