import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import {
  DESKTOP,
  type LocalOutletId,
  localOutletIds,
  PAGE,
} from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { describe, expect, test } from 'vitest';
import { unacknowledgedAlarms } from '../../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import { causeKeySchema } from '../../../../src-shared/domain/cases/case.ts';
import { AlarmRun, BADGE_ONLY, BANNER, WITH_SOUND } from '../../../doubles/alarm-run.ts';

const counting = [{ id: 'partial', name: '', how: BADGE_ONLY }];
const loud = [{ id: 'v1', name: 'Norway', how: WITH_SOUND }];

describe('a failing group', () => {
  test('[ALARM-1] notifies at the first failure and updates that notification silently for two minutes', () => {
    const run = new AlarmRun();
    const notified = [
      run.fail({ eid: '1', country: 'NO' }),
      run.advanceSeconds(1).fail({ eid: '2', country: 'PL' }),
      run.advanceSeconds(1).fail({ eid: '3', country: 'PL' }),
      run.advanceSeconds(3).tick(),
      run.advanceSeconds(60).fail({ eid: '3', country: 'PL' }),
      run.advanceSeconds(50).fail({ eid: '4', country: 'SE', operation: 'ENABLED' }),
    ];
    expect(notified).toEqual([
      ['call: Allocation failed · Norway'],
      [],
      [],
      ['update: Allocation failed · 3 eUICCs · 2 countries · since 12:00'],
      ['update: Allocation failed · 3 eUICCs · 2 countries · since 12:00'],
      ['call: Enabling failed · Sweden'],
    ]);
    expect(run.state.alarms.size).toBe(2);
  });

  test('sends one notification for failures that arrive in one batch', () => {
    const run = new AlarmRun();
    const events = ['1', '2', '3'].map((eid) => run.matchedFailure({ eid }));
    expect(run.apply({ kind: 'events', events })).toEqual([
      'call: Allocation failed · 3 eUICCs · Sweden · since 12:00',
    ]);
    expect(run.lastStep?.nextAt).toBeNull();
  });

  test('[ALARM-1] notifies again after 2, 4, 8, 16 and 30 minutes while it goes on, and always reports when it began', () => {
    const run = new AlarmRun();
    const calls: [minute: number, said: string][] = [];
    for (let seconds = 0; seconds <= 95 * 60; seconds += 30) {
      for (const line of run.fail({ eid: '1' })) if (line.startsWith('call')) calls.push([seconds / 60, line]);
      run.advanceSeconds(30);
    }
    expect(calls.map(([at]) => at)).toEqual([0, 2, 6, 14, 30, 60, 90]);
    expect(calls.at(-1)?.[1]).toBe('call: Allocation failed · Sweden · 181 times · since 12:00');
  });

  test('[ALARM-12] stays acknowledged for two minutes after the operator opened it, however often it fails, then counts as new', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    run.advanceSeconds(125).fail({ eid: '2' });
    run.advanceSeconds(1).fail({ eid: '2' });
    run.apply({ kind: 'opened', alarm: 'alarm-2', wasClicked: false });
    // Opening the alarm also acknowledges the pending update, so no notification comes back within the two minutes.
    const then = [6, 112, 1, 1].map((seconds) => [
      ...run.advanceSeconds(seconds).fail({ eid: `${seconds}` }),
      ...run.tick(),
      unacknowledgedAlarms(run.state.alarms.values()).size,
    ]);
    const summary = 'update: Allocation failed · 4 eUICCs · Sweden · since 12:00';
    expect(then).toEqual([[0], [0], [0], [summary, 1]]);
  });

  test('withdraws its notification when the next summary window starts with a new one', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    expect(run.advanceSeconds(120).fail({ eid: '2' })).toEqual([
      'withdraw: Allocation failed · Sweden',
      'call: Allocation failed · 2 eUICCs · Sweden · since 12:00',
    ]);
  });

  test('counts as new after ten minutes without a failure, in whichever summary window it was', () => {
    const run = new AlarmRun();
    for (const seconds of [0, 120, 240, 480]) run.advanceSeconds(seconds).fail({ eid: '1' });
    expect(run.advanceSeconds(599).fail({ eid: '2' })).toEqual([
      'update: Allocation failed · 2 eUICCs · Sweden · since 12:00',
    ]);
    expect(run.advanceSeconds(600).fail({ eid: '3' })).toEqual(['call: Allocation failed · Sweden']);
    expect(run.state.groups.size).toBe(1);
  });

  test('[ALARM-1] raises one alarm for a request with 500 failed resources, and a later report of it replaces the figures', () => {
    const run = new AlarmRun();
    expect(run.applyRequest({ size: 500, failed: 480 })).toEqual(['call: Package change: 480 of 500 resources failed']);
    expect(run.advanceSeconds(6).applyRequest({ size: 500, failed: 500 })).toEqual([
      'withdraw: Package change: 480 of 500 resources failed',
      'call: Package change: all 500 resources failed',
    ]);
    expect(run.advanceSeconds(6).applyRequest({ id: 'REQ-2', size: 10, failed: 10 })).toEqual([
      'update: Package change: all 510 resources failed · 2 requests · since 12:00',
    ]);
    expect([...run.state.alarms.values()].at(-1)?.about).toMatchObject({ failures: 3, failedResources: 510 });
  });

  test('counts each failure of the same millisecond and notifies once', () => {
    const run = new AlarmRun();
    expect([...run.fail({ eid: '1' }), ...run.fail({ eid: '2' }), ...run.fail({ eid: '3' })]).toEqual([
      'call: Allocation failed · Sweden',
    ]);
    expect(run.advanceSeconds(5).tick()).toEqual(['update: Allocation failed · 3 eUICCs · Sweden · since 12:00']);
  });
});

