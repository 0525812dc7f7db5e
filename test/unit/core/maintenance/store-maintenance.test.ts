import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createStoreMaintenance,
  type StoreMaintenanceParts,
} from '../../../../src-main/core/maintenance/store-maintenance.ts';
import { DailyBackup } from '../../../../src-main/core/maintenance/daily-backup.ts';
import type { ResumedStore } from '../../../../src-main/core/ports/event-store.ts';
import type { BackupCopy, StoreIncident } from '../../../../src-shared/domain/store-condition.ts';
import { nothingToResume } from '../../../doubles/empty-store.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { PendingWorkStore } from '../../../doubles/pending-work-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KEEP_DAYS = { failures: 365, successes: 90, heartbeats: 7, searches: 30 };
const DAMAGED: StoreIncident = {
  at: 1,
  kind: 'damaged',
  movedTo: '/data/aside',
  missing: null,
  saved: 0,
  mending: { kind: 'running', share: 0 },
};

function keeping(options: {
  resumed?: Partial<ResumedStore>;
  practice?: boolean;
  keepFigures?: StoreMaintenanceParts['keepFigures'];
  prepare?: (store: PendingWorkStore, clock: FakeClock) => void;
}) {
  const clock = new FakeClock();
  const log = new SilentLog();
  const store = new PendingWorkStore(clock);
  store.newest = [{ receivedAt: clock.now(), createdAt: clock.now() }];
  options.prepare?.(store, clock);
  let [turns, repairs] = [0, 0];
  const parts: StoreMaintenanceParts = {
    store,
    clock,
    log,
    keepDays: KEEP_DAYS,
    practice: options.practice ?? true,
    resumed: { ...nothingToResume, ...options.resumed },
    onConditionChange: () => {
      turns += 1;
    },
    onRepaired: () => {
      repairs += 1;
    },
    keepFigures: options.keepFigures ?? (async () => true),
    removeExpiredCases: async () => {
      store.journal.push('tidy cases');
      return false;
    },
  };
  const storeMaintenance = createStoreMaintenance(parts);
  const stopping = new AbortController();
  const running = storeMaintenance.run(stopping.signal);
  onTestFinished(async () => {
    stopping.abort(new Error('the test is over'));
    await running;
    expect(clock.sleeping).toBe(0);
  });
  return { clock, log, store, storeMaintenance, turns: () => turns, repairs: () => repairs };
}

describe('[STORE-15] a change of stored events is reported', () => {
  it.each<[string, Parameters<typeof keeping>[0], number]>([
    ['never if nothing changed', {}, 0],
    [
      'once after rows were decoded again',
      { resumed: { needsRedecode: true }, prepare: ({ remaining }) => void (remaining.redecode = 3) },
      1,
    ],
    [
      'after derived data was rebuilt and after texts were restored',
      {
        prepare(store) {
          const kinds = ['derived', 'text'] as const;
          store.checkResults = [{ flaws: kinds.map((kind) => ({ kind, first: 1, last: 40 })), next: null }];
        },
      },
      2,
    ],
  ])('%s', async (_name, options, times) => {
    const { clock, repairs } = keeping(options);
    await clock.advance(2 * MINUTE);
    expect(repairs()).toBe(times);
  });

  it('at each change of an incident', () => {
    const { storeMaintenance, repairs } = keeping({});
    storeMaintenance.setIncident(DAMAGED);
    storeMaintenance.setIncident(DAMAGED);
    storeMaintenance.setIncident({ ...DAMAGED, mending: { kind: 'running', share: 1 } });
    expect(repairs()).toBe(2);
  });
});

