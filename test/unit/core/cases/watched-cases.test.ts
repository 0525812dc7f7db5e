import { expect, onTestFinished, test } from 'vitest';
import { createStoreMaintenance } from '../../../../src-main/core/maintenance/store-maintenance.ts';
import { openWatch } from '../../../../src-main/core/open-watch.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { caseKey } from '../../../../src-shared/domain/cases/case.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { storedActionEntry, localizationEvent } from '../../../doubles/case-events.ts';
import { nothingToResume } from '../../../doubles/empty-store.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { OLIVIA } from '../../../doubles/cases-over-store.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { RecordingStores } from '../../../doubles/recording-stores.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';
import { aGrantSource, watchPorts } from '../../../doubles/watch-ports.ts';
import { PendingWorkStore } from '../../../doubles/pending-work-store.ts';

const EID = caseKey({ kind: 'eid', eid: '8904-1' });

test('[THREAD-4] reads the cases of a read-only store into a projection of its own, and refuses actions', async () => {
  const ports = watchPorts(new RecordingStores());
  const forbidden = appError('STORE_UNWRITABLE', { path: '/data/events.db', problem: 'forbidden' });
  const reader = new MemoryReader([localizationEvent(1, 0), localizationEvent(2, 1, { eid: '8904-2' })]);
  reader.actionEntries = [{ ...storedActionEntry(1, 2, { kind: 'done' }, [EID]), number: 1 }];
  ports.stores.openFailure = forbidden;
  ports.stores.readOnly = reader;
  const watched = { profile: someProfile, practice: false, grants: aGrantSource('secret') };
  const watch = await openWatch(ports, watched, watchIdSchema.parse('the-watch'));
  onTestFinished(async () => void (await watch.stop()));
  await watch.cases.waitUntilCaughtUp();
  const query = { kind: 'localization', of: 'all', cause: null, find: '', since: null, sort: 'newest' } as const;
  const { cases } = await watch.cases.list({ ...query, after: null, limit: 10 });
  expect(cases.map(({ eid, openedAt, ended }) => [eid, openedAt !== null, ended])).toEqual([
    ['8904-2', true, null],
    ['8904-1', false, 'done'],
  ]);
  const act = { author: OLIVIA, subjects: [EID], what: { kind: 'note' }, text: 'seen' } as const;
  await expect(watch.cases.act({ ...act, subjects: [...act.subjects] })).rejects.toEqual(forbidden);
});

test('[STORE-15] checks immediately after an incident whether its projection still matches the events', async () => {
  const ports = watchPorts(new RecordingStores());
  const watched = { profile: someProfile, practice: true, grants: aGrantSource('secret') };
  const watch = await openWatch(ports, watched, watchIdSchema.parse('the-watch'));
  onTestFinished(async () => void (await watch.stop()));
  await watch.cases.waitUntilCaughtUp();
  // Others, too, wait at the start until the projection is caught up.
  await ports.clock.advance(1_000);
  let looked = 0;
  const [store] = ports.stores.stores;
  Object.assign(store?.scanner ?? {}, {
    basis: async () => {
      looked += 1;
      return 'another';
    },
  });
  await ports.clock.advance(1_000);
  const before = looked;
  ports.stores.reportIncident({
    at: 1,
    kind: 'damaged',
    movedTo: null,
    missing: null,
    saved: 0,
    mending: { kind: 'done' },
  });
  await ports.clock.advance(1_000);
  expect([before, looked > 0]).toEqual([0, true]);
});

test('[THREAD-4] waits while rows are decoded again or the result of an incident is being repaired', async () => {
  const clock = new FakeClock();
  const store = new PendingWorkStore(clock);
  store.remaining.redecode = 2;
  const maintenance = createStoreMaintenance({
    store,
    clock,
    log: new SilentLog(),
    keepDays: { failures: 365, successes: 90, heartbeats: 7, searches: 30 },
    practice: true,
    resumed: { ...nothingToResume, needsRedecode: true },
    onConditionChange: () => undefined,
    onRepaired: () => undefined,
    keepFigures: async () => true,
    removeExpiredCases: async () => false,
  });
  const ending = new AbortController();
  const running = maintenance.run(ending.signal);
  let isSettled = false;
  const settled = maintenance.waitUntilStable(ending.signal).then(() => (isSettled = true));
  await clock.advance(0);
  expect([isSettled, store.journal]).toEqual([false, ['redecode']]);
  await clock.advance(1_000);
  expect([isSettled, store.journal]).toEqual([true, ['redecode', 'redecode']]);
  const repair = { kind: 'running', share: 0 } as const;
  maintenance.setIncident({ at: 1, kind: 'damaged', movedTo: null, missing: null, saved: 0, mending: repair });
  await expect(Promise.race([maintenance.waitUntilStable(ending.signal), Promise.resolve('not yet')])).resolves.toBe(
    'not yet',
  );
  ending.abort(new Error('enough'));
  await Promise.allSettled([running, settled]);
});
