import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { DESKTOP, PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { describe, expect, test } from 'vitest';
import { restoreAlarmState } from '../../../../src-main/core/alarms/alarm-state.ts';
import { AlarmRun, BADGE_ONLY } from '../../../doubles/alarm-run.ts';
import { unacknowledgedAlarms } from '../../../../src-shared/domain/alarms/unacknowledged-alarms.ts';

describe('[ALARM-13] an alarm after a crash', () => {
  test('notifies once more if it was committed but not shown and is recent', () => {
    const run = new AlarmRun();
    run.fail({ operation: 'ENABLED' });
    run.advanceSeconds(600).fail({ operation: 'ALLOCATED' });
    run.apply({ kind: 'delivery', alarm: 'alarm-2', delivery: localDelivery(DESKTOP, null) });
    run.advanceSeconds(200).fail({ operation: 'DOWNLOADED' });
    run.restart();
    expect(run.advanceSeconds(101).tick()).toEqual(['call: Download failed · Sweden']);
    expect([...run.advanceSeconds(1).tick(), ...run.advanceSeconds(1).tick()]).toEqual([]);
    expect(run.deliveries()).toEqual(['late', 'accepted', 'due']);
  });

  test('stores a reason if it falls into quiet hours or exceeds the limit', () => {
    const run = new AlarmRun();
    for (const operation of ['ENABLED', 'ALLOCATED', 'DOWNLOADED']) run.fail({ operation });
    run.restart();
    run.settings = { ...run.settings, perMinute: 1 };
    expect(run.tick()).toEqual(['call: Enabling failed · Sweden', 'update: +2 not shown']);
    run.restart();
    run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.tick()).toEqual(['update: +2 not shown']);
    expect(run.deliveries()).toEqual(['quiet', 'cap', 'cap', 'due']);
  });

  test('goes silently into the history if its events are old when first read, and the first recent failure notifies', () => {
    const run = new AlarmRun();
    const old = ['1', '2'].map((eid) => run.matchedFailure({ eid }));
    run.advanceSeconds(901);
    expect(run.apply({ kind: 'events', events: old })).toEqual([]);
    expect(run.deliveries()).toEqual(['late']);
    expect(run.fail({ eid: '3' })).toEqual(['call: Allocation failed · 3 eUICCs · Sweden · since 12:00']);
  });

  test('[ALARM-12] does not notify if the operator acknowledged it before it was shown', () => {
    const run = new AlarmRun();
    run.fail();
    run.apply({ kind: 'seen', alarms: ['alarm-1'] });
    expect([run.restart().tick(), run.deliveries()]).toEqual([[], ['acknowledged']]);
  });

  test('does not notify twice when the stored alarms are read again at run time', () => {
    const run = new AlarmRun();
    run.fail();
    run.state = restoreAlarmState([...run.storedAlarms.values()], run.state);
    expect(run.advanceSeconds(1).tick()).toEqual([]);
  });
});

describe('[NOTIFY-10] a notification service that appears', () => {
  const MISSING = { kind: 'missing', since: 1, reason: 'there is no session bus' } as const;
  const HELD_BACK = { kind: 'available', service: 'dunst 1.9.0', banners: 'held-back' } as const;
  const refused = (alarm: string) =>
    ({ kind: 'delivery', alarm, delivery: localDelivery(DESKTOP, MISSING.reason, MISSING) }) as const;
  const returned = { kind: 'desktop-returned' } as const;
  const blind = { signal: 'blind', since: 1, cause: null } as const;

  test('shows what was not delivered in the last 15 minutes, once, and nothing that was', () => {
    const run = new AlarmRun();
    for (const operation of ['ENABLED', 'ALLOCATED', 'DOWNLOADED', 'DELETED']) run.fail({ operation });
    run.apply(refused('alarm-1'));
    run.apply({ kind: 'delivery', alarm: 'alarm-2', delivery: localDelivery(DESKTOP, null) });
    run.apply(refused('alarm-3'));
    run.apply({ kind: 'seen', alarms: ['alarm-3'] });
    run.apply({ kind: 'delivery', alarm: 'alarm-4', delivery: localDelivery(DESKTOP, null, HELD_BACK) });
    expect(run.advanceSeconds(900).apply(returned)).toEqual(['call: Enabling failed · Sweden']);
    expect([...run.advanceSeconds(1).tick(), ...run.apply(returned)]).toEqual([]);
    expect(run.deliveries()).toEqual(['due', 'accepted', 'not-shown', 'held-back']);
  });

  test('leaves what is older, and what a page could not show either, in the history', () => {
    const run = new AlarmRun();
    run.fail({ operation: 'ENABLED' });
    run.apply(refused('alarm-1'));
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(PAGE, 'no page was open to show it') });
    expect([run.advanceSeconds(901).apply(returned), run.deliveries()]).toEqual([[], ['not-shown']]);
  });

  test('shows no more than the limit per minute, and counts the others', () => {
    const run = new AlarmRun();
    const operations = ['ENABLED', 'ALLOCATED', 'DOWNLOADED'];
    operations.forEach((operation) => run.fail({ operation }));
    operations.forEach((_, index) => run.apply(refused(`alarm-${index + 1}`)));
    run.settings = { ...run.settings, perMinute: 1 };
    expect(run.advanceSeconds(60).apply(returned)).toEqual(['call: Enabling failed · Sweden', 'update: +2 not shown']);
  });

  test.each([
    ['again if it was shown before', localDelivery(DESKTOP, null), 'again'],
    ['for the first time', refused('alarm-1').delivery, 'call'],
  ])('shows a loss of the stream that goes on, however old it is: %s', (_, delivery, kind) => {
    const run = new AlarmRun();
    run.apply({ kind: 'signals', signals: [blind] });
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery });
    expect(run.advanceSeconds(3_600).apply(returned)).toEqual([expect.stringMatching(`^${kind}: Blind since `)]);
    run.apply({ kind: 'signals', signals: [] });
    expect(run.advanceSeconds(3_600).apply(returned)).toEqual([]);
  });
});

