import { describe, expect, it } from 'vitest';
import type { TestedStore } from './tested-store.ts';

export function storesProjections(tested: TestedStore): void {
  describe('a projection', () => {
    const position = { cursor: 0, records: [] };
    const commit = { name: 'cases', version: 1, from: 0, to: 5, put: [{ key: 'a', value: '1' }], remove: [] };

    it('[STORE-15] starts at 0 without records, and continues after its last commit, also after a restart', async () => {
      const first = await tested.store.writer.loadProjection('cases', 1);
      const committed = await tested.store.writer.commitProjection(commit);
      const put = [
        { key: 'b', value: '2' },
        { key: 'a', value: '3' },
        { key: 'c', value: '4' },
      ];
      await tested.store.writer.commitProjection({ ...commit, from: 5, to: 9, put, remove: [] });
      await tested.store.writer.commitProjection({ ...commit, from: 9, to: 9, put: [], remove: ['c', 'unknown'] });
      await tested.crash();
      expect({ first, committed, later: await tested.store.writer.loadProjection('cases', 1) }).toEqual({
        first: position,
        committed: true,
        later: {
          cursor: 9,
          records: [
            { key: 'a', value: '3' },
            { key: 'b', value: '2' },
          ],
        },
      });
    });

    it('[STORE-15] commits nothing from another cursor or another version', async () => {
      const unknown = await tested.store.writer.commitProjection(commit);
      await tested.store.writer.loadProjection('cases', 1);
      await tested.store.writer.commitProjection(commit);
      const again = await tested.store.writer.commitProjection({ ...commit, put: [{ key: 'a', value: 'twice' }] });
      const other = await tested.store.writer.commitProjection({
        ...commit,
        from: 5,
        to: 6,
        version: 2,
        remove: ['a'],
        put: [],
      });
      expect({ unknown, again, other, position: await tested.store.writer.loadProjection('cases', 1) }).toEqual({
        unknown: false,
        again: false,
        other: false,
        position: { cursor: 5, records: [{ key: 'a', value: '1' }] },
      });
    });

    it('[STORE-15] starts again with a new version, after which the older version can commit nothing', async () => {
      await tested.store.writer.loadProjection('cases', 1);
      await tested.store.writer.commitProjection(commit);
      const rebuilt = await tested.store.writer.loadProjection('cases', 2);
      const older = await tested.store.writer.commitProjection({ ...commit, from: 0 });
      const newer = await tested.store.writer.commitProjection({ ...commit, version: 2, to: 3, put: [] });
      expect({ rebuilt, older, newer, position: await tested.store.writer.loadProjection('cases', 2) }).toEqual({
        rebuilt: position,
        older: false,
        newer: true,
        position: { cursor: 3, records: [] },
      });
    });

    it('[THREAD-4] can be read by its name while it runs, and reading starts no projection', async () => {
      const none = await tested.store.reader.projectionRecords('cases');
      await tested.store.writer.loadProjection('cases', 1);
      await tested.store.writer.commitProjection(commit);
      await tested.store.writer.loadProjection('alarms', 1);
      const { reader, scanner } = tested.store;
      expect([
        none,
        await reader.projectionRecords('cases'),
        await scanner.projectionRecords('cases'),
        await reader.projectionRecords('alarms'),
      ]).toEqual([[], [{ key: 'a', value: '1' }], [{ key: 'a', value: '1' }], []]);
    });

    it('stores its records apart from those of others', async () => {
      await tested.store.writer.loadProjection('cases', 1);
      await tested.store.writer.loadProjection('alarms', 1);
      await tested.store.writer.commitProjection(commit);
      await tested.store.writer.loadProjection('alarms', 2);
      expect(await tested.store.writer.loadProjection('cases', 1)).toEqual({
        cursor: 5,
        records: [{ key: 'a', value: '1' }],
      });
    });
  });
}
