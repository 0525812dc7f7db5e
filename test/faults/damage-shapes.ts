import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Sqlite from 'better-sqlite3';
import { openGuardedWriter } from '../../src-main/adapters/sqlite/events/guarded-writer.ts';
import { columnCounts } from '../../src-main/adapters/sqlite/events/files/open-database.ts';
import { PAGE_BYTES, parsePageRows } from '../../src-main/adapters/sqlite/events/damage/sqlite-page.ts';
import { pathsIn, type StorePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import type { StoreIdentity } from '../../src-main/core/ports/event-store.ts';
import type { ReceivedEvent } from '../../src-shared/domain/event/event.ts';
import type { ProfileId } from '../../src-shared/domain/identity.ts';
import { batchOf } from '../doubles/received-events.ts';
import { randomNumbers } from '../doubles/random-numbers.ts';

export const STORE_IDENTITY: StoreIdentity = {
  id: 'damaged-store' as ProfileId,
  name: 'Damage',
  practice: false,
  source: 'https://events.example.com',
};

/** Number of all events, and of those in the database itself. The others are only in the write-ahead log. */
export const EVENTS = 4_511;
const IN_DATABASE = 4_007;

function event(index: number): ReceivedEvent {
  const next = randomNumbers(index);
  const noise = Array.from({ length: 12 }, () => next(0x1_0000_0000).toString(16)).join('-');
  const data = JSON.stringify({ operation: 'PROFILE_ENABLE', state: 'SUCCESS', requestId: `r-${index}`, noise });
  return { receivedAt: 1_700_000_000_000 + 1_000 * index, kind: 'RSP_RESULT', id: `e-${index}`, data };
}

export const eventsOf = (from: number, to: number): ReceivedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index));

/**
 * Creates a store whose process was killed: an open session, a mark that is not closed, and the last events only in the
 * log.
 */
export function makeKilledStore(directory: string): void {
  const alive = `${directory}.alive`;
  const paths = pathsIn(alive);
  const writer = openGuardedWriter(paths, STORE_IDENTITY, () => undefined);
  writer.resume();
  let session: number | 'opens' = 'opens';
  const append = (from: number, to: number) => {
    for (let first = from; first <= to; first += 400)
      ({ sessionId: session } = writer.append({
        ...batchOf(session, eventsOf(first, Math.min(to, first + 399))),
        after: first - 1,
      }));
  };
  append(1, IN_DATABASE);
  const other = new Sqlite(paths.events);
  other.pragma('wal_checkpoint(TRUNCATE)');
  append(IN_DATABASE + 1, EVENTS);
  other.close();
  // Copied by another process, because closing a file here would drop the locks of this one.
  execFileSync('cp', ['-a', alive, directory]);
  writer.close();
  rmSync(alive, { recursive: true });
  // Every test copies and reads all files, and no damage is to the ballast.
  rmSync(pathsIn(directory).ballast, { force: true });
}

type Table = 'block' | 'event' | 'chunk' | 'index';

/**
 * Returns a page of this table in the database file: one from the middle of `block` or `event`, the root page of
 * `chunk` or `index`.
 */
export function pageOf(path: string, table: Table): number {
  const bytes = readFileSync(path);
  if (table === 'index' || table === 'chunk') {
    const database = new Sqlite(path, { readonly: true });
    const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
    const page = Number(root.get(table === 'index' ? 'session_last_event_at' : table));
    database.close();
    return page;
  }
  const columns = columnCounts();
  const isOf = (page: number) => {
    const rows = parsePageRows(bytes.subarray((page - 1) * PAGE_BYTES, page * PAGE_BYTES), page, () =>
      Buffer.alloc(PAGE_BYTES),
    );
    return rows.some(({ values }) =>
      table === 'event' ? values.length === columns.event : values.length === 2 && Buffer.isBuffer(values[1]),
    );
  };
  const pages = Array.from({ length: bytes.length / PAGE_BYTES }, (_, index) => index + 1).filter(isOf);
  const page = pages[Math.floor(pages.length / 2)];
  if (page === undefined) throw new Error(`There is no page of ${table}.`);
  return page;
}

