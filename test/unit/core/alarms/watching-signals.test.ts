import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { DESKTOP } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { describe, expect, test } from 'vitest';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { AlarmRun } from '../../../doubles/alarm-run.ts';

const { standard } = DEFAULT_ALARM_SETTINGS;

/** Sets quiet hours from noon, when the run starts, to `to` minutes after midnight. */
const quietUntil = (run: AlarmRun, to: number) => {
  run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 720, to }]) };
};

describe('signals', () => {
  test('[ALARM-6] notify once for each start, and replace the notification when they end', () => {
    const run = new AlarmRun();
    const since = run.now - 75_000;
    expect(run.applySignals({ signal: 'blind', since })).toEqual(['call: Blind since 11:58:45']);
    expect(run.advanceSeconds(60).applySignals({ signal: 'blind', since })).toEqual([]);
    expect(run.advanceSeconds(117).applySignals()).toEqual(['update: Watching again · blind 4 m 12 s']);
    expect(run.advanceSeconds(1).applySignals({ signal: 'blind', since })).toEqual(['update: Blind since 11:58:45']);
    expect(run.applySignals({ signal: 'blind', since: since + 200_000 })).toEqual([
      'call: Blind since 12:02:05',
      'withdraw: Watching again · blind 4 m 13 s',
    ]);
  });

  test('replace each other without "watching again" while the watch is still not watching', () => {
    const run = new AlarmRun();
    const since = run.now;
    run.applySignals({ signal: 'blind', since });
    expect(run.advanceSeconds(10).applySignals({ signal: 'sign-in-needed', since })).toEqual([
      'call: Sign-in needed since 12:00:00',
      'withdraw: Watching again · blind 10 s',
    ]);
    expect(run.advanceSeconds(10).applySignals({ signal: 'not-storing', since: run.now })).toEqual([
      'call: Nothing is stored since 12:00:20',
      'update: Watching again · sign-in needed for 20 s',
    ]);
  });

  test('continue after a restart if they have the same start', () => {
    const run = new AlarmRun();
    const since = run.now;
    run.applySignals({ signal: 'blind', since });
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(DESKTOP, null) });
    expect(run.restart().tick()).toEqual([]);
    expect(run.advanceSeconds(30).applySignals({ signal: 'blind', since })).toEqual([]);
    expect(run.advanceSeconds(30).applySignals()).toEqual(['update: Watching again · blind 1 m']);
    expect(run.deliveries()).toEqual(['accepted']);
  });

  test('notify if they last and were committed but not shown before a crash, however old they are', () => {
    const run = new AlarmRun();
    const since = run.now;
    run.applySignals({ signal: 'seat-taken', since });
    expect(run.restart().advanceSeconds(7_200).tick()).toEqual([]);
    expect(run.applySignals({ signal: 'seat-taken', since })).toEqual(['call: Stream in use since 12:00:00']);
  });

  test('are marked as too late if they ended before they could be shown', () => {
    const run = new AlarmRun();
    run.applySignals({ signal: 'seat-taken', since: run.now });
    expect(run.restart().advanceSeconds(60).applySignals()).toEqual([]);
    expect(run.deliveries()).toEqual(['late']);
  });

  test('end without a notification if they were acknowledged', () => {
    const run = new AlarmRun();
    run.applySignals({ signal: 'blind', since: run.now });
    run.apply({ kind: 'seen', alarms: ['alarm-1'] });
    expect(run.advanceSeconds(60).applySignals()).toEqual([]);
  });

  test('[ALARM-4] wait in quiet hours for five minutes, and notify if they still last', () => {
    const run = new AlarmRun();
    quietUntil(run, 780);
    const since = run.now;
    expect(run.advanceSeconds(90).applySignals({ signal: 'blind', since })).toEqual([]);
    expect([run.deliveries(), run.lastStep?.nextAt]).toEqual([['quiet'], since + 300_000]);
    expect(run.advanceSeconds(210).tick()).toEqual(['call: Blind since 12:00:00']);
    expect(run.deliveries()).toEqual(['due']);
  });

  test('appear only in the history if they end before the five minutes are over', () => {
    const run = new AlarmRun();
    quietUntil(run, 780);
    run.applySignals({ signal: 'blind', since: run.now });
    expect([...run.advanceSeconds(60).applySignals(), ...run.advanceSeconds(600).tick()]).toEqual([]);
    expect(run.deliveries()).toEqual(['quiet']);
  });
});

describe('quiet hours', () => {
  test('suppress failures, count them, and let the next one through after their end', () => {
    const run = new AlarmRun();
    run.fail({ operation: 'ENABLED', eid: '1' });
    quietUntil(run, 780);
    expect(run.fail({ eid: '2' })).toEqual([]);
    expect([
      ...run.advanceSeconds(1).fail({ operation: 'ENABLED', eid: '3' }),
      ...run.advanceSeconds(60).tick(),
    ]).toEqual([]);
    expect(run.deliveries()).toEqual(['quiet', 'due']);
    for (let minutes = 0; minutes < 55; minutes += 5) expect(run.advanceSeconds(300).fail({ eid: '2' })).toEqual([]);
    expect(run.advanceSeconds(300).fail({ eid: '4' })).toEqual([
      'call: Allocation failed · 2 eUICCs · Sweden · since 12:00',
    ]);
  });

  test('do not suppress a test alarm', () => {
    const run = new AlarmRun();
    quietUntil(run, 780);
    expect(run.apply({ kind: 'test' })).toEqual(['call: Test alarm']);
  });
});

test.each([
  ['no rule sounds', {}, false],
  ['signals sound', { watching: { sound: true } }, true],
  ['an enabled rule sounds', { standard: { ...standard, partial: { ...standard.partial, sound: true } } }, true],
  [
    'a disabled rule sounds',
    { standard: { ...standard, partial: { ...standard.partial, on: false, sound: true } } },
    false,
  ],
])('a test alarm sounds as the settings say: %s', (_case, changes, sounds) => {
  const run = new AlarmRun();
  run.settings = { ...run.settings, ...changes };
  run.apply({ kind: 'test' });
  expect([...run.storedAlarms.values()].map(({ how }) => how.sound)).toEqual([sounds]);
});
