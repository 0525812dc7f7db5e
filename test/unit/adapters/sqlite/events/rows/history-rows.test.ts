import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyStore } from '../../../../../../src-main/adapters/sqlite/events/files/backup.ts';
import type { GuardedWriter } from '../../../../../../src-main/adapters/sqlite/events/guarded-writer.ts';
import { restoreBackup } from '../../../../../../src-main/adapters/sqlite/events/damage/restore.ts';
import { batchOf, receivedEvents } from '../../../../../doubles/received-events.ts';
import { deleteDatabase, type GuardedStore, openGuardedStore } from '../guarded-store.ts';
import { temporaryDirectory } from '../../../../../fixtures/temporary-directory.ts';

const NEVER = { cursor: 0, records: [] };
const record = (number: number, value = `alarm ${String(number)} ${'x'.repeat(500)}`) => ({
  key: `id-${String(number).padStart(4, '0')}`,
  value,
});
const many = Array.from({ length: 200 }, (_, number) => record(number));

function watched(): GuardedStore {
  const store = openGuardedStore();
  const { writer } = store;
  writer.resume();
  writer.append(batchOf('opens', receivedEvents(1, 50)));
  for (const name of ['alarms', 'cases']) {
    writer.loadProjection(name, 1);
    writer.commitProjection({ name, version: 1, from: 0, to: 50, put: many, remove: [] });
  }
  return store;
}

function repaired(writer: GuardedWriter) {
  while (writer.repair());
  return { alarms: writer.loadProjection('alarms', 1), cases: writer.loadProjection('cases', 1) };
}

test('[ALARM-13] alarms and other records are recovered from a database that is replaced while it is in use, and newer records stay', () => {
  const { writer } = watched();
  writer.replace('the check says so');
  expect(writer.loadProjection('alarms', 1)).toEqual(NEVER);
  const put = [record(7, 'newer'), record(900)];
  writer.commitProjection({ name: 'alarms', version: 1, from: 0, to: 50, put, remove: [] });
  expect(repaired(writer)).toEqual({
    alarms: { cursor: null, records: [...many.with(7, record(7, 'newer')), record(900)] },
    cases: { cursor: null, records: many },
  });
});

test('[ALARM-13] alarms are recovered from a database that is deleted while it is in use', () => {
  const { paths, writer } = watched();
  deleteDatabase(paths);
  expect(writer.loadProjection('alarms', 1)).toEqual(NEVER);
  expect(repaired(writer).alarms).toEqual({ cursor: null, records: many });
});

test('[ALARM-13] alarms before and after a damaged page are recovered', () => {
  const { paths, close } = watched();
  close();
  const bytes = readFileSync(paths.events);
  const at = bytes.indexOf(record(100).value);
  const page = Math.floor(at / 8_192) * 8_192;
  writeFileSync(paths.events, bytes.fill(0xa5, page, page + 8_192));
  const again = openGuardedStore(paths).writer;
  again.replace('the check says so');
  const { records } = repaired(again).alarms;
  expect(records.length).toBeGreaterThan(150);
  expect(records.length).toBeLessThan(200);
  expect([records.at(0), records.at(-1)]).toEqual([record(0), record(199)]);
});

test('[ALARM-13] alarms of another version of the projection are not recovered', () => {
  const { writer } = watched();
  writer.replace('the check says so');
  writer.loadProjection('alarms', 2);
  while (writer.repair());
  expect(writer.loadProjection('alarms', 2)).toEqual({ cursor: null, records: [] });
});

test('[ALARM-13] a restored copy contains the alarms, and a store that gets nothing from it keeps its cursor', async () => {
  const { paths, close } = watched();
  const copy = join(temporaryDirectory(), 'copy.db');
  await copyStore(paths.events, copy);
  close();
  rmSync(paths.directory, { recursive: true });
  restoreBackup(paths, copy);
  const { writer: restored, close: closeRestored } = openGuardedStore(paths);
  const position = restored.loadProjection('alarms', 1);
  const going = { name: 'alarms', version: 1, from: null, to: 50, put: [], remove: [] };
  expect([position, restored.commitProjection(going)]).toEqual([{ cursor: null, records: many }, true]);
  closeRestored();
  restoreBackup(paths, copy);
  expect(openGuardedStore(paths).writer.loadProjection('alarms', 1)).toEqual({ cursor: 50, records: many });
});