function overwrite(path: string, at: number, bytes: number): void {
  const file = openSync(path, 'r+');
  const next = randomNumbers(at);
  writeSync(file, Buffer.from(Array.from({ length: bytes }, () => next(256))), 0, bytes, at);
  closeSync(file);
}

function damagePage(path: string, table: Table): void {
  overwrite(path, (pageOf(path, table) - 1) * PAGE_BYTES, PAGE_BYTES);
}

function sizeOf(path: string): number {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  closeSync(file);
  return size;
}

function truncate(path: string, size: number): void {
  const file = openSync(path, 'r+');
  ftruncateSync(file, size);
  closeSync(file);
}

function flipBit(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8(0) ^ 1, 0);
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

export interface Shape {
  readonly name: string;
  readonly damage: (paths: StorePaths) => void;
  /** True if the log is checkpointed first, so that the damage is only to the database. */
  readonly folded?: boolean;
  readonly noticed: 'at opening' | 'at once' | 'by the check' | 'nothing lost';
  readonly kind: string | null;
  /** Minimum number of events of the store that remain. Default: all. */
  readonly minReadable?: number;
  /** True for the long test run only, because another shape takes the same path. */
  readonly onlyThorough?: boolean;
}

export const SHAPES: readonly Shape[] = [
  {
    name: 'cut to 60 %',
    damage: ({ events }) => truncate(events, Math.floor((sizeOf(events) * 0.6) / PAGE_BYTES) * PAGE_BYTES),
    folded: true,
    noticed: 'at opening',
    kind: 'damaged',
    minReadable: 2_000,
    onlyThorough: true,
  },
  {
    name: 'header overwritten, no log',
    damage: ({ events }) => overwrite(events, 0, 100),
    folded: true,
    noticed: 'at opening',
    kind: 'damaged',
  },
  {
    name: 'header overwritten, one bit in a text',
    damage: ({ events }) => {
      flipBit(events, (pageOf(events, 'block') - 1) * PAGE_BYTES + PAGE_BYTES - 700);
      overwrite(events, 0, 100);
    },
    folded: true,
    noticed: 'at opening',
    kind: 'damaged',
    minReadable: EVENTS - 64,
    onlyThorough: true,
  },
  {
    name: 'a text file',
    damage: ({ events }) => writeFileSync(events, 'not a database, but long enough to be looked at\n'.repeat(500)),
    folded: true,
    noticed: 'at opening',
    kind: 'damaged',
    minReadable: 0,
  },
  {
    name: 'last 10 % overwritten',
    damage: ({ events }) => {
      const from = Math.floor((sizeOf(events) * 0.9) / PAGE_BYTES) * PAGE_BYTES;
      overwrite(events, from, sizeOf(events) - from);
    },
    folded: true,
    noticed: 'at opening',
    kind: 'damaged',
    minReadable: 3_000,
    onlyThorough: true,
  },
  {
    name: 'empty file, with its log',
    damage: ({ events }) => truncate(events, 0),
    noticed: 'at opening',
    kind: 'lost',
    minReadable: 504,
  },
  {
    name: 'empty file, no log',
    damage: ({ events }) => truncate(events, 0),
    folded: true,
    noticed: 'at opening',
    kind: 'lost',
    minReadable: 0,
    onlyThorough: true,
  },
  {
    name: 'file missing, mark present',
    damage: ({ events }) => rmSync(events),
    folded: true,
    noticed: 'at opening',
    kind: 'lost',
    minReadable: 0,
  },
  {
    name: 'page of texts overwritten',
    damage: ({ events }) => damagePage(events, 'block'),
    folded: true,
    noticed: 'at opening',
    kind: 'damaged',
    minReadable: 4_000,
    onlyThorough: true,
  },
  {
    name: 'page of rows overwritten',
    damage: ({ events }) => damagePage(events, 'event'),
    folded: true,
    noticed: 'by the check',
    kind: 'damaged',
  },
  {
    name: 'page of chunks overwritten',
    damage: ({ events }) => damagePage(events, 'chunk'),
    folded: true,
    noticed: 'at opening',
    kind: 'damaged',
  },
  {
    name: 'index overwritten',
    damage: ({ events }) => damagePage(events, 'index'),
    folded: true,
    noticed: 'at once',
    kind: 'damaged',
  },
  {
    name: 'wrong entries in an index',
    damage: ({ events }) => overwrite(events, pageOf(events, 'index') * PAGE_BYTES - 3, 3),
    folded: true,
    noticed: 'by the check',
    kind: null,
  },
  {
    name: 'log deleted',
    damage: ({ events }) => rmSync(`${events}-wal`),
    noticed: 'at opening',
    kind: 'events-missing',
    minReadable: IN_DATABASE,
  },
  {
    name: 'header of the log overwritten',
    damage: ({ events }) => overwrite(`${events}-wal`, 0, 32),
    noticed: 'at opening',
    kind: 'events-missing',
    onlyThorough: true,
  },
  {
    name: 'middle of the log overwritten',
    damage: ({ events }) => overwrite(`${events}-wal`, Math.floor(sizeOf(`${events}-wal`) / 2), 4_096),
    noticed: 'at opening',
    kind: 'events-missing',
    minReadable: EVENTS - 64,
    onlyThorough: true,
  },
  {
    name: 'one bit in a text',
    damage: ({ events }) => flipBit(events, (pageOf(events, 'block') - 1) * PAGE_BYTES + PAGE_BYTES - 700),
    folded: true,
    noticed: 'by the check',
    kind: 'texts-damaged',
    minReadable: EVENTS - 64,
  },
  {
    name: 'shared memory deleted',
    damage: ({ events }) => rmSync(`${events}-shm`),
    noticed: 'nothing lost',
    kind: null,
    onlyThorough: true,
  },
  {
    name: 'shared memory overwritten',
    damage: ({ events }) => overwrite(`${events}-shm`, 0, 4_096),
    noticed: 'nothing lost',
    kind: null,
    onlyThorough: true,
  },
  {
    name: 'meta emptied',
    damage: ({ events }) => new Sqlite(events).exec('DELETE FROM meta').close(),
    noticed: 'nothing lost',
    kind: null,
  },
  {
    name: 'lock file overwritten',
    damage: ({ lock }) => writeFileSync(lock, 'x'.repeat(9_000)),
    noticed: 'nothing lost',
    kind: null,
    onlyThorough: true,
  },
  {
    name: 'a folder in place of the lock',
    damage: ({ lock }) => {
      rmSync(lock);
      mkdirSync(lock);
    },
    noticed: 'nothing lost',
    kind: null,
  },
];