describe('[KEEP-2] background maintenance', () => {
  it('repairs first, then decodes again, checks everything and removes old events', async () => {
    const { store, clock } = keeping({
      resumed: { incident: DAMAGED, needsRedecode: true, hadUncleanShutdown: true },
      prepare: ({ remaining: left }) => Object.assign(left, { mend: 2, redecode: 2, tidy: 2, space: 2 }),
    });
    await clock.advance(2 * MINUTE);
    expect(store.journal.join(', ')).toBe(
      'mend, mend, redecode, redecode, check after 0, tidy, tidy, tidy cases, space, space',
    );
  });

  it('[REPORT-6] removes no event before the figures of its day are kept', async () => {
    const refusals = [false, false];
    const limits: number[] = [];
    const { store, clock } = keeping({
      keepFigures: async ({ failures }) => {
        limits.push(failures);
        return refusals.pop() ?? true;
      },
    });
    await clock.advance(2.5 * MINUTE);
    expect(store.journal).not.toContain('tidy');
    await clock.advance(MINUTE);
    expect(store.journal).toContain('tidy');
    expect(limits).toHaveLength(3);
  });

  it('works in batches, with pauses nine times as long as each batch', async () => {
    const { store, clock } = keeping({
      resumed: { incident: DAMAGED },
      prepare(prepared, time) {
        prepared.remaining.mend = 100;
        const repair = prepared.writer.repair.bind(prepared.writer);
        Object.assign(prepared.writer, {
          async repair() {
            await time.sleep(10, AbortSignal.any([]));
            return repair();
          },
        });
      },
    });
    const repairCalls = () => store.journal.filter((what) => what === 'mend').length;
    await clock.advance(5_000);
    expect(repairCalls()).toBe(50);
    await clock.advance(10_000);
    expect(repairCalls()).toBe(100);
  });

  it('continues after a failure and logs it once, however often it recurs', async () => {
    const { store, clock, log } = keeping({
      prepare(prepared) {
        prepared.failingOperation = 'tidy';
      },
    });
    await clock.advance(10 * MINUTE);
    expect(store.journal.filter((what) => what === 'tidy').length).toBeGreaterThan(5);
    expect(log.lines.map(({ message }) => message)).toEqual([
      'events older than their retention could not be removed yet',
    ]);
    store.failingOperation = null;
    await clock.advance(2 * MINUTE);
    expect(store.journal.at(-1)).toBe('space');
  });

  it('stops immediately on abort, even during a backup', async () => {
    const clock = new FakeClock();
    const store = new PendingWorkStore(clock);
    Object.assign(store, { backUp: () => new Promise(() => {}) });
    const storeMaintenance = createStoreMaintenance({
      store,
      clock,
      log: new SilentLog(),
      keepDays: KEEP_DAYS,
      practice: false,
      resumed: nothingToResume,
      onConditionChange: () => {},
      onRepaired: () => {},
      keepFigures: async () => true,
      removeExpiredCases: async () => false,
    });
    const stopping = new AbortController();
    const running = storeMaintenance.run(stopping.signal);
    await clock.advance(2 * MINUTE);
    expect(storeMaintenance.condition().backup).toEqual({ kind: 'running', share: 0 });
    stopping.abort(new Error('stopped'));
    await running;
    expect(clock.sleeping).toBe(0);
  });
});

