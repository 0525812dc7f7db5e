/** Rules of alarms where two of them meet: a summary and quiet hours, a test and the limit, a repeat and the limit. */
import { describe, expect, test } from 'vitest';
import { AlarmRun, BADGE } from '../../../doubles/alarm-run.ts';

const counting = [{ id: 'partial', name: '', how: BADGE }];

describe('a summary', () => {
  test('[ALARM-52] whose time comes in quiet hours is told when they are over', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 750, to: 780 }]) };
    run.after(30 * 60 - 2).fails({ eid: '1' });
    expect([...run.after(1).fails({ eid: '2' }), ...run.after(6).time()]).toEqual([]);
    expect(run.last?.nextAt).toBe(run.now - 5_000 + 30 * 60_000);
    expect(run.after(30 * 60).time()).toEqual(['update: Allocation failed · 2 eUICCs · Sweden · since 12:29']);
  });

  test('counts what a rule only counts, where something stands there already', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    expect(run.after(6).fails({ eid: '2', rules: counting })).toEqual([
      'update: Allocation failed · 2 eUICCs · Sweden · since 12:00',
    ]);
  });
});

describe('the limit of a minute', () => {
  test('is not used up by a test alarm', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 2 };
    run.fails({ operation: 'DOWNLOADED' });
    run.after(1).take({ kind: 'test' });
    expect(run.after(1).fails({ operation: 'ENABLED' })).toEqual(['call: Enabling failed · Sweden']);
  });

  test('counts anew after a minute in which it kept nothing back', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    const storm = (operation: string) => run.fails({ operation });
    expect([...storm('DOWNLOADED'), ...storm('ALLOCATED')]).toEqual([
      'call: Download failed · Sweden',
      'update: +1 not shown',
    ]);
    run.after(60);
    expect([...storm('ENABLED'), ...storm('ACTIVATED')]).toEqual([
      'call: Enabling failed · Sweden',
      'update: +1 not shown',
    ]);
  });
});

describe('a call that comes again', () => {
  const repeating = (perMinute: number) => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, repeat: true, perMinute };
    return run;
  };

  test('[ALARM-53] waits for the limit, and leaves it to what is new', () => {
    const run = repeating(1);
    run.fails({ operation: 'DOWNLOADED' });
    run.after(110).fails({ operation: 'ENABLED' });
    expect([run.after(10).time(), run.after(49).time()]).toEqual([[], []]);
    expect(run.after(1).time()).toEqual(['call: Download failed · Sweden']);
  });

  test('comes as soon where somebody sets the clock back', () => {
    const run = repeating(6);
    run.fails();
    run.after(60).time();
    run.now -= 3_600_000;
    run.time();
    expect(run.after(59).time()).toEqual([]);
    expect(run.after(1).time()).toEqual(['call: Allocation failed · Sweden']);
  });
});
