import { describe, expect, test } from 'vitest';
import { unseenAlarms } from '../../../../src-shared/domain/unseen-alarms.ts';
import { causeKeySchema } from '../../../../src-shared/domain/case.ts';
import { AlarmRun, BADGE, BANNER, LOUD } from '../../../doubles/alarm-run.ts';

const counting = [{ id: 'partial', name: '', how: BADGE }];
const loud = [{ id: 'v1', name: 'Norway', how: LOUD }];

describe('failures', () => {
  test('[ALARM-1] the first of a group calls at once; the rest of two minutes is one summary that changes quietly', () => {
    const run = new AlarmRun();
    const heard = [
      run.fails({ eid: '1', country: 'NO' }),
      run.after(1).fails({ eid: '2', country: 'PL' }),
      run.after(1).fails({ eid: '3', country: 'PL' }),
      run.after(3).time(),
      run.after(60).fails({ eid: '3', country: 'PL' }),
      run.after(50).fails({ eid: '4', country: 'SE', operation: 'ENABLED' }),
    ];
    expect(heard).toEqual([
      ['call: Allocation failed · Norway'],
      [],
      [],
      ['update: Allocation failed · 3 eUICCs · 2 countries · since 12:00'],
      ['update: Allocation failed · 3 eUICCs · 2 countries · since 12:00'],
      ['call: Enabling failed · Sweden'],
    ]);
    expect(run.book.alarms.size).toBe(2);
  });

  test('that came together are told together', () => {
    const run = new AlarmRun();
    const events = ['1', '2', '3'].map((eid) => run.failure({ eid }));
    expect(run.take({ kind: 'events', events })).toEqual(['call: Allocation failed · 3 eUICCs · Sweden · since 12:00']);
    expect(run.last?.nextAt).toBeNull();
  });

  test('[ALARM-2] a group that goes on calls again after 2, 4, 8, 16 and 30 minutes, as the same since it began', () => {
    const run = new AlarmRun();
    const calls: [minute: number, said: string][] = [];
    for (let seconds = 0; seconds <= 95 * 60; seconds += 30) {
      for (const said of run.fails({ eid: '1' })) if (said.startsWith('call')) calls.push([seconds / 60, said]);
      run.after(30);
    }
    expect(calls.map(([at]) => at)).toEqual([0, 2, 6, 14, 30, 60, 90]);
    expect(calls.at(-1)?.[1]).toBe('call: Allocation failed · Sweden · 181 times · since 12:00');
  });

  test('[PAGE-341] what was just looked at stays seen for two minutes, however it fails on; then it is unseen again', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    run.after(125).fails({ eid: '2' });
    run.after(1).fails({ eid: '2' });
    run.take({ kind: 'opened', alarm: 'alarm-2' });
    // What was about to be told of it was seen; and no notification of it comes back meanwhile.
    const then = [6, 112, 1, 1].map((seconds) => [
      ...run.after(seconds).fails({ eid: `${seconds}` }),
      ...run.time(),
      unseenAlarms(run.book.alarms.values()).size,
    ]);
    const summary = 'update: Allocation failed · 4 eUICCs · Sweden · since 12:00';
    expect(then).toEqual([[0], [0], [0], [summary, 1]]);
  });

  test('the next bundle takes the place of the one before', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    expect(run.after(120).fails({ eid: '2' })).toEqual([
      'withdraw: Allocation failed · Sweden',
      'call: Allocation failed · 2 eUICCs · Sweden · since 12:00',
    ]);
  });

  test('after ten minutes without a failure the group is new, whatever bundle was running', () => {
    const run = new AlarmRun();
    for (const seconds of [0, 120, 240, 480]) run.after(seconds).fails({ eid: '1' });
    expect(run.after(599).fails({ eid: '2' })).toEqual(['update: Allocation failed · 2 eUICCs · Sweden · since 12:00']);
    expect(run.after(600).fails({ eid: '3' })).toEqual(['call: Allocation failed · Sweden']);
    expect(run.book.groups.size).toBe(1);
  });

  test('[ALARM-3] one request with 500 failed resources is one alarm, and a later report of it replaces the figures', () => {
    const run = new AlarmRun();
    expect(run.request({ size: 500, failed: 480 })).toEqual(['call: Package change: 480 of 500 resources failed']);
    expect(run.after(6).request({ size: 500, failed: 500 })).toEqual([
      'withdraw: Package change: 480 of 500 resources failed',
      'call: Package change: all 500 resources failed',
    ]);
    expect(run.after(6).request({ id: 'REQ-2', size: 10, failed: 10 })).toEqual([
      'update: Package change: all 510 resources failed · 2 requests · since 12:00',
    ]);
    expect([...run.book.alarms.values()].at(-1)?.about).toMatchObject({ failures: 3, failedResources: 510 });
  });

  test('of the same millisecond are each counted, and call once', () => {
    const run = new AlarmRun();
    expect([...run.fails({ eid: '1' }), ...run.fails({ eid: '2' }), ...run.fails({ eid: '3' })]).toEqual([
      'call: Allocation failed · Sweden',
    ]);
    expect(run.after(5).time()).toEqual(['update: Allocation failed · 3 eUICCs · Sweden · since 12:00']);
  });
});

