import { describe, expect, test } from 'vitest';
import { AlarmRun, WITH_SOUND } from '../../../doubles/alarm-run.ts';

const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'PROVISIONED', 'ENABLED', 'FALLBACK_SET'];

describe('the limit per minute', () => {
  test('[ALARM-5] suppresses further alarms, counts them in one alarm that never notifies, and lets them through afterwards', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 2 };
    const storm = STEPS.map((operation) => run.matchedFailure({ operation, eid: operation }));
    expect(run.apply({ kind: 'events', events: storm })).toEqual([
      'call: Download failed · Sweden',
      'call: Allocation failed · Sweden',
      'update: +4 not shown',
    ]);
    expect(run.deliveries()).toEqual(['due', 'due', 'cap', 'cap', 'cap', 'cap', 'due']);
    expect([...run.state.alarms.values()].find(({ about }) => about.kind === 'not-shown')?.how.badge).toBe(false);
    expect(run.advanceSeconds(2).fail({ operation: 'A_NEW_STEP' })).toEqual([]);
    expect(run.advanceSeconds(3).tick()).toEqual(['update: +5 not shown']);
    // Two seconds before the end of the minute, and at its end.
    expect(run.advanceSeconds(53).fail({ operation: 'ENABLED', eid: 'E2' })).toEqual([]);
    expect(run.advanceSeconds(2).fail({ operation: 'ENABLED', eid: 'E3' })).toEqual([
      'call: Enabling failed · 3 eUICCs · Sweden · since 12:00',
    ]);
  });

  test('[ALARM-5] lets the first alarms of a storm notify, even if more causes fail at the same time than the state can hold', () => {
    const run = new AlarmRun();
    const storm = Array.from({ length: 1_500 }, (_, step) => run.matchedFailure({ operation: `STEP_${String(step)}` }));
    const lines = run.apply({ kind: 'events', events: storm });
    expect([lines.length, lines.at(-1), run.state.alarms.size]).toEqual([7, 'update: +1,494 not shown', 1_000]);
    const due = [...run.storedAlarms.values()].filter(({ delivery }) => delivery.kind === 'due');
    expect(due.length).toBe(7);
  });

  test('does not hold back signals and tests, and does not count them', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    run.fail({});
    expect(run.applySignals({ signal: 'not-storing', since: run.now })).toHaveLength(1);
    expect(run.apply({ kind: 'test' })).toEqual(['call: Test alarm']);
    expect(run.advanceSeconds(60).fail({ operation: 'ENABLED' })).toHaveLength(1);
  });

  test('starts a new count after the operator acknowledged the one before', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    for (const operation of ['DOWNLOADED', 'ALLOCATED']) run.fail({ operation });
    const [, , more] = run.state.alarms.keys();
    run.apply({ kind: 'seen', alarms: [more ?? ''] });
    expect(run.advanceSeconds(1).fail({ operation: 'ENABLED' })).toEqual(['update: +1 not shown']);
  });

  test('applies a raised limit immediately, within the summary window', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    run.fail({ operation: 'DOWNLOADED' });
    run.fail({ operation: 'ALLOCATED' });
    run.settings = { ...run.settings, perMinute: 2 };
    expect(run.fail({ operation: 'ALLOCATED' })).toEqual(['call: Allocation failed · Sweden · 2 times · since 12:00']);
  });
});

describe('a clock that is set back', () => {
  test('[ALARM-9] by an hour lengthens neither a summary window nor the minute of the limit', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    run.advanceSeconds(60).tick();
    run.now -= 3_600_000;
    expect(run.advanceSeconds(30).fail({ eid: '2' })).toHaveLength(1);
    expect(run.advanceSeconds(100).fail({ eid: '3' })).toHaveLength(2);
  });
});

