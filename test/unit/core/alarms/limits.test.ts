import { alarmStatus } from '../../../../src-shared/domain/alarms/alarm-status.ts';
import { describe, expect, test } from 'vitest';
import { AlarmRun } from '../../../doubles/alarm-run.ts';

const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'PROVISIONED', 'ENABLED', 'FALLBACK_SET'];

describe('the limit per minute', () => {
  test('[ALARM-1] suppresses further alarms, counts them in one alarm that never notifies, and lets them through afterwards', () => {
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

  test('[ALARM-1] lets the first alarms of a storm notify, even if more causes fail at the same time than the state can hold', () => {
    const run = new AlarmRun();
    const storm = Array.from({ length: 1_500 }, (_, step) => run.matchedFailure({ operation: `STEP_${String(step)}` }));
    const lines = run.apply({ kind: 'events', events: storm });
    expect([lines.length, lines.at(-1), run.state.alarms.size]).toEqual([7, 'update: +1,494 not shown', 1_000]);
    const due = [...run.storedAlarms.values()].filter((alarm) => alarmStatus(alarm) === 'due');
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
  test('[COVER-1] by an hour lengthens neither a summary window nor the minute of the limit', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    run.advanceSeconds(60).tick();
    run.now -= 3_600_000;
    expect(run.advanceSeconds(30).fail({ eid: '2' })).toHaveLength(1);
    expect(run.advanceSeconds(100).fail({ eid: '3' })).toHaveLength(2);
  });
});