describe('[ALARM-4] what was silent for a reason calls as soon as the reason is gone', () => {
  test('counted only, then a rule that shows it', () => {
    const run = new AlarmRun();
    expect(run.fails({ rules: counting })).toEqual([]);
    expect(run.after(1).fails({ rules: counting })).toEqual([]);
    expect(run.after(1).fails()).toEqual(['call: Allocation failed · Sweden · 3 times · since 12:00']);
    expect(run.became()).toEqual(['no-banner', 'due']);
  });

  test('muted, then not any more', () => {
    const run = new AlarmRun();
    expect([run.fails({ isMuted: true }), run.after(9).fails({ eid: '2' })]).toEqual([
      [],
      ['call: Allocation failed · 2 eUICCs · Sweden · since 12:00'],
    ]);
    expect(run.became()).toEqual(['muted', 'due']);
  });

  test('muted within its bundle: what stands there rests', () => {
    const run = new AlarmRun();
    run.fails();
    expect([...run.after(9).fails({ eid: '2', isMuted: true }), ...run.after(9).time()]).toEqual([]);
    expect(run.after(300).fails({ eid: '3', isMuted: true })).toEqual([]);
    expect(run.became()).toEqual(['due', 'muted']);
  });

  test('withdraws the notification from before a mute, however many silent alarms came in between', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    run.after(125).fails({ eid: '2', isMuted: true });
    run.after(305).fails({ eid: '3', isMuted: true });
    expect(run.after(5).fails({ eid: '4' })).toEqual([
      'withdraw: Allocation failed · Sweden',
      'call: Allocation failed · 4 eUICCs · Sweden · since 12:00',
    ]);
    const standing = Array.from(run.book.called).filter(([, at]) => at !== null);
    expect(standing.map(([id]) => id)).toEqual(['alarm-4']);
  });

  test('withdraws it also if the silent alarm is the one that calls again', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    run.after(125).fails({ eid: '2' });
    run.take({ kind: 'refused', alarm: 'alarm-2', why: 'nobody', detail: null });
    expect(run.after(5).fails({ eid: '3' })).toEqual(['call: Allocation failed · 3 eUICCs · Sweden · since 12:00']);
    expect(run.book.groups.values().next().value?.standing).toBeNull();
  });

  test('a louder rule within the bundle', () => {
    const run = new AlarmRun();
    run.fails();
    expect(run.after(1).fails({ rules: loud })).toHaveLength(2);
    expect(run.after(1).fails({ rules: loud })).toEqual([]);
    expect([...run.book.alarms.values()].at(-1)).toMatchObject({
      how: LOUD,
      rules: [
        { id: 'failures', name: '' },
        { id: 'v1', name: 'Norway' },
      ],
    });
  });

  test('in part, then wholly: what gets worse calls', () => {
    const run = new AlarmRun();
    run.request({ size: 3, failed: 1, rules: [{ id: 'partial', name: '', how: BANNER }] });
    expect(run.after(1).request({ id: 'REQ-2', size: 3, failed: 3 })).toEqual([
      'withdraw: Package change: 1 of 3 resources failed',
      'call: Package change: 4 of 6 resources failed · 2 requests (1 wholly) · since 12:00',
    ]);
    expect(run.after(1).request({ id: 'REQ-3', size: 3, failed: 1 })).toEqual([]);
  });

  test('[ALARM-61] wholly, then in part: the alarm takes the mark of its group, which is partial, and is not red', () => {
    const run = new AlarmRun();
    const mark = () =>
      Array.from(run.kept.values(), ({ severity, about }) => [severity, about.kind === 'failures' && about.wholly]);
    run.request({ size: 3, failed: 3, rules: [{ id: 'partial', name: '', how: BANNER }] });
    expect(mark()).toEqual([['failed', 1]]);
    run.after(1).request({ id: 'REQ-2', size: 3, failed: 1 });
    expect(mark()).toEqual([['partial', 1]]);
  });
});

