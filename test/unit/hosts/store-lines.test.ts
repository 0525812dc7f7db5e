import { rowLines } from '../../../src-main/hosts/cli/terminal/rows.ts';
import { expect, test } from 'vitest';
import type { Flaw } from '../../../src-main/core/ports/event-store.ts';
import {
  checkSummary,
  type DescribedStore,
  flawLine,
  storeRows,
  storeTable,
} from '../../../src-main/hosts/cli/store/store-lines.ts';

const at = Date.UTC(2026, 10, 21, 3, 30);
const copy = { path: '/data/backups/a.db', at, bytes: 1_900_000_000, storedEvents: 1_284_000 };
const store: DescribedStore = {
  name: 'Acme\u001b[2J',
  id: 'acme-europe-1',
  path: '/data/events.db',
  isWritten: true,
  report: {
    bytes: 1_940_000_000,
    freeBytes: 12_000_000,
    beside: { search: 296_000_000, cases: 12_000_000, inventory: 212_000_000 },
    storedEvents: 1_284_310,
    oldestAt: Date.UTC(2026, 8, 2, 9),
    bytesPerDay: 23_400_000,
    keepDays: { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
    backups: [copy, { ...copy, path: '/data/backups/b.db', at: at - 86_400_000 }],
  },
  incident: {
    at,
    kind: 'damaged',
    movedTo: '/data/events.db.damaged-1',
    missing: 1_011,
    saved: 3_500,
    mending: { kind: 'done' },
  },
};

test('a store is described in figures, safe for a terminal', () =>
  expect(storeTable(store).trimEnd().split('\n')).toEqual([
    String.raw`Store     Acme\u001b[2J (acme-europe-1)`,
    'Where     /data/events.db',
    'Written   by another process now',
    'Size      1.9 GB, 12.0 MB of it free',
    'Other     search index 296.0 MB, cases 12.0 MB, searches 212.0 MB',
    'Growth    23.4 MB a day (last 7 days)',
    'Events    1,284,310',
    'Oldest    2026-09-02T09:00:00.000Z',
    'Retention failures 1 year, successes 90 days, heartbeats 7 days, searches 30 days, pinned events forever',
    'Copies    2026-11-21T03:30:00.000Z  1.9 GB, 1,284,000 events  /data/backups/a.db',
    '          2026-11-20T03:30:00.000Z  1.9 GB, 1,284,000 events  /data/backups/b.db',
    'Incident  2026-11-21T03:30:00.000Z  The files of the stored events were damaged, and a new store was created. Nothing was deleted: the old files are in /data/events.db.damaged-1.',
    '          3,500 events were restored, 1,011 could not be found.',
    '          Check the disk. Keep the old files until you are sure. If you have a copy elsewhere, “watchfloor restore” restores its events.',
  ]));

test('a new store shows what is not known yet', () => {
  const report = { ...store.report, freeBytes: 0, storedEvents: 0, oldestAt: null, bytesPerDay: null, backups: [] };
  const lines = storeTable({ ...store, isWritten: false, report, incident: null }).split('\n');
  expect([lines[2], lines[5], lines[7], lines[9], lines.length]).toEqual([
    'Written   not at present',
    'Growth    less than a day old',
    'Oldest    none',
    'Copies    none yet',
    11,
  ]);
});

test('a program gets the store as one object', () => {
  const { report, ...rest } = store;
  const record: unknown = JSON.parse(rowLines(storeRows, { format: 'ndjson', cells: 'guarded' }).line(store));
  expect(record).toEqual({ ...rest, ...report });
});

test.each<[Flaw, string]>([
  [
    { kind: 'text', first: 7, last: 7 },
    'Received text damaged: event 7. It differs from what was received and cannot be restored.',
  ],
  [
    { kind: 'derived', first: 64, last: 127 },
    'Derived rows differ from the received texts: events 64 to 127. The next start rebuilds them.',
  ],
  [
    { kind: 'unreadable', detail: 'Tree 5 page 7' },
    'The database is damaged: Tree 5 page 7. The next start saves readable events.',
  ],
])('a flaw is printed with what it means: %#', (flaw, line) => expect(flawLine(flaw)).toBe(line));

test('a check says that everything is as received only if it found no flaw', () =>
  expect([checkSummary(4, 0), checkSummary(4, 1), checkSummary(4, 2)]).toEqual([
    'Checked 4 events: everything is as received.',
    'Checked the readable part of 4 events: 1 place is wrong.',
    'Checked the readable part of 4 events: 2 places are wrong.',
  ]));
