import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../../../../src-main/adapters/sqlite/events/damage/restore.ts';
import { pathsIn, type StorePaths } from '../../../../../src-main/adapters/sqlite/store-paths.ts';
import type { ReceivedBatch } from '../../../../../src-main/core/ports/event-store.ts';
import { batchOf, moment, receivedEvents } from '../../../../doubles/received-events.ts';
import { backedUp, type GuardedStore, openGuardedStore } from './guarded-store.ts';
import { temporaryDirectory } from '../../../../fixtures/temporary-directory.ts';

const batch = (session: ReceivedBatch['session'], from: number, to: number): ReceivedBatch =>
  batchOf(session, receivedEvents(from, to));

function filledStore(paths = pathsIn(join(temporaryDirectory(), 'store'))): StorePaths {
  const { writer, close } = openGuardedStore(paths);
  writer.resume();
  let session: ReceivedBatch['session'] = 'opens';
  for (let first = 1; first <= 1_500; first += 500)
    ({ sessionId: session } = writer.append(batch(session, first, first + 499)));
  if (session !== 'opens') writer.endSession(session, { reason: 'stopped', detail: null });
  close();
  return paths;
}

const template = mkdtempSync(join(tmpdir(), 'watchfloor-'));
afterAll(() => rmSync(template, { recursive: true }));

/** Copies a closed store with 1 500 events, which is created once. */
function closedStore(): StorePaths {
  const { directory } = pathsIn(join(template, 'store'));
  if (!existsSync(directory)) filledStore(pathsIn(directory));
  const paths = pathsIn(join(temporaryDirectory(), 'store'));
  cpSync(directory, paths.directory, { recursive: true });
  return paths;
}

const stored = ({ reader }: GuardedStore) => reader.extent().storedEvents;

