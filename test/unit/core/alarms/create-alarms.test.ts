import { expect, onTestFinished, test, vi } from 'vitest';
import { createAlarms } from '../../../../src-main/core/alarms/create-alarms.ts';
import { Deadlines } from '../../../../src-main/core/cases/deadlines.ts';
import { localDelivery, type LocalOutlet } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { ChangeSignal } from '../../../../src-main/core/lib/change-signal.ts';
import { profileIdSchema, watchIdSchema } from '../../../../src-shared/domain/identity.ts';
import { alarmStatus } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import { PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import type { EventSummary } from '../../../../src-shared/domain/event/event.ts';
import { localizationEvent } from '../../../doubles/case-events.ts';
import { FakeClock } from '../../../doubles/fake-clock.ts';
import { MemoryProjectionWriter } from '../../../doubles/memory-projection-writer.ts';
import { MemoryAlarmFiles } from '../../../doubles/memory-alarm-files.ts';
import { MemoryReader } from '../../../doubles/memory-reader.ts';
import { aView } from '../../../doubles/saved-views.ts';
import { SilentLog } from '../../../doubles/silent-log.ts';

const loud = { on: true, banner: true, sound: false, badge: true };
const norway = aView('norway', 'country:NO', { name: 'Norway', notify: loud });

function startAlarms({ stored, views, show, isForPages = true }: AlarmOptions) {
  const clock = new FakeClock();
  const writer = new MemoryProjectionWriter();
  writer.records.set('begun', '');
  const ending = new AbortController();
  const changes = new ChangeSignal();
  const reader = new MemoryReader(
    stored.map((event) => ({ ...event, receivedAt: clock.now() })),
    100,
  );
  let ids = 0;
  const alarms = createAlarms({
    watch: watchIdSchema.parse('the-watch'),
    storeIdentity: { id: profileIdSchema.parse('acme-europe'), name: 'Acme', source: '', practice: false },
    files: new MemoryAlarmFiles(),
    views: {
      async *subscribe() {
        yield { revision: 1, state: [...(await views(clock))] };
        await clock.sleep(3_600_000, ending.signal);
      },
    },
    localOutlet: {
      id: PAGE,
      refused: null,
      desk: null,
      show,
      reported: (_watch, _alarm, detail) => (isForPages ? localDelivery(PAGE, detail) : null),
      withdraw: () => undefined,
    },
    team: null,
    outletLogs: () => ({ changes: new ChangeSignal(), read: async () => [] }),
    reader,
    writer,
    cases: {
      projection: { alarmedCases: async () => [] },
      deadlines: new Deadlines(),
      progress: { changes, processedThrough: { cursor: 1_000, actions: 0 }, groups: new Map() },
    } as unknown as Parameters<typeof createAlarms>[0]['cases'],
    clock,
    log: new SilentLog(),
    newId: () => `alarm-${String((ids += 1))}`,
    watching: {
      stream: { kind: 'watching', since: 0, lastEventAt: 0, lastHeartbeatAt: null },
      storage: { kind: 'storing' },
      transitions: new ChangeSignal(),
      nextChangeIn: () => null,
      label: () => ({ profile: 'Acme', domain: null, practice: false }),
      committed: changes,
      changes: new ChangeSignal(),
      get newestSeq() {
        return reader.rows.at(-1)?.seq ?? 0;
      },
    },
  });
  const running = alarms.run(ending.signal);
  onTestFinished(async () => {
    ending.abort(new Error('the test is over'));
    await running;
  });
  return {
    clock,
    alarms,
    reader,
    fails: (event: EventSummary) => {
      reader.rows.push({ ...event, receivedAt: clock.now() });
      changes.notify();
    },
    storedRecords: () =>
      [...writer.records].flatMap(([key, value]) => (key === 'begun' ? [] : [JSON.parse(value) as unknown])),
  };
}
interface AlarmOptions {
  readonly stored: readonly EventSummary[];
  readonly views: (clock: FakeClock) => Promise<readonly SavedView[]>;
  readonly show: LocalOutlet['show'];
  /** True if the outlet records the reports of pages. */
  readonly isForPages?: boolean;
}

test('[ALARM-35] checks events stored before the start against all rules, however late the saved views are read', async () => {
  const shown: string[] = [];
  const { clock } = startAlarms({
    stored: [localizationEvent(1, 0, { state: 'COMPLETED', country: 'NO' })],
    views: async (time) => {
      await time.sleep(2_000, new AbortController().signal);
      return [norway];
    },
    show: ({ alarm }) => void shown.push(alarm),
  });
  await clock.advance(5_000);
  expect(shown).toEqual(['alarm-1']);
});

test('[ALARM-4] applies the hours of a saved view and of a standard rule', async () => {
  const shown: string[] = [];
  const never = { kind: 'own', hours: [[], [], [], [], [], [], []] } as const;
  const { clock, alarms } = startAlarms({
    stored: [
      localizationEvent(1, 0, { state: 'COMPLETED', country: 'NO' }),
      localizationEvent(2, 0, { country: 'SE' }),
    ],
    views: async () => [{ ...norway, notify: { ...loud, when: never } }],
    show: ({ alarm }) => void shown.push(alarm),
  });
  await clock.advance(5_000);
  const { value } = await alarms.subscribe(undefined).next();
  const found = value?.state.alarms.map((alarm) => [alarm.id, alarm.silence ?? alarmStatus(alarm)]);
  expect([shown, found?.toSorted()]).toEqual([
    ['alarm-2'],
    [
      ['alarm-1', 'hours'],
      ['alarm-2', 'due'],
    ],
  ]);
});

test('[ALARM-35] notifies even if the saved views cannot be read', async () => {
  const shown: string[] = [];
  const { clock } = startAlarms({
    stored: [localizationEvent(1, 0, { code: 'X' })],
    views: () => Promise.reject(new Error('VIEWS_DAMAGED')),
    show: ({ alarm }) => void shown.push(alarm),
  });
  await clock.advance(5_000);
  expect(shown).toEqual(['alarm-1']);
});

test('[ALARM-41] records in the history that an alarm could not be shown because of a bug, and shows the others', async () => {
  const shown: string[] = [];
  const { clock, storedRecords } = startAlarms({
    stored: [localizationEvent(1, 0, { code: 'X', eid: '1' }), localizationEvent(2, 0, { code: 'Y', eid: '2' })],
    views: async () => [],
    show({ alarm }) {
      if (alarm === 'alarm-1') throw new Error('a bug');
      shown.push(alarm);
    },
  });
  await clock.advance(5_000);
  expect([shown, storedRecords()]).toEqual([
    ['alarm-2'],
    [
      expect.objectContaining({ deliveries: [expect.objectContaining({ outlet: PAGE, outcome: 'not-delivered' })] }),
      expect.objectContaining({ silence: null, deliveries: [] }),
    ],
  ]);
});

const one = [localizationEvent(1, 0, { code: 'X' })];
const noViews = async () => [];

test('[ALARM-32] accepts the delivery report of a page, with its reason, only if pages show the notifications', async () => {
  const page = startAlarms({ stored: one, views: noViews, show: () => undefined });
  const desktop = startAlarms({ stored: one, views: noViews, show: () => undefined, isForPages: false });
  await page.clock.advance(5_000);
  await desktop.clock.advance(5_000);
  await page.alarms.reportDelivery('alarm-1', 'The browser blocks them.');
  await desktop.alarms.reportDelivery('alarm-1', 'The browser blocks them.');
  const refused = { ...localDelivery(PAGE, 'The browser blocks them.'), at: page.clock.now() };
  expect([page.storedRecords(), desktop.storedRecords()]).toMatchObject([
    [{ silence: null, deliveries: [refused] }],
    [{ silence: null, deliveries: [] }],
  ]);
  await page.alarms.reportDelivery('alarm-1', null);
  expect(page.storedRecords()).toMatchObject([{ deliveries: [localDelivery(PAGE, null)] }]);
});

test('[NOTIFY-2] does not show a summary again if its words did not change', async () => {
  const shown: string[] = [];
  const { clock, alarms, fails } = startAlarms({
    stored: one,
    views: noViews,
    show: ({ title }) => void shown.push(title),
  });
  await clock.advance(5_000);
  await alarms.reportDelivery('alarm-1', null);
  for (const [seq, eid] of [
    [2, '2'],
    [3, '2'],
    [4, '3'],
  ] as const) {
    fails(localizationEvent(seq, 0, { code: 'X', eid }));
    await clock.advance(10_000);
  }
  expect(shown.map((title) => /\d eUICCs/.exec(title)?.[0])).toEqual([undefined, '2 eUICCs', '3 eUICCs']);
});

test('[ALARM-35] marks the rule of a view as unreadable until the view can be read again', async () => {
  const { clock, alarms, fails, reader } = startAlarms({
    stored: one,
    views: async () => [norway],
    show: () => undefined,
  });
  const summaries = reader.summaries.bind(reader);
  const broken = vi.spyOn(reader, 'summaries').mockImplementation(async (query) => {
    if (JSON.stringify(query.filter).includes('country')) throw new Error('These texts are damaged.');
    return summaries(query);
  });
  const unreadable = async () => {
    for await (const { state } of alarms.subscribe(undefined))
      return state.rules.flatMap(({ id, isUnreadable }) => (isUnreadable ? [id] : []));
    return null;
  };
  await clock.advance(10_000);
  const first = await unreadable();
  broken.mockImplementation(summaries);
  fails(localizationEvent(2, 0, { code: 'X' }));
  await clock.advance(10_000);
  expect([first, await unreadable()]).toEqual([['norway'], []]);
});
