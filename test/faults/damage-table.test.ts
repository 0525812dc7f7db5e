/**
 * Damages a store of 4 511 events, 504 of them only in the write-ahead log, in every known way. Checks when the damage
 * is noticed, that the store accepts events before its repair, and how many events are saved. `npm test` runs one shape
 * per code path, `npm run test:long` runs all.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BALLAST_BYTES } from '../../src-main/adapters/sqlite/events/damage/ballast.ts';
import { type GuardedWriter, openGuardedWriter } from '../../src-main/adapters/sqlite/events/guarded-writer.ts';
import { pathsIn, type StorePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { openStoreReader, type StoreReader } from '../../src-main/adapters/sqlite/events/store-reader.ts';
import { AppError } from '../../src-shared/api/errors.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';
import type { StoreIncident } from '../../src-shared/domain/store-condition.ts';
import { batchOf } from '../doubles/received-events.ts';
import { isThorough } from '../support/breadth.ts';
import { EVENTS, eventsOf, makeKilledStore, pageOf, STORE_IDENTITY, REFUSALS, SHAPES } from './damage-shapes.ts';
import { asUnprivilegedUser, bytesIn, scribble, seenWhen } from '../support/damaged-files.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const MORE = 100;
const TEXTS = eventsOf(1, EVENTS).map(({ data }) => data);

let killed: string;
/** The same store after a checkpoint. */
let checkpointed: string;

beforeAll(() => {
  const directory = mkdtempSync(join(tmpdir(), 'watchfloor-damage-'));
  killed = join(directory, 'killed');
  checkpointed = join(directory, 'checkpointed');
  makeKilledStore(killed);
  cpSync(killed, checkpointed, { recursive: true });
  checkpoint(pathsIn(checkpointed));
});

afterAll(() => rmSync(join(killed, '..'), { recursive: true }));