describe('a store with a guarded writer', () => {
  it('opens in place, reports no incident, and knows if it was closed cleanly', () => {
    const paths = closedStore();
    const first = openGuardedStore(paths);
    const resumed = first.writer.resume();
    first.writer.append(batch('opens', 6_000, 6_000));
    // Simulates a crash: the mark says again that the store is open.
    const mark = readFileSync(paths.mark);
    first.writer.close();
    writeFileSync(paths.mark, mark);
    const again = openGuardedStore(paths);
    expect({ resumed, told: first.incidents, again: again.writer.resume() }).toMatchObject({
      resumed: { extent: { newestSeq: 1_500 }, hadUncleanShutdown: false, incident: null },
      told: [],
      again: { extent: { newestSeq: 1_501 }, hadUncleanShutdown: true, incident: null },
    });
  });

  it('[KEEP-2] takes over from its backups the events that the damaged database lost', async () => {
    const paths = closedStore();
    await backedUp(paths);
    writeFileSync(paths.events, 'x'.repeat(20_000));
    const store = openGuardedStore(paths);
    const atOnce = store.incidents.at(-1);
    store.repair();
    expect({ atOnce, inTheEnd: store.incidents.at(-1), stored: stored(store) }).toMatchObject({
      atOnce: { kind: 'damaged', missing: 1_500, saved: 0, mending: { kind: 'running', share: 0 } },
      inTheEnd: { kind: 'damaged', missing: 0, saved: 1_500, mending: { kind: 'done' } },
      stored: 1_500,
    });
  });

  it('[KEEP-2] continues a repair after a restart and counts each event once', () => {
    const paths = closedStore();
    writeFileSync(paths.events, Buffer.concat([Buffer.alloc(100), readFileSync(paths.events).subarray(100)]));
    const first = openGuardedStore(paths);
    while (first.incidents.at(-1)?.saved === 0) first.writer.repair();
    const before = first.incidents.at(-1);
    first.writer.close();
    const again = openGuardedStore(paths);
    const { incident } = again.writer.resume();
    again.repair();
    expect(before?.mending.kind).toBe('running');
    const minSaved = Math.min(...again.incidents.map((incidents) => incidents?.saved ?? 0));
    expect(minSaved).toBeGreaterThanOrEqual(before?.saved ?? 0);
    expect([incident?.mending.kind, again.incidents.at(-1)]).toMatchObject([
      'running',
      { kind: 'damaged', missing: 0, saved: 1_500, mending: { kind: 'done' } },
    ]);
    expect(stored(again)).toBe(1_500);
  });

  it('[KEEP-2] loses nothing if it is damaged again before the repair ends', () => {
    const paths = closedStore();
    writeFileSync(paths.events, Buffer.concat([Buffer.alloc(100), readFileSync(paths.events).subarray(100)]));
    const store = openGuardedStore(paths);
    store.writer.resume();
    const { sessionId } = store.writer.append(batch('opens', 6_000, 6_099));
    store.writer.replace('the check says so');
    store.writer.append(batch(sessionId, 6_100, 6_199));
    store.repair();
    expect({ last: store.incidents.at(-1), stored: stored(store) }).toMatchObject({
      last: { kind: 'damaged', mending: { kind: 'done' } },
      stored: 1_700,
    });
  });

  it('[KEEP-2] reports a second loss together with the first, and forgets nothing that is missing', () => {
    const paths = closedStore();
    writeFileSync(paths.events, 'x'.repeat(20_000));
    const store = openGuardedStore(paths);
    store.writer.resume();
    store.repair();
    const once = store.incidents.at(-1);
    store.writer.append(batch('opens', 6_000, 6_099));
    rmSync(paths.directory, { recursive: true });
    store.writer.repair();
    store.repair();
    expect({ once, twice: store.incidents.at(-1), stored: stored(store) }).toMatchObject({
      once: { kind: 'damaged', missing: 1_500, saved: 0 },
      twice: { kind: 'vanished', missing: 1_500, saved: 100 },
      stored: 100,
    });
  });

  it('[STORE-1] assigns no seq twice: a new database continues after the newest known seq', () => {
    const paths = closedStore();
    rmSync(paths.events);
    const store = openGuardedStore(paths);
    store.writer.resume();
    const { extent } = store.writer.append(batch('opens', 6_000, 6_000));
    expect(extent).toEqual({ oldestSeq: 4_096, newestSeq: 4_096, storedEvents: 1 });
  });

  it('[STORE-1] assigns no seq twice without its mark either, because it reads what is left of the database', () => {
    const paths = closedStore();
    writeFileSync(paths.events, Buffer.concat([Buffer.alloc(100), readFileSync(paths.events).subarray(100)]));
    rmSync(paths.mark);
    const store = openGuardedStore(paths);
    store.writer.resume();
    const { extent } = store.writer.append(batch('opens', 6_000, 6_000));
    store.repair();
    expect({ newest: extent.newestSeq, stored: stored(store), last: store.incidents.at(-1) }).toMatchObject({
      newest: 4_096,
      stored: 1_501,
      last: { missing: null, saved: 1_500 },
    });
  });

  it('[DAMAGE-8] covers the time between the lost events and the new session with a gap', () => {
    const paths = closedStore();
    writeFileSync(paths.events, 'x'.repeat(20_000));
    const store = openGuardedStore(paths);
    store.writer.resume();
    store.writer.append(batch('opens', 6_000, 6_000));
    const { sessions, gaps } = store.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
    expect({ sessions, gaps }).toMatchObject({
      sessions: [{ from: 6_000_000, to: null }],
      gaps: [{ from: 1_500_000, to: 6_000_000, reason: 'stopped' }],
    });
  });

  it('[DAMAGE-8] has the earlier sessions and gaps, once each, after the repair', () => {
    const paths = closedStore();
    const before = openGuardedStore(paths);
    before.writer.resume();
    const { sessionId } = before.writer.append(batch('opens', 6_000, 6_009));
    before.writer.openGap(moment(6_009_000), moment(6_009_000), { reason: 'silent', detail: null });
    before.writer.replace('the check says so');
    before.writer.append(batch(sessionId, 6_010, 6_019));
    before.repair();
    const { sessions, gaps } = before.reader.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
    expect({ sessions, gaps }).toMatchObject({
      sessions: [
        { from: 1_000_000 / 1_000, to: 1_500_000, events: 1_500 },
        { id: sessionId, from: 6_000_000, to: null, events: 20 },
      ],
      gaps: [{ from: 1_500_000, to: 6_000_000, reason: 'stopped' }, {}],
    });
  });

  it('reports to projections a repair that saved events that they had passed', () => {
    const paths = closedStore();
    const store = openGuardedStore(paths);
    store.writer.loadProjection('cases', 1);
    store.writer.commitProjection({ name: 'cases', version: 1, from: 0, to: 1_500, put: [], remove: [] });
    store.writer.replace('the check says so');
    store.writer.loadProjection('cases', 1);
    store.writer.commitProjection({ name: 'cases', version: 1, from: 0, to: 1_500, put: [], remove: [] });
    store.repair();
    expect(store.writer.loadProjection('cases', 1).cursor).toBeNull();
  });

  it('forgets an incident that is acknowledged after the repair, but not during it', () => {
    const paths = closedStore();
    rmSync(paths.events);
    const store = openGuardedStore(paths);
    store.writer.acknowledgeIncident();
    const early = store.incidents.at(-1);
    store.repair();
    store.writer.acknowledgeIncident();
    const late = store.incidents.at(-1);
    store.writer.close();
    expect([early?.kind, late, openGuardedStore(paths).writer.resume().incident]).toEqual(['lost', null, null]);
  });

  it('keeps the repeat count of an event through two repairs', () => {
    const paths = closedStore();
    const store = openGuardedStore(paths);
    store.writer.resume();
    store.writer.pin([1_411], true);
    store.writer.append(batch('opens', 1_490, 1_490));
    store.writer.replace('the check says so');
    store.repair();
    const repeats = store.reader.event(1_490)?.repeats;
    store.writer.replace('once more');
    store.repair();
    expect([repeats, store.reader.event(1_490)?.repeats]).toEqual([1, 1]);
  });

  it('[STORE-18] moves the database of another store aside and takes nothing from it', () => {
    const [own, other] = [closedStore(), filledStore()];
    renameSync(other.events, own.events);
    const store = openGuardedStore(own);
    expect(store.incidents.at(-1)).toMatchObject({ kind: 'lost', movedTo: expect.stringContaining('.damaged-') });
    store.repair();
    expect(stored(store)).toBe(0);
  });

  it('keeps the damaged file unchanged, readable by this user only', () => {
    const paths = closedStore();
    truncateSync(paths.events, 16_384);
    const damaged = readFileSync(paths.events);
    const store = openGuardedStore(paths);
    store.repair();
    const names = readdirSync(paths.directory).filter((name) => /damaged-.*Z$/.test(name));
    expect(names.map((name) => readFileSync(join(paths.directory, name)).equals(damaged))).toEqual([true]);
    expect(statSync(join(paths.directory, names[0] ?? '')).mode & 0o777).toBe(0o600);
  });
});

