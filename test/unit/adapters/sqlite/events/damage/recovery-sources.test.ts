import { expect, test } from 'vitest';
import { FilePageSource } from '../../../../../../src-main/adapters/sqlite/events/damage/recovery-sources.ts';
import { randomEvents } from '../../../../../doubles/random-events.ts';
import { randomNumbers } from '../../../../../doubles/random-numbers.ts';
import { appendAll, temporaryStore } from '../temporary-store.ts';

test('finds the highest seq in the pages of rows, by the number of their columns', () => {
  const { database, writer, path } = temporaryStore();
  appendAll(writer, randomEvents(50, randomNumbers(1)));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  const source = new FilePageSource(path);
  let highest = 0;
  for (let finds = source.nextPage(); finds !== null; finds = source.nextPage())
    highest = Math.max(highest, finds.highestSeq);
  source.close();
  expect(highest, 'columns.event in damage/recovery-sources.ts').toBe(50);
});
