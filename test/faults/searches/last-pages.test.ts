/**
 * Tests the end of a list with eight services that show it in different ways and three shapes of items, over real
 * sockets and SQLite.
 */
import { describe, expect, test } from 'vitest';
import { lastPages } from '../../doubles/odd-service.ts';
import { isThorough } from '../../support/breadth.ts';
import { oddWatch } from './odd-watch.ts';
import { settingTable } from '../../../src-simulator/configuration/setting-table.ts';

const odd = oddWatch();
const itemShapes = settingTable.itemShape.schema.options;
const LIMIT = 20;
/** Extra requests: one that shows the end of the list, and one for a count that was reached. */
const MAX_MORE = 2;

const numbers = (count: number) => Array.from({ length: count }, (_, row) => row);

/** The end of a list does not depend on the shape of its items, so `npm test` uses one shape for each end, in turns. */
const shapesFor = (end: number) => itemShapes.filter((_, shape) => isThorough || shape === end % itemShapes.length);

describe.each(lastPages.map((lastPage, end) => ({ lastPage, shapes: shapesFor(end) })))(
  'a service whose last page is "$lastPage"',
  ({ lastPage, shapes }) => {
    test.each(shapes)('[QUERY-1] gives every row once and gets no request after the end (%s items)', async (shape) => {
      const { service } = odd();
      Object.assign(service, { lastPage, shape });
      for (const count of [0, 1, LIMIT - 1, LIMIT, LIMIT * 3, LIMIT * 3 + 7]) {
        service.rows = numbers(count);
        service.searches.length = 0;
        service.sentPages.length = 0;
        const loaded = await odd().loadAll({ limit: LIMIT });
        expect(await odd().items(loaded)).toEqual(service.rows.map((row) => service.itemText(row)));
        const { rows, totalHits, doubled, passes, notSeenAgain, withoutId, state } = loaded;
        expect({ rows, totalHits, doubled, passes, notSeenAgain, withoutId, state: state.kind }).toEqual({
          rows: count,
          totalHits: count,
          // A page that is repeated at the end is the end, not a list that shifted.
          doubled: 0,
          passes: 1,
          notSeenAgain: 0,
          withoutId: 0,
          state: 'ended',
        });
        expect(service.searches.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(count / LIMIT)) + MAX_MORE);
        expect(Math.max(...service.searches.map(({ inFlight }) => inFlight))).toBe(1);
      }
    });

    test.each([
      ['too small', () => 10],
      ['too large', () => 1_000],
      ['missing', () => undefined],
      ['different each time', (page: number) => 40 + page * 7],
      ['no number', () => 'many'],
    ] as const)('[QUERY-1] ends although its count is %s', async (_name, totalHits) => {
      const { service } = odd();
      Object.assign(service, { lastPage, totalHits });
      service.rows = numbers(LIMIT * 3 + 7);
      const loaded = await odd().loadAll({ limit: LIMIT });
      // A token that is refused before the count is reached may have expired, so the query starts again, and then the
      // refusal is reported.
      const isUnsure = lastPage === 'refused-token' && loaded.totalHits !== 10;
      expect([loaded.rows, loaded.state.kind]).toEqual([service.rows.length, isUnsure ? 'failed' : 'ended']);
      expect(await odd().items(loaded)).toEqual(service.rows.map((row) => service.itemText(row)));
      expect(service.searches.length).toBeLessThanOrEqual(4 * 3 + MAX_MORE);
    });
  },
);
