import { describe, expect, onTestFinished, test } from 'vitest';
import { createFailingRows } from '../../../../src-main/core/subscriptions/failing-rows.ts';
import type { RowsView } from '../../../../src-shared/api/searches.ts';
import type { ReceivedEvent } from '../../../../src-shared/domain/event/event.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { FAILURES_FIELD, parseRowsFind, WITH_FAILURES } from '../../../../src-shared/domain/rows-find.ts';
import { envelope, failedLocalizationMessage } from '../../../doubles/documented-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { ALL_ROWS, anItem, aSearchPage, storeSearch } from '../../../doubles/stored-items.ts';
import { storedReader } from '../exports/exported.ts';
import { newInventories } from './searched.ts';

const NOW = Date.UTC(2026, 10, 21, 14);
const DAY = 86_400_000;
const BY_FAILURES = { field: FAILURES_FIELD, direction: 'desc' } as const;

const iccidOf = (row: number) => `8946${String(row).padStart(16, '0')}`;
const eidOf = (row: number) => `8904${String(row).padStart(28, '0')}`;
const itemOf = (row: number, fields: object = {}) => anItem(`sub-${row}`, { iccid: iccidOf(row), ...fields });

/** The event names the ICCID and the EID of the row. */
function failureOf(row: number, at: number, id: string): ReceivedEvent {
  const message = { ...failedLocalizationMessage, eid: eidOf(row), localizedProfile: { iccid: iccidOf(row) } };
  const data = { ...envelope, operation: 'ALLOCATED', state: 'FAILED', detailedMessage: message };
  return { receivedAt: at, kind: 'LOCALIZATION', id, data: JSON.stringify(data) };
}

async function failing(items: readonly string[], events: readonly ReceivedEvent[]) {
  const inventory = newInventories().open({
    id: profileIdSchema.parse('acme-europe'),
    name: 'Acme',
    practice: false,
    source: '',
  });
  onTestFinished(() => inventory.close());
  await storeSearch(inventory, 's', items);
  const reader = storedReader(events);
  const clock = new FakeClock(NOW);
  const rows = createFailingRows({ clock, events: () => reader, inventory: inventory.scanner });
  async function read(view: Partial<RowsView>): Promise<(string | null)[]> {
    const stored = await rows.viewWithFailures('s', { ...ALL_ROWS, ...view });
    const page = await inventory.reader.rows({ id: 's', view: stored, from: 0, limit: 500, columns: [] });
    expect(page.total).toBeGreaterThanOrEqual(page.rows.length);
    return page.rows.map(({ id }) => id);
  }
  return { inventory, clock, read, rows };
}

describe('the rows of a search', () => {
  test('[QUERY-31] are filtered and sorted by the failures of the last seven days, each event once', async () => {
    const { read } = await failing(
      [itemOf(1), itemOf(2, { eid: eidOf(2) }), itemOf(3), itemOf(4)],
      [
        failureOf(1, NOW - 8 * DAY, 'too-old'),
        failureOf(2, NOW - 2 * DAY, 'a'),
        failureOf(4, NOW - DAY, 'b'),
        failureOf(4, NOW - 1_000, 'c'),
      ],
    );
    expect(await read({ find: WITH_FAILURES })).toEqual(['sub-2', 'sub-4']);
    expect(await read({ find: 'failures>1' })).toEqual(['sub-4']);
    expect(await read({ find: 'failures>2' })).toEqual([]);
    expect(await read({ sort: BY_FAILURES })).toEqual(['sub-4', 'sub-2', 'sub-1', 'sub-3']);
    expect(await read({ sort: { ...BY_FAILURES, direction: 'asc' } })).toEqual(['sub-1', 'sub-3', 'sub-2', 'sub-4']);
    expect(await read({ find: WITH_FAILURES, sort: BY_FAILURES })).toEqual(['sub-4', 'sub-2']);
    expect(await read({ find: `sub-2 ${WITH_FAILURES}` })).toEqual(['sub-2']);
    expect(await read({ find: WITH_FAILURES, sort: { field: 'iccid', direction: 'desc' } })).toEqual([
      'sub-4',
      'sub-2',
    ]);
  });

  test('[QUERY-31] keep their order while a view is read, and a later view has the new failures', async () => {
    const events = [failureOf(1, NOW - 1_000, 'a'), failureOf(2, NOW + 1_000, 'b'), failureOf(2, NOW + 2_000, 'c')];
    const { read, clock } = await failing([itemOf(1), itemOf(2)], events);
    expect(await read({ sort: BY_FAILURES, failuresAt: NOW })).toEqual(['sub-1', 'sub-2']);
    await clock.advance(3_000);
    expect(await read({ sort: BY_FAILURES, failuresAt: NOW })).toEqual(['sub-1', 'sub-2']);
    expect(await read({ sort: BY_FAILURES, failuresAt: NOW + 3_000 })).toEqual(['sub-2', 'sub-1']);
  });

  test('[QUERY-31] count in a later view if they are loaded later', async () => {
    const { read, inventory } = await failing([itemOf(1)], [failureOf(2, NOW - 1_000, 'a')]);
    expect(await read({ find: WITH_FAILURES, upTo: 1 })).toEqual([]);
    await inventory.writer.storePage(aSearchPage([itemOf(2)]));
    expect(await read({ find: WITH_FAILURES, upTo: 2 })).toEqual(['sub-2']);
  });

  test('[QUERY-31] are sorted completely: 10,000 rows, of which every hundredth failed', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => itemOf(index + 1));
    const failed = Array.from({ length: 100 }, (_, index) => (index + 1) * 100);
    const events = failed.flatMap((row) => [
      failureOf(row, NOW - 2_000, `${row}-1`),
      ...(row === 7_700 ? [failureOf(row, NOW - 1_000, `${row}-2`)] : []),
    ]);
    const { read } = await failing(items, events);
    const expected = [7_700, ...failed.filter((row) => row !== 7_700)].map((row) => `sub-${row}`);
    expect((await read({ sort: BY_FAILURES })).slice(0, 101)).toEqual([...expected, 'sub-1']);
    expect(await read({ find: WITH_FAILURES })).toEqual(failed.map((row) => `sub-${row}`));
  });
});

test.each([
  ['failures>0', '', 0],
  ['FAILURES>12', '', 12],
  ['se failures>0 x', 'se x', 0],
  ['xfailures>0', 'xfailures>0', null],
  ['failures>', 'failures>', null],
  ['failures', 'failures', null],
])('[QUERY-31] the search %j has the text %j and the limit %j', (find, text, failuresAbove) => {
  const parsed = parseRowsFind(find);
  expect([parsed.text.replaceAll(/\s+/g, ' '), parsed.failuresAbove]).toEqual([text, failuresAbove]);
});