describe('[ALARM-4] a group whose alarm was suppressed', () => {
  test('notifies when a failure matches a rule with a banner', () => {
    const run = new AlarmRun();
    expect(run.fail({ rules: counting })).toEqual([]);
    expect(run.advanceSeconds(1).fail({ rules: counting })).toEqual([]);
    expect(run.advanceSeconds(1).fail()).toEqual(['call: Allocation failed · Sweden · 3 times · since 12:00']);
    expect(run.deliveries()).toEqual(['no-banner', 'due']);
  });

  test('notifies when it is no longer muted', () => {
    const run = new AlarmRun();
    expect([run.fail({ isMuted: true }), run.advanceSeconds(9).fail({ eid: '2' })]).toEqual([
      [],
      ['call: Allocation failed · 2 eUICCs · Sweden · since 12:00'],
    ]);
    expect(run.deliveries()).toEqual(['muted', 'due']);
  });

  test('leaves the shown notification unchanged when it is muted within its summary window', () => {
    const run = new AlarmRun();
    run.fail();
    expect([...run.advanceSeconds(9).fail({ eid: '2', isMuted: true }), ...run.advanceSeconds(9).tick()]).toEqual([]);
    expect(run.advanceSeconds(300).fail({ eid: '3', isMuted: true })).toEqual([]);
    expect(run.deliveries()).toEqual(['due', 'muted']);
  });

  test('withdraws the notification from before a mute, however many silent alarms came in between', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    run.advanceSeconds(125).fail({ eid: '2', isMuted: true });
    run.advanceSeconds(305).fail({ eid: '3', isMuted: true });
    expect(run.advanceSeconds(5).fail({ eid: '4' })).toEqual([
      'withdraw: Allocation failed · Sweden',
      'call: Allocation failed · 4 eUICCs · Sweden · since 12:00',
    ]);
  });

  test('withdraws the notification also if the silent alarm is the one that notifies again', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    run.advanceSeconds(125).fail({ eid: '2' });
    run.apply({ kind: 'delivery', alarm: 'alarm-2', delivery: localDelivery(PAGE, 'nobody') });
    expect(run.advanceSeconds(5).fail({ eid: '3' })).toEqual([
      'call: Allocation failed · 3 eUICCs · Sweden · since 12:00',
    ]);
    expect(run.state.groups.values().next().value?.displayedAlarm).toBeNull();
  });

  test('notifies when a failure matches a louder rule within the summary window', () => {
    const run = new AlarmRun();
    run.fail();
    expect(run.advanceSeconds(1).fail({ rules: loud })).toHaveLength(2);
    expect(run.advanceSeconds(1).fail({ rules: loud })).toEqual([]);
    expect([...run.state.alarms.values()].at(-1)).toMatchObject({
      how: WITH_SOUND,
      rules: [
        { id: 'failures', name: '' },
        { id: 'v1', name: 'Norway' },
      ],
    });
  });

  test('notifies when a partial failure becomes a complete one', () => {
    const run = new AlarmRun();
    run.applyRequest({ size: 3, failed: 1, rules: [{ id: 'partial', name: '', how: BANNER }] });
    expect(run.advanceSeconds(1).applyRequest({ id: 'REQ-2', size: 3, failed: 3 })).toEqual([
      'withdraw: Package change: 1 of 3 resources failed',
      'call: Package change: 4 of 6 resources failed · 2 requests (1 failed completely) · since 12:00',
    ]);
    expect(run.advanceSeconds(1).applyRequest({ id: 'REQ-3', size: 3, failed: 1 })).toEqual([]);
  });

  test('[ALARM-16] lowers the severity of its alarm to partial when a partial failure follows a complete one', () => {
    const run = new AlarmRun();
    const mark = () =>
      Array.from(run.storedAlarms.values(), ({ severity, about }) => [
        severity,
        about.kind === 'failures' && about.wholly,
      ]);
    run.applyRequest({ size: 3, failed: 3, rules: [{ id: 'partial', name: '', how: BANNER }] });
    expect(mark()).toEqual([['failed', 1]]);
    run.advanceSeconds(1).applyRequest({ id: 'REQ-2', size: 3, failed: 1 });
    expect(mark()).toEqual([['partial', 1]]);
  });
});

