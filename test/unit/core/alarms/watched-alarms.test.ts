import { expect, onTestFinished, test, vi } from 'vitest';
import { DesktopOutlet } from '../../../../src-main/core/outlets/local/desktop-outlet.ts';
import { PageOutlet } from '../../../../src-main/core/outlets/local/page-outlet.ts';
import { openWatch } from '../../../../src-main/core/open-watch.ts';
import type { WatchPorts } from '../../../../src-main/core/watch-ports.ts';
import type { Watch } from '../../../../src-main/core/watch.ts';
import type { AlarmsSnapshot } from '../../../../src-shared/api/alarms.ts';
import { appError } from '../../../../src-shared/api/errors.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { someProfile } from '../../../doubles/profile.ts';
import { RecordingStores } from '../../../doubles/recording-stores.ts';
import { RecordingNotifier } from '../../../doubles/recording-notifier.ts';
import { aView } from '../../../doubles/saved-views.ts';
import { aGrantSource, watchPorts } from '../../../doubles/watch-ports.ts';

async function stateOf({ alarms }: Pick<Watch, 'alarms'>): Promise<AlarmsSnapshot> {
  const ending = new AbortController();
  for await (const { state } of alarms.subscribe(ending.signal)) {
    ending.abort();
    return state;
  }
  throw new Error('there is no state of alarms');
}

function desktopOutlet({ clock, log }: WatchPorts, notifier: RecordingNotifier, ends: AbortSignal): DesktopOutlet {
  return new DesktopOutlet({ notifier, pages: new PageOutlet(clock, ends), clock, log, ends });
}

async function watching(ports = watchPorts(new RecordingStores()), practice = false) {
  const notifier = new RecordingNotifier();
  const ending = new AbortController();
  const desktop = desktopOutlet(ports, notifier, ending.signal);
  const watched = { profile: someProfile, practice, grants: aGrantSource('secret') };
  const watch = await openWatch(ports, watched, watchIdSchema.parse('the-watch'), desktop);
  onTestFinished(async () => {
    ending.abort(new Error('the test is over'));
    await watch.stop();
  });
  await vi.waitFor(() => expect(ports.streams.attempts).toHaveLength(1));
  const beat = () => ports.streams.event('HEARTBEAT', ports.clock.now());
  beat();
  await ports.clock.advance(100);
  return { ...ports, watch, notifier, beat };
}

test('[ALARM-6] notifies once, after ten seconds, that nothing can be stored, and reports the end', async () => {
  const { watch, notifier, clock, stores, beat } = await watching();
  const [store] = stores.stores;
  if (store === undefined) throw new Error('nothing was opened');
  store.failure = appError('STORE_UNWRITABLE', { path: '/data/events.db', problem: 'full' });
  beat();
  await clock.advance(5_000);
  const early = notifier.calls.length;
  for (let seconds = 0; seconds < 60; seconds += 20) {
    beat();
    await clock.advance(20_000);
  }
  const titles = notifier.calls.map(({ title }) => title);
  store.failure = null;
  for (let seconds = 0; seconds < 60; seconds += 20) {
    beat();
    await clock.advance(20_000);
  }
  const { alarms } = await stateOf(watch);
  expect({ early, titles, calls: notifier.calls.length, about: alarms.map(({ about }) => about) }).toEqual({
    early: 0,
    titles: [expect.stringMatching(/^Nothing is stored since/)],
    calls: 1,
    about: [{ kind: 'signal', signal: 'not-storing', cause: null, endedAt: expect.any(Number) }],
  });
  expect(notifier.shown.at(-1)).toMatchObject({ isUpdate: true, alarm: alarms[0]?.id });
});

test('[ALARM-6] notifies when the watch is blind, with a mark for Practice, but not for a start that connects immediately', async () => {
  const { notifier, clock } = await watching(watchPorts(new RecordingStores()), true);
  await clock.advance(20_000);
  const atStart = notifier.calls.length;
  await clock.advance(120_000);
  expect([atStart, notifier.calls.map(({ title }) => title)]).toEqual([
    0,
    [expect.stringMatching(/^PRACTICE · Blind since/)],
  ]);
});