describe('a backup that is restored into a store', () => {
  const copied = async () => {
    const paths = closedStore();
    return { paths, copy: await backedUp(paths) };
  };

  it('[STORE-18] adds the missing events and no duplicates', async () => {
    const { paths, copy } = await copied();
    const nothing = restoreBackup(paths, copy);
    rmSync(paths.events);
    rmSync(paths.mark);
    const progress: number[] = [];
    const all = restoreBackup(paths, copy, ({ saved }) => progress.push(saved));
    expect({ nothing, all, last: progress.at(-1) }).toEqual({
      nothing: { saved: 0, storedEvents: 1_500 },
      all: { saved: 1_500, storedEvents: 1_500 },
      last: 1_500,
    });
    const store = openGuardedStore(paths);
    store.repair();
    expect([store.incidents.at(-1), stored(store)]).toMatchObject([{ kind: 'lost', saved: 1_500 }, 1_500]);
  });

  it('[STORE-18] creates a store if there is none, and is refused by another store', async () => {
    const { copy } = await copied();
    const fresh = pathsIn(join(temporaryDirectory(), 'fresh'));
    expect(restoreBackup(fresh, copy)).toEqual({ saved: 1_500, storedEvents: 1_500 });
    const opened = openGuardedStore();
    opened.writer.close();
    expect(restoreBackup(opened.paths, copy).saved).toBe(1_500);
    const other = filledStore();
    const before = readFileSync(other.events);
    const facts = { path: copy, problem: 'other-store' };
    expect(() => restoreBackup(other, copy)).toThrow(
      expect.objectContaining({ data: { code: 'BACKUP_UNUSABLE', facts } }),
    );
    expect(readFileSync(other.events).equals(before)).toBe(true);
  });

  it('[STORE-18] is added even if the store is damaged in the middle, and the remaining events are recovered later', async () => {
    const { paths, copy } = await copied();
    const elsewhere = join(temporaryDirectory(), 'copy.db');
    renameSync(copy, elsewhere);
    rmSync(paths.mark);
    const bytes = readFileSync(paths.events);
    writeFileSync(paths.events, bytes.fill(0xa5, Math.floor(bytes.length * 0.1), Math.floor(bytes.length * 0.9)));
    expect(restoreBackup(paths, elsewhere)).toEqual({ saved: 1_500, storedEvents: 1_500 });
    const store = openGuardedStore(paths);
    store.repair();
    expect([store.incidents.at(-1), stored(store)]).toMatchObject([
      { kind: 'damaged', movedTo: expect.any(String) },
      1_500,
    ]);
  });

  it('[STORE-18] is added even if nothing shows which store the damaged one was', async () => {
    const { paths, copy } = await copied();
    const elsewhere = join(temporaryDirectory(), 'copy.db');
    renameSync(copy, elsewhere);
    rmSync(paths.mark);
    writeFileSync(paths.events, readFileSync(paths.events).fill(0xa5, 0, 9_000));
    expect(restoreBackup(paths, elsewhere)).toEqual({ saved: 1_500, storedEvents: 1_500 });
    expect(openGuardedStore(paths).writer.resume().incident).toMatchObject({
      kind: 'damaged',
      mending: { kind: 'running' },
    });
  });

  it('leaves a damaged store unchanged if the backup is from another store', async () => {
    const { copy } = await copied();
    const other = filledStore();
    writeFileSync(other.events, readFileSync(other.events).fill(0xa5, 0, 9_000));
    const before = readdirSync(other.directory);
    expect(() => restoreBackup(other, copy)).toThrow(/BACKUP_UNUSABLE/);
    expect(readdirSync(other.directory)).toEqual(before);
  });

  it('is refused if it is not a backup or if the store is in use', async () => {
    const { paths, copy } = await copied();
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'text'), 'x'.repeat(9_000));
    const problemOf = (path: string) => {
      try {
        restoreBackup(paths, path);
      } catch (error) {
        return (error as { data: { code: string; facts: { problem?: string } } }).data;
      }
      return null;
    };
    const refused = [join(directory, 'none'), join(directory, 'text')].map((path) => problemOf(path)?.facts.problem);
    const store = openGuardedStore(paths);
    expect([refused, problemOf(copy)?.code]).toEqual([['no-file', 'damaged'], 'STORE_IN_USE']);
    store.writer.close();
  });
});