describe('[KEEP-2] the check of all stored events', () => {
  it('begins a minute after a start, immediately after an unclean end, and again every week', async () => {
    const { store, clock } = keeping({});
    const checks = () => store.journal.filter((what) => what.startsWith('check')).length;
    await clock.advance(MINUTE - 1);
    expect(checks()).toBe(0);
    await clock.advance(1_000);
    expect(checks()).toBe(1);
    await clock.advance(7 * DAY + HOUR);
    expect(checks()).toBe(2);
  });

  it('reports its progress and the flaws it found', async () => {
    const { storeMaintenance, clock } = keeping({
      resumed: { hadUncleanShutdown: true },
      prepare(store) {
        store.checkResults = [
          { flaws: [], next: 40 },
          { flaws: [{ kind: 'derived', first: 41, last: 60 }], next: 90 },
          { flaws: [], next: null },
        ];
      },
    });
    const seen: unknown[] = [storeMaintenance.condition().check];
    for (let repairCalls = 0; repairCalls < 4; repairCalls += 1) {
      await clock.advance(repairCalls === 0 ? 0 : 50);
      seen.push(storeMaintenance.condition().check);
    }
    expect(seen).toEqual([
      { kind: 'due' },
      { kind: 'running', share: 0.4 },
      { kind: 'running', share: 0.9 },
      { kind: 'running', share: 0.9 },
      { kind: 'done', at: expect.any(Number), flaws: 1 },
    ]);
  });

  it('rebuilds derived data in batches, repairs damaged texts and replaces an unreadable database', async () => {
    const { storeMaintenance, store, clock, turns } = keeping({
      resumed: { hadUncleanShutdown: true },
      prepare(prepared) {
        prepared.checkResults = [
          {
            flaws: [
              { kind: 'derived', first: 1, last: 64 },
              { kind: 'text', first: 70, last: 70 },
              { kind: 'text', first: 80, last: 81 },
              { kind: 'unreadable', detail: 'page 7' },
            ],
            next: null,
          },
        ];
      },
    });
    await clock.advance(1_000);
    expect(store.journal).toEqual([
      'check after 0',
      'rederive 1 to 64',
      'rederive 33 to 64',
      'texts 70 to 70',
      'texts 80 to 81',
      'replace: page 7',
    ]);
    expect(storeMaintenance.condition().check).toMatchObject({ kind: 'done', flaws: 4 });
    expect(turns()).toBeGreaterThan(0);
  });
});

describe('[KEEP-2] an incident of the store', () => {
  it('is repaired immediately, reported at each change, and removed when it is acknowledged', async () => {
    const { storeMaintenance, store, clock, turns } = keeping({});
    await clock.advance(10);
    store.remaining.mend = 3;
    storeMaintenance.setIncident(DAMAGED);
    await clock.advance(200);
    expect(store.journal).toEqual(['mend', 'mend', 'mend']);
    storeMaintenance.setIncident({ ...DAMAGED, saved: 3, mending: { kind: 'done' } });
    storeMaintenance.setIncident({ ...DAMAGED, saved: 3, mending: { kind: 'done' } });
    expect(storeMaintenance.condition().incident).toMatchObject({ saved: 3 });
    await storeMaintenance.acknowledge();
    expect({ incident: storeMaintenance.condition().incident, turns: turns(), last: store.journal.at(-1) }).toEqual({
      incident: null,
      turns: 3,
      last: 'acknowledge',
    });
  });
});

describe('[KEEP-6] old events', () => {
  it('are removed a minute after a start and every hour, each class after its own days', async () => {
    const { store, clock } = keeping({});
    const startedAt = clock.now();
    await clock.advance(MINUTE + HOUR + MINUTE);
    expect(store.limits).toEqual(
      Array.from({ length: 2 }, () => ({
        failures: startedAt - 365 * DAY,
        successes: startedAt - 90 * DAY,
        heartbeats: startedAt - 7 * DAY,
      })),
    );
  });

  it('are not removed by a clock that is set ahead, which is logged once, until events confirm the time', async () => {
    const { store, clock, log } = keeping({});
    const trueTime = clock.now();
    clock.setWallClock(trueTime + 3_650 * DAY);
    await clock.advance(3 * HOUR);
    expect(Math.max(...store.limits.map(({ heartbeats }) => heartbeats))).toBe(trueTime - 7 * DAY);
    expect(log.lines.map(({ message }) => message)).toEqual([
      'the clock is far ahead of the newest event: nothing is removed by age until events confirm the clock',
    ]);
    // The event arrived by the wrong clock and was sent by a correct one, which proves nothing.
    store.newest = [{ receivedAt: clock.now(), createdAt: trueTime + HOUR }, ...store.newest];
    await clock.advance(HOUR);
    expect(store.limits.at(-1)?.heartbeats).toBe(trueTime - 7 * DAY);
    // Most of the newest events confirm that ten years have passed.
    const recent = { receivedAt: clock.now(), createdAt: clock.now() };
    store.newest = [recent, recent, recent, ...store.newest];
    const confirmedAt = clock.now();
    await clock.advance(HOUR);
    expect(store.limits.at(-1)?.heartbeats).toBe(confirmedAt - 7 * DAY);
  });

  it('are not removed if no event confirms the time', async () => {
    const { store, clock } = keeping({
      prepare(prepared) {
        prepared.newest = [];
      },
    });
    await clock.advance(2 * HOUR);
    expect(store.journal).not.toContain('tidy');
    expect(store.journal).toContain('space');
  });
});

