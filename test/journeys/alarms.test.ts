import { cp, rm } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { restoreBackup } from '../../src-main/adapters/sqlite/events/damage/restore.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import type { RuleHours } from '../../src-shared/domain/cases/alarm.ts';
import { DESKTOP } from '../../src-shared/domain/outlets/local-outlets.ts';
import { aView } from '../doubles/saved-views.ts';
import { alarmFixture, ALLOCATION_CAUSE, failedEvent, type AlarmWatch, WAIT_OPTIONS } from './alarm-fixture.ts';

const workplace = alarmFixture();

const calls = async ({ notifier }: AlarmWatch, count: number) =>
  vi.waitFor(() => expect(notifier.calls.length).toBe(count), WAIT_OPTIONS);

/** Waits until every event that is stored now was checked for alarms, by sending one more failure that alarms. */
async function lookedThrough(watched: AlarmWatch, before: number): Promise<void> {
  workplace.send(failedEvent(900, { operation: 'ENABLED', errorCode: `LAST_${before}` }));
  await vi.waitFor(() => expect(watched.notifier.calls.at(-1)?.title).toBeDefined(), WAIT_OPTIONS);
  await vi.waitFor(
    async () => expect((await watched.alarms()).some(({ about }) => of(about) === `LAST_${before}`)).toBe(true),
    WAIT_OPTIONS,
  );
}

function of(about: Awaited<ReturnType<AlarmWatch['alarms']>>[number]['about']): string | null {
  return about.kind === 'failures' ? about.errorCode : about.kind;
}

test('[ALARM-1] notifies at the first failure of a storm and counts the other 59 in the same notification', async () => {
  const watched = await workplace.startWatch();
  const { notifier } = watched;
  workplace.send(failedEvent(0));
  await calls(watched, 1);
  for (let number = 1; number < 60; number += 1)
    workplace.send(failedEvent(number, { country: number % 2 ? 'SE' : 'NO' }));
  await vi.waitFor(() => expect(notifier.shown.at(-1)?.title).toContain('60 eUICCs'), WAIT_OPTIONS);
  const [alarm, ...others] = await watched.alarms();
  expect({ others, calls: notifier.calls.length, alarm }).toMatchObject({
    others: [],
    calls: 1,
    alarm: {
      about: { kind: 'failures', cause: ALLOCATION_CAUSE, eids: 60 },
      rules: [{ id: 'failures' }],
      silence: null,
      deliveries: [{ outlet: DESKTOP, outcome: 'delivered' }],
    },
  });
  expect(new Set(notifier.shown.map(({ alarm: id }) => id))).toEqual(new Set([alarm?.id]));
});

test('[ALARM-13] does not alarm again for an event that is sent twice, sent again after a restart, decoded again or restored from a backup', async () => {
  const first = await workplace.startWatch();
  const events = [
    failedEvent(1),
    failedEvent(2, { operation: 'DOWNLOADED', errorCode: 'START_PROFILE_DOWNLOAD_FAILED' }),
  ];
  for (const event of [...events, ...events]) workplace.send(event);
  await calls(first, 2);
  await lookedThrough(first, 1);
  const copy = await first.composition.backend.watch(first.watch).maintenance.backUp();
  const ids = async (watched: AlarmWatch) => new Set((await watched.alarms()).map(({ id }) => id));
  const before = await ids(first);
  await workplace.stopWatch(first);

  const second = await workplace.startWatch();
  for (const event of events) workplace.send(event);
  await lookedThrough(second, 2);
  expect(second.notifier.calls.length).toBe(1);
  const after = await ids(second);
  expect(after.size).toBe(before.size + 1);
  expect([...before].filter((id) => !after.has(id))).toEqual([]);
  await workplace.stopWatch(second);

  workplace.decodeOtherwise();
  const decoded = await workplace.startWatch();
  await lookedThrough(decoded, 4);
  expect(decoded.notifier.calls.length).toBe(1);
  await workplace.stopWatch(decoded);

  const paths = storePaths(workplace.dataDir(), { id: (await workplace.profile()).id, practice: false });
  const apart = `${workplace.dataDir()}-copy.db`;
  await cp(copy.path, apart);
  await rm(paths.directory, { recursive: true });
  restoreBackup(paths, apart);
  const third = await workplace.startWatch();
  for (const event of events) workplace.send(event);
  await lookedThrough(third, 3);
  expect(third.notifier.calls.length).toBe(1);
});

test('[ALARM-16] stores a click and sends the page that opens later to the case', async () => {
  const watched = await workplace.startWatch();
  const { backend } = watched.composition;
  workplace.send(failedEvent(1));
  await calls(watched, 1);
  const [alarm] = await watched.alarms();
  watched.notifier.click(alarm?.id ?? '');
  const ending = new AbortController();
  const target = { kind: 'case', key: expect.stringMatching(/^eid:8904/) };
  for await (const { notice } of backend.pages.subscribe(ending.signal)) {
    if (notice.kind === 'withdraw') continue;
    expect(notice).toEqual({ kind: 'open', watch: watched.watch, target });
    break;
  }
  ending.abort();
  const [opened] = await watched.alarms();
  expect(opened).toMatchObject({ openedAt: expect.any(Number), seenAt: expect.any(Number) });
});