describe('[ALARM-8] a repeated notification', () => {
  const repeating = () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, repeat: true };
    return run;
  };
  const calls = (lines: readonly string[]) => lines.filter((one) => one.startsWith('call'));

  test('comes every two minutes until the operator opens it', () => {
    const run = repeating();
    run.fail({ rules: [{ id: 'v', name: 'Loud', how: WITH_SOUND }] });
    expect([
      run.advanceSeconds(119).tick(),
      run.advanceSeconds(1).tick(),
      run.advanceSeconds(119).tick(),
      run.advanceSeconds(1).tick(),
    ]).toEqual([[], ['call: Allocation failed · Sweden'], [], ['call: Allocation failed · Sweden']]);
    expect(run.apply({ kind: 'opened', alarm: 'alarm-1' })).toEqual(['withdraw: Allocation failed · Sweden']);
    expect(run.lastStep?.nextAt).toBeNull();
    expect(run.advanceSeconds(600).tick()).toEqual([]);
  });

  test('stops when an operator takes what it is about', () => {
    const run = repeating();
    run.fail();
    const { about } = [...run.state.alarms.values()][0] ?? {};
    const cause = about?.kind === 'failures' ? about.cause : null;
    run.apply({ kind: 'taken', causes: cause === null ? [] : [cause] });
    expect(run.advanceSeconds(600).tick()).toEqual([]);
  });

  test('comes one at a time, with the one that notified longest ago first', () => {
    const run = repeating();
    run.fail({ operation: 'DOWNLOADED' });
    run.advanceSeconds(10).fail({ operation: 'ENABLED' });
    const notified = Array.from({ length: 60 }, () => calls(run.advanceSeconds(10).tick())).filter(
      (lines) => lines.length > 0,
    );
    expect(notified.flat()).toEqual([
      'call: Download failed · Sweden',
      'call: Enabling failed · Sweden',
      'call: Download failed · Sweden',
      'call: Enabling failed · Sweden',
      'call: Download failed · Sweden',
    ]);
  });

  test('pauses in quiet hours and continues after them', () => {
    const run = repeating();
    run.fail();
    run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.advanceSeconds(300).tick()).toEqual([]);
    expect(run.lastStep?.nextAt).toBe(run.now + 25 * 60_000);
    expect(run.advanceSeconds(25 * 60).tick()).toHaveLength(1);
  });

  test('[ALARM-8] continues after a restart, once per group, whatever the clock was before, unless it was acknowledged', () => {
    const run = repeating();
    const shown = (alarm: string) => run.apply({ kind: 'delivered', alarm, by: 'desktop' });
    run.advanceSeconds(3_600).fail({ eid: '1' });
    shown('alarm-1');
    run.fail({ operation: 'ENABLED' });
    shown('alarm-2');
    run.apply({ kind: 'seen', alarms: ['alarm-2'] });
    run.advanceSeconds(120).fail({ eid: '2' });
    shown('alarm-3');
    run.restart();
    const again = 'call: Allocation failed · 2 eUICCs · Sweden · since 13:00';
    expect([run.advanceSeconds(119).tick(), run.advanceSeconds(1).tick(), run.advanceSeconds(120).tick()]).toEqual([
      [],
      [again],
      [again],
    ]);
    run.restart();
    run.now -= 3_600_000;
    expect([run.tick(), run.advanceSeconds(120).tick(), run.lastStep?.nextAt]).toEqual([
      [],
      [again],
      run.now + 120_000,
    ]);
    run.apply({ kind: 'seen', alarms: ['alarm-3'] });
    expect(run.restart().advanceSeconds(600).tick()).toEqual([]);
  });

  test('comes for as long as a signal lasts, also after a restart', () => {
    const run = repeating();
    run.applySignals({ signal: 'blind', since: run.now });
    run.apply({ kind: 'delivered', alarm: 'alarm-1', by: 'desktop' });
    const since = run.now;
    run.restart();
    expect(run.advanceSeconds(60).applySignals({ signal: 'blind', since })).toEqual([]);
    expect(run.advanceSeconds(120).tick()).toEqual(['call: Blind since 12:00:00']);
    run.applySignals();
    expect(run.advanceSeconds(600).tick()).toEqual([]);
  });
});