function checkpoint({ events }: StorePaths): void {
  const database = new Sqlite(events);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

function copyOfStore(folded = false): StorePaths {
  const directory = temporaryDirectory();
  const paths = pathsIn(join(directory, 'store'));
  cpSync(folded ? checkpointed : killed, paths.directory, { recursive: true });
  return paths;
}

/** Creates a ballast of full size, so that no call of the writer spends time on it. */
function reserve({ ballast }: StorePaths): void {
  closeSync(openSync(ballast, 'w', 0o600));
  truncateSync(ballast, BALLAST_BYTES);
}

interface Live {
  readonly writer: GuardedWriter;
  readonly reader: StoreReader;
  readonly incidents: StoreIncident[];
}

function open(paths: StorePaths): Live {
  const incidents: StoreIncident[] = [];
  const writer = openGuardedWriter(paths, STORE_IDENTITY, (incident) => {
    if (incident !== null) incidents.push(incident);
  });
  writer.resume();
  const reader = openStoreReader(paths.events);
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  return { writer, reader, incidents };
}

function append(writer: GuardedWriter, from: number, session: number | 'opens' = 'opens') {
  return writer.append({ ...batchOf(session, eventsOf(from, from + MORE - 1)), after: Number.MAX_SAFE_INTEGER });
}

/**
 * Repairs and checks the store as the product does.
 * @returns kinds of the flaws that the check found
 */
function keep({ writer, reader }: Live): string[] {
  const flaws: string[] = [];
  while (writer.repair());
  for (let after: number | null = 0; after !== null;) {
    const checked = reader.check(after);
    for (const flaw of checked.flaws) {
      flaws.push(flaw.kind);
      if (flaw.kind === 'derived')
        for (let first: number | null = flaw.first; first !== null;) first = writer.rederive(first, flaw.last);
      if (flaw.kind === 'text') writer.repairTexts(flaw.first, flaw.last);
      if (flaw.kind === 'unreadable') writer.replace(flaw.detail);
    }
    after = checked.next;
  }
  while (writer.repair());
  return flaws;
}

/** Counts events whose text is unchanged (`readableCount`) or another text (`wrong`). */
function countReadable(reader: StoreReader): { readableCount: number; wrong: number } {
  let readableCount = 0;
  let wrong = 0;
  for (let from: number | null = 0; from !== null;) {
    const { events, next } = reader.events({
      filter: EVERYTHING,
      direction: 'newer',
      from,
      to: EVENTS,
      limit: EVENTS,
    });
    for (const { seq, raw, marks } of events) {
      if (marks.some(({ code }) => code === 'text-lost')) continue;
      if (raw === TEXTS[seq - 1]) readableCount += 1;
      else wrong += 1;
    }
    from = next;
  }
  return { readableCount, wrong };
}

const isRunNow = ({ onlyThorough = false }: { readonly onlyThorough?: boolean }) => isThorough || !onlyThorough;

describe('a store that was damaged while it was closed is repaired', () => {
  it.each(SHAPES.filter(isRunNow))('[KEEP-2] $name', ({ damage, folded, noticed, kind, minReadable = EVENTS }) => {
    const paths = copyOfStore(folded);
    damage(paths);
    reserve(paths);
    const live = open(paths);
    const atOpening = live.incidents.at(-1)?.kind ?? null;
    const first = append(live.writer, EVENTS + 1);
    const atOnce = live.incidents.at(-1)?.kind ?? null;
    const repair = live.incidents.at(-1)?.mending.kind ?? null;
    const flaws = keep(live);
    const { readableCount, wrong } = countReadable(live.reader);
    const incident = live.incidents.at(-1) ?? null;
    const { storedEvents } = live.reader.extent();
    const seen = seenWhen(atOpening, atOnce, flaws);
    const flawsAfter = keep(live).filter((flaw) => flaw !== 'text');
    expect({
      seen,
      mending: repair,
      kind: incident?.kind ?? (flaws.includes('text') ? 'texts-damaged' : null),
      wrong,
      enough: readableCount >= minReadable,
      appended: first.stored,
      isBehind: first.extent.newestSeq >= EVENTS + MORE,
      told: incident === null ? null : { saved: incident.mending.kind, missing: incident.missing },
      storedEvents,
      flawsAfter,
    }).toEqual({
      seen: noticed,
      // Events were appended before the repair, so the store is usable immediately.
      mending: noticed === 'at opening' || noticed === 'at once' ? 'running' : null,
      kind,
      wrong: 0,
      enough: true,
      appended: MORE,
      isBehind: true,
      told: incident === null ? null : { saved: 'done', missing: EVENTS - readableCount },
      storedEvents: MORE + (incident === null || incident.kind === 'texts-damaged' ? EVENTS : readableCount),
      flawsAfter: [],
    });
  });
});

describe('a store that cannot be written is left unchanged', () => {
  it.each(REFUSALS)('[THREAD-4] $name', ({ damage, code, problem, readable }) => {
    const paths = copyOfStore();
    damage(paths);
    const before = bytesIn(paths.directory);
    const refused = asUnprivilegedUser(paths, () => {
      try {
        openGuardedWriter(paths, STORE_IDENTITY, () => undefined).close();
      } catch (error) {
        if (error instanceof AppError) return { code: error.code, ...error.data.facts };
      }
      return null;
    });
    const read = asUnprivilegedUser(paths, () => {
      try {
        const reader = openStoreReader(paths.events);
        const { storedEvents } = reader.extent();
        reader.close();
        return storedEvents;
      } catch {
        return null;
      }
    });
    expect({
      refused,
      read,
      after: bytesIn(paths.directory),
    }).toEqual({
      refused: expect.objectContaining({ code, ...(problem === undefined ? {} : { problem }) }),
      read: readable ? EVENTS : null,
      after: before,
    });
  });

  it('[THREAD-4] unless only its folder is read-only: its files are still written', () => {
    const paths = copyOfStore();
    chmodSync(paths.directory, 0o500);
    asUnprivilegedUser(paths, () => {
      const live = open(paths);
      expect([append(live.writer, EVENTS + 1).stored, live.incidents]).toEqual([MORE, []]);
    });
  });

  it('[THREAD-4] and can be read completely if its folder and files are read-only and it was closed', () => {
    const paths = copyOfStore(true);
    for (const suffix of ['-wal', '-shm']) rmSync(paths.events + suffix, { force: true });
    for (const name of readdirSync(paths.directory)) chmodSync(join(paths.directory, name), 0o400);
    chmodSync(paths.directory, 0o500);
    const before = bytesIn(paths.directory);
    asUnprivilegedUser(paths, () => {
      expect(() => open(paths)).toThrow(expect.objectContaining({ code: 'STORE_UNWRITABLE' }));
      const reader = openStoreReader(paths.events);
      const { readableCount, wrong } = countReadable(reader);
      expect([readableCount, wrong, reader.extent().storedEvents]).toEqual([EVENTS, 0, EVENTS]);
      reader.close();
    });
    expect(bytesIn(paths.directory)).toEqual(before);
  });

  it('[THREAD-4] while another process collects into it', () => {
    const paths = copyOfStore();
    const { writer } = open(paths);
    const before = bytesIn(paths.directory);
    expect(() => openGuardedWriter(paths, STORE_IDENTITY, () => undefined)).toThrow(
      expect.objectContaining({ code: 'STORE_IN_USE' }),
    );
    expect(bytesIn(paths.directory)).toEqual(before);
    const { stored } = append(writer, EVENTS + 1);
    expect(stored).toBe(MORE);
  });
});

describe('a store that is damaged while it is written', () => {
  const happenings: {
    name: string;
    happen: (paths: StorePaths) => void;
    kind: StoreIncident['kind'] | null;
    /** True if the damage is noticed when the next event is stored, false if the check finds it. */
    atOnce: boolean;
    /** True for the long test run only, because another row takes the same path. */
    onlyThorough?: boolean;
  }[] = [
    {
      name: 'files deleted',
      happen: ({ directory }) => {
        for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true });
      },
      kind: 'vanished',
      atOnce: true,
    },
    {
      name: 'folder deleted',
      happen: ({ directory }) => rmSync(directory, { recursive: true }),
      kind: 'vanished',
      atOnce: true,
      onlyThorough: true,
    },
    {
      name: 'folder moved away',
      happen: ({ directory }) => renameSync(directory, `${directory}.moved`),
      kind: 'vanished',
      atOnce: true,
      onlyThorough: true,
    },
    {
      name: 'page of rows damaged',
      happen: ({ events }) => scribble(events, pageOf(events, 'event')),
      kind: 'damaged',
      atOnce: false,
      onlyThorough: true,
    },
    {
      name: 'index damaged',
      happen: ({ events }) => scribble(events, pageOf(events, 'index')),
      kind: 'damaged',
      atOnce: true,
    },
    { name: 'lock deleted', happen: ({ lock }) => rmSync(lock), kind: null, atOnce: false },
    { name: 'mark deleted', happen: ({ mark }) => rmSync(mark), kind: null, atOnce: false },
  ];

  it.each(happenings.filter(isRunNow))('[DAMAGE-5] $name', ({ happen, kind, atOnce }) => {
    const paths = copyOfStore(true);
    reserve(paths);
    const live = open(paths);
    const { sessionId } = append(live.writer, EVENTS + 1);
    checkpoint(paths);
    happen(paths);
    const appended = append(live.writer, EVENTS + MORE + 1, sessionId);
    const repair = live.incidents.at(-1)?.mending.kind ?? null;
    const seen = live.incidents.at(-1)?.kind ?? null;
    keep(live);
    const { readableCount, wrong } = countReadable(live.reader);
    const incident = live.incidents.at(-1) ?? null;
    const { sessions, gaps } = live.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
    const lasting = sessions.filter(({ to }) => to === null);
    expect({
      atOnce: seen,
      mending: repair,
      kind: incident?.kind ?? null,
      sessionId: appended.sessionId,
      stored: appended.stored,
      readableCount,
      wrong,
      missing: incident?.missing ?? 0,
      storedEvents: live.reader.extent().storedEvents,
      lasting: lasting.map(({ id, events }) => ({ id, events })),
      openGaps: gaps.filter(({ to }) => to === null).length,
      flaws: keep(live),
    }).toEqual({
      atOnce: atOnce ? kind : null,
      mending: atOnce ? 'running' : null,
      kind,
      sessionId,
      stored: MORE,
      readableCount: EVENTS,
      wrong: 0,
      missing: 0,
      storedEvents: EVENTS + 2 * MORE,
      lasting: [{ id: sessionId, events: 2 * MORE }],
      openGaps: 0,
      flaws: [],
    });
  });

  it('[DAMAGE-5] stores a batch that was refused during a lock of another program when it is given again', () => {
    const paths = copyOfStore();
    const live = open(paths);
    const other = new Sqlite(paths.events);
    other.exec('BEGIN IMMEDIATE');
    const refused = () => append(live.writer, EVENTS + 1);
    expect(refused).toThrow(expect.objectContaining({ data: expect.objectContaining({ code: 'STORE_UNWRITABLE' }) }));
    other.exec('COMMIT');
    other.close();
    expect([refused().stored, live.incidents]).toEqual([MORE, []]);
  });

  it('[WATCH-4] has all received events on disk when it is closed, or closing fails', () => {
    const paths = copyOfStore();
    const live = open(paths);
    append(live.writer, EVENTS + 1);
    rmSync(paths.directory, { recursive: true });
    live.writer.close();
    const again = open(paths);
    expect({ ...countReadable(again.reader), stored: again.reader.extent().storedEvents }).toEqual({
      readableCount: EVENTS,
      wrong: 0,
      stored: EVENTS + MORE,
    });
    again.writer.close();
    const third = open(paths);
    append(third.writer, EVENTS + MORE + 1);
    rmSync(paths.directory, { recursive: true });
    writeFileSync(paths.directory, 'in its place');
    expect(() => third.writer.close()).toThrow(AppError);
  });

  it('[DAMAGE-5] waits for a lock that another program holds briefly at the start', async () => {
    const paths = copyOfStore();
    const holding = spawn(process.execPath, [
      '-e',
      `const database = new (require(${JSON.stringify(SQLITE)}))(${JSON.stringify(paths.events)});
       database.exec('BEGIN IMMEDIATE');
       console.log('locked');
       setTimeout(() => database.exec('COMMIT'), 600);`,
    ]);
    await once(holding.stdout, 'data');
    const live = open(paths);
    expect([append(live.writer, EVENTS + 1).stored, live.incidents]).toEqual([MORE, []]);
  });
});

const SQLITE = createRequire(import.meta.url).resolve('better-sqlite3');