describe('what nobody could show', () => {
  const notShown = (run: AlarmRun, why: 'nobody' | 'refused') =>
    run.take({ kind: 'refused', alarm: 'alarm-1', why, detail: null });

  test.each(['nobody', 'refused'] as const)(
    '[ALARM-54] calls with the next failure as if it were the first, as the same alarm, until it is shown: %s',
    (why) => {
      const run = new AlarmRun();
      run.fails({ eid: '1' });
      notShown(run, why);
      expect([run.after(1).time(), run.after(1).fails({ eid: '2' })]).toEqual([
        [],
        ['call: Allocation failed · 2 eUICCs · Sweden · since 12:00'],
      ]);
      notShown(run, why);
      run.after(200).fails({ eid: '3' });
      expect(run.became()).toEqual([why, 'due']);
      run.take({ kind: 'delivered', alarm: 'alarm-2', by: 'page' });
      expect(run.after(119).fails({ eid: '4' })).toEqual([
        'update: Allocation failed · 4 eUICCs · Sweden · since 12:00',
      ]);
      expect(run.after(1).fails({ eid: '5' })).toHaveLength(2);
    },
  );

  test('[ALARM-54] has its bundles from the call that was tried last', () => {
    const run = new AlarmRun();
    run.fails();
    notShown(run, 'nobody');
    run.after(100).fails();
    run.take({ kind: 'delivered', alarm: 'alarm-1', by: 'page' });
    expect([run.after(119).fails(), run.after(1).fails()].map(([said]) => said?.split(':')[0])).toEqual([
      'update',
      'withdraw',
    ]);
  });

  test('[ALARM-54] waits while it is muted, at the limit, in quiet hours, and for two minutes where somebody saw it', () => {
    const run = new AlarmRun();
    run.fails();
    notShown(run, 'nobody');
    const { perMinute, quiet } = run.settings;
    expect(run.fails({ isMuted: true })).toEqual([]);
    run.settings = { ...run.settings, perMinute: 1 };
    expect(run.fails()).toEqual([]);
    run.settings = { ...run.settings, perMinute, quiet: quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.fails()).toEqual([]);
    run.settings = { ...run.settings, quiet };
    run.take({ kind: 'seen', alarms: ['alarm-1'] });
    expect(run.after(60).fails()).toEqual([]);
    expect(run.became()).toEqual(['nobody']);
    expect(run.after(59).fails()).toEqual([]);
    expect(run.after(1).fails()).toHaveLength(1);
  });

  test('counts as shown where a page says so later', () => {
    const run = new AlarmRun();
    run.fails();
    notShown(run, 'nobody');
    run.take({ kind: 'delivered', alarm: 'alarm-1', by: 'page' });
    notShown(run, 'refused');
    expect(run.became()).toEqual(['shown']);
    expect(run.after(120).fails({ eid: '3' })).toHaveLength(2);
  });
});

describe('a view that somebody wants to hear of', () => {
  test('groups what went well by its rule, apart from what failed', () => {
    const run = new AlarmRun();
    const well = { operation: 'LOCALIZED', state: 'COMPLETED', rules: loud };
    expect(run.fails({ ...well, eid: '1' })).toEqual(['call: Norway · LOCALIZATION LOCALIZED · Sweden']);
    expect(run.after(9).fails({ ...well, eid: '2' })).toEqual([
      'update: Norway · LOCALIZATION LOCALIZED · 2 eUICCs · Sweden · since 12:00',
    ]);
    expect([...run.book.alarms.values()].at(-1)).toMatchObject({ severity: 'event', about: { cause: null } });
  });
});

describe('[ALARM-49] a mute that was made while a group fails', () => {
  test('ends with a call, however soon, and begins the bundles anew', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    const [cause] = run.book.groups.keys();
    const causes = causeKeySchema.array().parse([cause]);
    run.take({ kind: 'taken', causes });
    run.take({ kind: 'muted', causes });
    expect(run.after(10).fails({ eid: '2', isMuted: true })).toEqual([]);
    expect(run.after(10).fails({ eid: '3' })).toEqual([
      'withdraw: Allocation failed · 2 eUICCs · Sweden · since 12:00',
      'call: Allocation failed · 3 eUICCs · Sweden · since 12:00',
    ]);
    expect(run.after(10).fails({ eid: '4' })).toEqual(['update: Allocation failed · 4 eUICCs · Sweden · since 12:00']);
  });

  test('is heard after quiet hours where it ends in them', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    run.take({ kind: 'muted', causes: causeKeySchema.array().parse([...run.book.groups.keys()]) });
    const { quiet } = run.settings;
    run.settings = { ...run.settings, quiet: quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.after(10).fails({ eid: '2' })).toEqual([]);
    run.settings = { ...run.settings, quiet };
    expect(run.after(10).fails({ eid: '3' })).toHaveLength(2);
  });
});