/** Shapes in which nothing may be changed. `readable`: the events can still be read. */
export interface Refusal {
  readonly name: string;
  readonly damage: (paths: StorePaths) => void;
  readonly code: string;
  readonly problem?: string;
  readonly readable: boolean;
}

export const REFUSALS: readonly Refusal[] = [
  {
    name: 'read-only files',
    damage: ({ events, lock }) =>
      [events, `${events}-wal`, `${events}-shm`, lock].forEach((path) => chmodSync(path, 0o400)),
    code: 'STORE_UNWRITABLE',
    problem: 'forbidden',
    readable: true,
  },
  {
    name: 'schema 99',
    damage: ({ events }) => new Sqlite(events).exec('PRAGMA user_version = 99').close(),
    code: 'STORE_TOO_NEW',
    readable: false,
  },
  {
    name: 'a database of another program',
    damage: ({ events }) => {
      for (const part of ['', '-wal', '-shm']) rmSync(events + part, { force: true });
      new Sqlite(events).exec('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)').close();
    },
    code: 'STORE_FOREIGN',
    readable: false,
  },
  {
    name: 'a folder in place of the database',
    damage: ({ events }) => {
      for (const part of ['', '-wal', '-shm']) rmSync(events + part, { force: true });
      mkdirSync(events);
    },
    code: 'STORE_UNWRITABLE',
    problem: 'not-a-file',
    readable: false,
  },
];