const unseenIn = ({ state }: AlarmRun): string[] =>
  [...state.alarms.values()].flatMap(({ id, seenAt }) => (seenAt === null ? [id] : []));

describe('[ALARM-12] the unacknowledged alarms', () => {
  test('count a group once, however often it notified, and no muted group', () => {
    const run = new AlarmRun();
    run.fail();
    run.advanceSeconds(130).fail();
    run.fail({ operation: 'ENABLED', rules: [{ id: 'unknown', name: '', how: BADGE_ONLY }] });
    run.fail({ operation: 'DOWNLOADED', isMuted: true });
    run.apply({ kind: 'test' });
    expect([run.state.alarms.size, unacknowledgedAlarms(run.state.alarms.values()).size]).toEqual([5, 2]);
  });

  test('lose the complete group when one of its alarms is opened, and regain it when it fails again two minutes later', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(PAGE, null) });
    run.advanceSeconds(130).fail({ eid: '2' });
    expect(run.apply({ kind: 'opened', alarm: 'alarm-2', wasClicked: false })).toHaveLength(2);
    expect(unacknowledgedAlarms(run.state.alarms.values()).size).toBe(0);
    expect(run.advanceSeconds(6).fail({ eid: '3', isMuted: true })).toEqual([]);
    expect(unacknowledgedAlarms(run.state.alarms.values()).size).toBe(0);
    expect(run.advanceSeconds(115).fail({ eid: '4' })).toEqual([
      'update: Allocation failed · 4 eUICCs · Sweden · since 12:00',
    ]);
    expect(unacknowledgedAlarms(run.state.alarms.values()).size).toBe(1);
  });

  test.each(['alarm-1', 'alarm-2'])(
    '[ALARM-12] lose the earlier and later alarms of the same group and period, and no others: %s',
    (detail) => {
      const run = new AlarmRun();
      const other = { operation: 'LOCALIZED', state: 'COMPLETED' };
      run.fail({ eid: '1' });
      run.advanceSeconds(130).fail({ eid: '2' });
      run.fail(other);
      run.advanceSeconds(700).fail({ eid: '3' });
      run.apply({ kind: 'seen', alarms: [detail] });
      expect(unseenIn(run)).toEqual(['alarm-3', 'alarm-4']);
    },
  );

  test('[ALARM-12] lose the alarms of successes by their rule in the same way', () => {
    const run = new AlarmRun();
    const well = { operation: 'LOCALIZED', state: 'COMPLETED', rules: [{ id: 'v1', name: '', how: BADGE_ONLY }] };
    run.fail(well);
    run.fail({ ...well, rules: [{ id: 'v2', name: '', how: BADGE_ONLY }] });
    run.advanceSeconds(130).fail(well);
    run.apply({ kind: 'seen', alarms: ['alarm-3'] });
    expect(unseenIn(run)).toEqual(['alarm-2']);
  });

  test('[ALARM-12] lose no other alarm when a test alarm or a signal is acknowledged', () => {
    const run = new AlarmRun();
    run.applySignals({ signal: 'blind', since: run.now });
    run.apply({ kind: 'test' });
    run.apply({ kind: 'seen', alarms: ['alarm-2'] });
    expect(unseenIn(run)).toEqual(['alarm-1']);
  });

  test('ignore an unknown alarm id', () => {
    const run = new AlarmRun();
    expect([
      ...run.apply({ kind: 'opened', alarm: 'nobody', wasClicked: false }),
      ...run.apply({ kind: 'seen', alarms: ['nobody'] }),
      ...run.apply({ kind: 'delivery', alarm: '__proto__', delivery: localDelivery(PAGE, null) }),
    ]).toEqual([]);
    expect(run.state.alarms.size).toBe(0);
  });
});