describe('an alarm that could not be shown', () => {
  const notShown = (run: AlarmRun, outlet: LocalOutletId = PAGE) =>
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(outlet, 'no answer') });

  test.each(localOutletIds)(
    '[ALARM-4] notifies again with the next failure, as the same alarm, until it is shown: %s',
    (outlet) => {
      const run = new AlarmRun();
      run.fail({ eid: '1' });
      notShown(run, outlet);
      expect([run.advanceSeconds(1).tick(), run.advanceSeconds(1).fail({ eid: '2' })]).toEqual([
        [],
        ['call: Allocation failed · 2 eUICCs · Sweden · since 12:00'],
      ]);
      notShown(run, outlet);
      run.advanceSeconds(200).fail({ eid: '3' });
      expect(run.deliveries()).toEqual(['not-shown', 'due']);
      run.apply({ kind: 'delivery', alarm: 'alarm-2', delivery: localDelivery(PAGE, null) });
      expect(run.advanceSeconds(119).fail({ eid: '4' })).toEqual([
        'update: Allocation failed · 4 eUICCs · Sweden · since 12:00',
      ]);
      expect(run.advanceSeconds(1).fail({ eid: '5' })).toHaveLength(2);
    },
  );

  test('[ALARM-4] measures its summary window from the last attempt', () => {
    const run = new AlarmRun();
    run.fail();
    notShown(run);
    run.advanceSeconds(100).fail();
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(PAGE, null) });
    expect([run.advanceSeconds(119).fail(), run.advanceSeconds(1).fail()].map(([line]) => line?.split(':')[0])).toEqual(
      ['update', 'withdraw'],
    );
  });

  test('[ALARM-4] waits while it is muted, at the limit, in quiet hours, and for two minutes after it was acknowledged', () => {
    const run = new AlarmRun();
    run.fail();
    notShown(run);
    const { perMinute, quiet } = run.settings;
    expect(run.fail({ isMuted: true })).toEqual([]);
    run.settings = { ...run.settings, perMinute: 1 };
    expect(run.fail()).toEqual([]);
    run.settings = { ...run.settings, perMinute, quiet: quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.fail()).toEqual([]);
    run.settings = { ...run.settings, quiet };
    run.apply({ kind: 'seen', alarms: ['alarm-1'] });
    expect(run.advanceSeconds(60).fail()).toEqual([]);
    expect(run.deliveries()).toEqual(['not-shown']);
    expect(run.advanceSeconds(59).fail()).toEqual([]);
    expect(run.advanceSeconds(1).fail()).toHaveLength(1);
  });

  test('counts as shown if a page reports so later', () => {
    const run = new AlarmRun();
    run.fail();
    notShown(run);
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(PAGE, null) });
    notShown(run, DESKTOP);
    expect(run.deliveries()).toEqual(['accepted']);
    expect(run.advanceSeconds(120).fail({ eid: '3' })).toHaveLength(2);
  });
});

describe('a saved view that notifies', () => {
  test('groups its successes by rule, apart from failures', () => {
    const run = new AlarmRun();
    const well = { operation: 'LOCALIZED', state: 'COMPLETED', rules: loud };
    expect(run.fail({ ...well, eid: '1' })).toEqual(['call: Norway · LOCALIZATION LOCALIZED · Sweden']);
    expect(run.advanceSeconds(9).fail({ ...well, eid: '2' })).toEqual([
      'update: Norway · LOCALIZATION LOCALIZED · 2 eUICCs · Sweden · since 12:00',
    ]);
    expect([...run.state.alarms.values()].at(-1)).toMatchObject({ severity: 'event', about: { cause: null } });
  });
});

describe('[ALARM-4] a mute of an ongoing group', () => {
  test('ends with a new notification, however soon, and restarts the summary windows', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    const [cause] = run.state.groups.keys();
    const causes = causeKeySchema.array().parse([cause]);
    run.apply({ kind: 'taken', causes });
    run.apply({ kind: 'muted', causes });
    expect(run.advanceSeconds(10).fail({ eid: '2', isMuted: true })).toEqual([]);
    expect(run.advanceSeconds(10).fail({ eid: '3' })).toEqual([
      'withdraw: Allocation failed · 2 eUICCs · Sweden · since 12:00',
      'call: Allocation failed · 3 eUICCs · Sweden · since 12:00',
    ]);
    expect(run.advanceSeconds(10).fail({ eid: '4' })).toEqual([
      'update: Allocation failed · 4 eUICCs · Sweden · since 12:00',
    ]);
  });

  test('notifies after quiet hours if it ends within them', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    run.apply({ kind: 'muted', causes: causeKeySchema.array().parse([...run.state.groups.keys()]) });
    const { quiet } = run.settings;
    run.settings = { ...run.settings, quiet: quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.advanceSeconds(10).fail({ eid: '2' })).toEqual([]);
    run.settings = { ...run.settings, quiet };
    expect(run.advanceSeconds(10).fail({ eid: '3' })).toHaveLength(2);
  });
});