describe('[KEEP-5] the backup', () => {
  const copies = (store: PendingWorkStore) => store.journal.filter((what) => what === 'copy').length;
  const copyOf = (at: number): BackupCopy => ({ path: '/data/backups/old.db', at, bytes: 9, storedEvents: 9 });

  it('is made once a day', async () => {
    const { store, clock, storeMaintenance } = keeping({ practice: false });
    await clock.advance(2 * MINUTE);
    expect({ copies: copies(store), backup: storeMaintenance.condition().backup }).toEqual({
      copies: 1,
      backup: { kind: 'kept', newest: store.copies[0] },
    });
    await clock.advance(2 * DAY + 12 * HOUR);
    expect(copies(store)).toBe(3);
  });

  it('is not made if there is one from the last 24 hours, and clock changes cause at most two a day', async () => {
    const { store, clock } = keeping({
      practice: false,
      prepare(prepared) {
        prepared.copies = [copyOf(Date.UTC(2026, 0, 1) - 23 * HOUR)];
      },
    });
    await clock.advance(30 * MINUTE);
    expect(copies(store)).toBe(0);
    await clock.advance(HOUR);
    expect(copies(store)).toBe(1);
    for (let jump = 1; jump <= 24; jump += 1) {
      clock.setWallClock(Date.UTC(2026, 0, 1) + jump * 400 * DAY);
      await clock.advance(HOUR);
    }
    expect(copies(store)).toBe(3);
  });

  it('is not made of Practice', async () => {
    const { store, clock } = keeping({ practice: true });
    await clock.advance(2 * DAY);
    expect(copies(store)).toBe(0);
  });

  it('is reported with its error and the previous backup if it fails, and is retried', async () => {
    const { store, clock, storeMaintenance, log } = keeping({
      practice: false,
      prepare(prepared) {
        prepared.failingOperation = 'copy';
        prepared.copies = [copyOf(0)];
      },
    });
    await clock.advance(90_000);
    expect(storeMaintenance.condition().backup).toEqual({
      kind: 'failed',
      at: expect.any(Number),
      reason: 'STORE_UNWRITABLE full',
      newest: copyOf(0),
    });
    store.failingOperation = null;
    await clock.advance(2 * HOUR);
    expect(storeMaintenance.condition().backup).toMatchObject({ kind: 'kept' });
    expect(log.lines.map(({ message }) => message)).toEqual(['the store could not be copied']);
  });

  it('reports its progress in steps of one percent', async () => {
    const clock = new FakeClock();
    const store = new PendingWorkStore(clock);
    const reported: unknown[] = [];
    Object.assign(store, {
      async backUp(onShare: (share: number) => void) {
        for (const share of [0.001, 0.3, 0.305, 0.9]) onShare(share);
        return copyOf(clock.now());
      },
    });
    const backup = new DailyBackup({
      store,
      clock,
      practice: false,
      firstInMs: 0,
      onConditionChange: () => reported.push(turn()),
    });
    const turn = () => (backup.condition.kind === 'running' ? backup.condition.share : backup.condition.kind);
    await backup.copy();
    expect(reported).toEqual([0, 0.3, 0.9, 'kept']);
  });

  it('can be requested; a request during a backup returns the running one', async () => {
    const { store, storeMaintenance } = keeping({ practice: true });
    const [one, other] = await Promise.all([storeMaintenance.backUp(), storeMaintenance.backUp()]);
    expect({ same: one === other, copies: copies(store) }).toEqual({ same: true, copies: 1 });
  });
});