test('[ALARM-35] alarms for a saved view that searches received texts, and not for a view that is switched off', async () => {
  const watched = await workplace.startWatch();
  const views = watched.composition.backend.watch(watched.watch).views;
  const notify = { on: true, banner: true, sound: true, badge: false };
  await views.put([
    aView('pool', 'outcome:failed "no free profile"', { name: 'Empty pool', notify }),
    aView('off', 'outcome:failed', { name: 'Switched off', notify: { ...notify, on: false } }),
  ]);
  await vi.waitFor(async () => expect((await watched.state()).rules.length).toBe(5), WAIT_OPTIONS);
  workplace.send(failedEvent(1));
  await calls(watched, 1);
  const [alarm] = await watched.alarms();
  expect({ rules: alarm?.rules, how: alarm?.how }).toEqual({
    rules: [
      { id: 'failures', name: '' },
      { id: 'pool', name: 'Empty pool' },
    ],
    how: { banner: true, sound: true, badge: true },
  });
});

test('[ALARM-4] keeps the hours of a rule over a restart, alarms by them, and gives them as the reason', async () => {
  const first = await workplace.startWatch();
  const { alarms, views } = first.composition.backend.watch(first.watch);
  const { settings } = await first.state();
  const never: RuleHours = { kind: 'own', hours: [[], [], [], [], [], [], []] };
  const night = [{ from: 0, to: 1_440 }];
  const standard = { ...settings.standard, failures: { ...settings.standard.failures, when: never } };
  await alarms.putSettings({ ...settings, standard, quiet: [night, night, night, night, night, night, night] });
  const notify = { on: true, banner: true, sound: false, badge: true };
  await views.put([
    aView('sweden', 'country:SE outcome:failed', { name: 'Sweden', notify: { ...notify, when: { kind: 'always' } } }),
  ]);
  await workplace.stopWatch(first);

  const second = await workplace.startWatch();
  await vi.waitFor(async () => expect((await second.state()).rules.length).toBe(4), WAIT_OPTIONS);
  workplace.send(failedEvent(1, { country: 'NO', operation: 'ENABLED', errorCode: 'NOT_IN_SWEDEN' }));
  workplace.send(failedEvent(2, { country: 'SE' }));
  await calls(second, 1);
  await vi.waitFor(async () => {
    const printed = await workplace.command('alarms', '--format', 'ndjson');
    const stored = printed.map((line) => JSON.parse(line) as Record<'title' | 'delivery' | 'why', string | null>);
    // The order depends on whether both events arrived in one batch.
    expect(stored.map(({ title, delivery, why }) => `${title}: ${delivery}, ${why}`).toSorted()).toEqual([
      'Allocation failed · Sweden: accepted, null',
      'Enabling failed · Norway: not-shown, hours',
    ]);
  }, WAIT_OPTIONS);
  const rows = await workplace.command('alarms', '--format', 'table');
  expect(rows.find((row) => row.includes('Norway'))).toContain('not shown: out of its hours');
});

test('[ALARM-41] prints the history next to a running watcher, as ndjson and as a table', async () => {
  const watched = await workplace.startWatch();
  workplace.send(failedEvent(1));
  await calls(watched, 1);
  const [storedAlarm] = await watched.alarms();
  const printed = await workplace.command('alarms', '--format', 'ndjson');
  expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      id: storedAlarm?.id,
      title: expect.stringContaining('Allocation failed'),
      severity: 'failed',
      delivery: 'accepted',
      why: null,
      deliveries: [
        {
          outlet: 'Desktop',
          at: expect.any(String),
          outcome: 'delivered',
          detail: null,
          desk: { kind: 'available', service: 'double 1', banners: 'shown' },
        },
      ],
      rules: [{ id: 'failures', name: 'Any failure' }],
      firstSeq: storedAlarm?.firstSeq,
    }),
  ]);
  const [head, row, ...more] = await workplace.command('alarms', '--format', 'table', '--since', '1h');
  expect({ head, row, more }).toEqual({
    head: expect.stringMatching(/^FIRST \(UTC\) +SEVERITY +ACKED +WHY +DELIVERED +ALARM$/),
    row: expect.stringMatching(/failed +Any failure +Desktop accepted \d\d:\d\d +Allocation failed/),
    more: [],
  });
  for (const none of [
    ['--since', '2099-01-01'],
    ['--limit', '0'],
  ])
    expect(await workplace.command('alarms', '--format', 'ndjson', ...none)).toEqual([]);
});