test('[ALARM-35] stores and publishes the settings, and does not overwrite a damaged file', async () => {
  const { watch, alarmFiles } = await watching();
  const settings = { ...DEFAULT_ALARM_SETTINGS, perMinute: 2 };
  await watch.alarms.putSettings(settings);
  expect([(await stateOf(watch)).settings, alarmFiles.stored.get(someProfile.id)]).toEqual([settings, settings]);
  alarmFiles.failure = appError('ALARMS_DAMAGED', { path: '/data/alarms.json' });
  const written = vi.spyOn(alarmFiles, 'write');
  await expect(watch.alarms.putSettings(DEFAULT_ALARM_SETTINGS)).rejects.toEqual(alarmFiles.failure);
  expect(written).not.toHaveBeenCalled();
});

test('[PAGE-130] keeps the last of two settings in a row even if writing the first takes longer', async () => {
  const { watch, alarmFiles } = await watching();
  const first = { ...DEFAULT_ALARM_SETTINGS, perMinute: 1 };
  const last = { ...DEFAULT_ALARM_SETTINGS, perMinute: 2 };
  const write = alarmFiles.write.bind(alarmFiles);
  vi.spyOn(alarmFiles, 'write').mockImplementationOnce(async (identity, settings) => {
    await new Promise((resolve) => setImmediate(resolve));
    await write(identity, settings);
  });
  await Promise.all([watch.alarms.putSettings(first), watch.alarms.putSettings(last)]);
  expect([(await stateOf(watch)).settings, alarmFiles.stored.get(someProfile.id)]).toEqual([last, last]);
});

test('[ALARM-35] applies a saved view with notify as a rule as soon as it is saved', async () => {
  const { watch, clock } = await watching();
  const notify = { on: true, banner: true, sound: false, badge: true };
  await watch.views.put([aView('norway', 'country:NO', { name: 'Norway', notify }), aView('quiet', 'country:SE')]);
  await clock.advance(1_000);
  const { rules } = await stateOf(watch);
  expect(rules.map(({ id, name, query, standard }) => [id, name, query, standard])).toEqual([
    ['failures', '', 'outcome:failed', 'failures'],
    ['partial', '', 'outcome:partial', 'partial'],
    ['unknown', '', 'outcome:unknown', 'unknown'],
    ['norway', 'Norway', 'country:NO', null],
  ]);
});

test('[THREAD-4] shows the history of a read-only store, notifies for nothing and changes nothing', async () => {
  const restarted = await watching();
  await restarted.watch.alarms.test();
  const [storedAlarm] = (await stateOf(restarted.watch)).alarms;
  const ports = watchPorts(new RecordingStores());
  const forbidden = appError('STORE_UNWRITABLE', { path: '/data/events.db', problem: 'forbidden' });
  ports.stores.openFailure = forbidden;
  const reader = new MemoryReader();
  reader.records = [
    { key: 'begun', value: '' },
    { key: storedAlarm?.id ?? '', value: JSON.stringify({ ...storedAlarm, deliveries: [] }) },
    { key: 'damaged', value: '{"id":7}' },
  ];
  ports.stores.readOnly = reader;
  const notifier = new RecordingNotifier();
  const watched = { profile: someProfile, practice: false, grants: aGrantSource('secret') };
  const desktop = desktopOutlet(ports, notifier, new AbortController().signal);
  const watch = await openWatch(ports, watched, watchIdSchema.parse('read'), desktop);
  onTestFinished(async () => void (await watch.stop()));
  await ports.clock.advance(60_000);
  const { alarms, readOnly, unseen } = await stateOf(watch);
  expect([alarms.map(({ id }) => id), readOnly, unseen, notifier.shown]).toEqual([[storedAlarm?.id], true, 0, []]);
  await expect(watch.alarms.test()).rejects.toEqual(forbidden);
  await expect(watch.alarms.acknowledge(['a'])).rejects.toEqual(forbidden);
});
