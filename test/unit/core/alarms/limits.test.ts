import { describe, expect, test } from 'vitest';
import { AlarmRun, LOUD } from '../../../doubles/alarm-run.ts';

const STEPS = ['DOWNLOADED', 'ALLOCATED', 'ACTIVATED', 'PROVISIONED', 'ENABLED', 'FALLBACK_SET'];

describe('the limit of a minute', () => {
  test('[ALARM-5] keeps back what is more, counts it in one alarm that never calls, and lets it through afterwards', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 2 };
    const storm = STEPS.map((operation) => run.failure({ operation, eid: operation }));
    expect(run.take({ kind: 'events', events: storm })).toEqual([
      'call: Download failed · Sweden',
      'call: Allocation failed · Sweden',
      'update: +4 not shown',
    ]);
    expect(run.became()).toEqual(['due', 'due', 'cap', 'cap', 'cap', 'cap', 'due']);
    expect([...run.book.alarms.values()].find(({ about }) => about.kind === 'not-shown')?.how.badge).toBe(false);
    expect(run.after(2).fails({ operation: 'A_NEW_STEP' })).toEqual([]);
    expect(run.after(3).time()).toEqual(['update: +5 not shown']);
    // Two seconds before the minute is over, and then.
    expect(run.after(53).fails({ operation: 'ENABLED', eid: 'E2' })).toEqual([]);
    expect(run.after(2).fails({ operation: 'ENABLED', eid: 'E3' })).toEqual([
      'call: Enabling failed · 3 eUICCs · Sweden · since 12:00',
    ]);
  });

  test('[ALARM-44] the first of a storm call, also where more causes fail at once than are kept', () => {
    const run = new AlarmRun();
    const storm = Array.from({ length: 1_500 }, (_, step) => run.failure({ operation: `STEP_${String(step)}` }));
    const said = run.take({ kind: 'events', events: storm });
    expect([said.length, said.at(-1), run.book.alarms.size]).toEqual([7, 'update: +1,494 not shown', 1_000]);
    const due = [...run.kept.values()].filter(({ delivery }) => delivery.kind === 'due');
    expect(due.length).toBe(7);
  });

  test('does not hold back signals and tests, and they do not use it up', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    run.fails({});
    expect(run.signals({ signal: 'not-storing', since: run.now })).toHaveLength(1);
    expect(run.take({ kind: 'test' })).toEqual(['call: Test alarm']);
    expect(run.after(60).fails({ operation: 'ENABLED' })).toHaveLength(1);
  });

  test('after a minute without any, or when somebody has seen it, it counts anew', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    for (const operation of ['DOWNLOADED', 'ALLOCATED']) run.fails({ operation });
    const [, , more] = run.book.alarms.keys();
    run.take({ kind: 'seen', alarms: [more ?? ''] });
    expect(run.after(1).fails({ operation: 'ENABLED' })).toEqual(['update: +1 not shown']);
  });

  test('a limit that is raised in the middle of a bundle holds at once', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    run.fails({ operation: 'DOWNLOADED' });
    run.fails({ operation: 'ALLOCATED' });
    run.settings = { ...run.settings, perMinute: 2 };
    expect(run.fails({ operation: 'ALLOCATED' })).toEqual(['call: Allocation failed · Sweden · 2 times · since 12:00']);
  });
});

describe('a clock that is set back', () => {
  test('[ALARM-9] by an hour makes no bundle and no minute longer', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    run.after(60).time();
    run.now -= 3_600_000;
    expect(run.after(30).fails({ eid: '2' })).toHaveLength(1);
    expect(run.after(100).fails({ eid: '3' })).toHaveLength(2);
  });
});

describe('[ALARM-8] calls that come again', () => {
  const repeating = () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, repeat: true };
    return run;
  };
  const calls = (said: readonly string[]) => said.filter((one) => one.startsWith('call'));

  test('every two minutes until somebody opened it', () => {
    const run = repeating();
    run.fails({ rules: [{ id: 'v', name: 'Loud', how: LOUD }] });
    expect([run.after(119).time(), run.after(1).time(), run.after(119).time(), run.after(1).time()]).toEqual([
      [],
      ['call: Allocation failed · Sweden'],
      [],
      ['call: Allocation failed · Sweden'],
    ]);
    expect(run.take({ kind: 'opened', alarm: 'alarm-1' })).toEqual(['withdraw: Allocation failed · Sweden']);
    expect(run.last?.nextAt).toBeNull();
    expect(run.after(600).time()).toEqual([]);
  });

  test('or took what it is about', () => {
    const run = repeating();
    run.fails();
    const { about } = [...run.book.alarms.values()][0] ?? {};
    const cause = about?.kind === 'failures' ? about.cause : null;
    run.take({ kind: 'taken', causes: cause === null ? [] : [cause] });
    expect(run.after(600).time()).toEqual([]);
  });

  test('one at a time, the one that called longest ago first', () => {
    const run = repeating();
    run.fails({ operation: 'DOWNLOADED' });
    run.after(10).fails({ operation: 'ENABLED' });
    const heard = Array.from({ length: 60 }, () => calls(run.after(10).time())).filter((said) => said.length > 0);
    expect(heard.flat()).toEqual([
      'call: Download failed · Sweden',
      'call: Enabling failed · Sweden',
      'call: Download failed · Sweden',
      'call: Enabling failed · Sweden',
      'call: Download failed · Sweden',
    ]);
  });

  test('rests in quiet hours and goes on after them', () => {
    const run = repeating();
    run.fails();
    run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.after(300).time()).toEqual([]);
    expect(run.last?.nextAt).toBe(run.now + 25 * 60_000);
    expect(run.after(25 * 60).time()).toHaveLength(1);
  });

  test('[ALARM-55] after a restart too, a group once, whatever the clock was before; what was seen does not', () => {
    const run = repeating();
    const shown = (alarm: string) => run.take({ kind: 'delivered', alarm, by: 'desktop' });
    run.after(3_600).fails({ eid: '1' });
    shown('alarm-1');
    run.fails({ operation: 'ENABLED' });
    shown('alarm-2');
    run.take({ kind: 'seen', alarms: ['alarm-2'] });
    run.after(120).fails({ eid: '2' });
    shown('alarm-3');
    run.restarted();
    const again = 'call: Allocation failed · 2 eUICCs · Sweden · since 13:00';
    expect([run.after(119).time(), run.after(1).time(), run.after(120).time()]).toEqual([[], [again], [again]]);
    run.restarted();
    run.now -= 3_600_000;
    expect([run.time(), run.after(120).time(), run.last?.nextAt]).toEqual([[], [again], run.now + 120_000]);
    run.take({ kind: 'seen', alarms: ['alarm-3'] });
    expect(run.restarted().after(600).time()).toEqual([]);
  });

  test('a signal for as long as it lasts, after a restart as well', () => {
    const run = repeating();
    run.signals({ signal: 'blind', since: run.now });
    run.take({ kind: 'delivered', alarm: 'alarm-1', by: 'desktop' });
    const since = run.now;
    run.restarted();
    expect(run.after(60).signals({ signal: 'blind', since })).toEqual([]);
    expect(run.after(120).time()).toEqual(['call: Blind since 12:00:00']);
    run.signals();
    expect(run.after(600).time()).toEqual([]);
  });
});
