import { describe, expect, test } from 'vitest';
import { alarmBookOf } from '../../../../src-main/core/alarms/alarm-book.ts';
import { AlarmRun, BADGE } from '../../../doubles/alarm-run.ts';
import { unseenAlarms } from '../../../../src-shared/domain/unseen-alarms.ts';

describe('[ALARM-11] after a crash', () => {
  test('what was committed and not shown calls once more, and only what is young', () => {
    const run = new AlarmRun();
    run.fails({ operation: 'ENABLED' });
    run.after(600).fails({ operation: 'ALLOCATED' });
    run.take({ kind: 'delivered', alarm: 'alarm-2', by: 'desktop' });
    run.after(200).fails({ operation: 'DOWNLOADED' });
    run.restarted();
    expect(run.after(101).time()).toEqual(['call: Download failed · Sweden']);
    expect([...run.after(1).time(), ...run.after(1).time()]).toEqual([]);
    expect(run.became()).toEqual(['late', 'shown', 'due']);
  });

  test('a crash within quiet hours, or at the limit, leaves a reason', () => {
    const run = new AlarmRun();
    for (const operation of ['ENABLED', 'ALLOCATED', 'DOWNLOADED']) run.fails({ operation });
    run.restarted();
    run.settings = { ...run.settings, perMinute: 1 };
    expect(run.time()).toEqual(['call: Enabling failed · Sweden', 'update: +2 not shown']);
    run.restarted();
    run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 720, to: 750 }]) };
    expect(run.time()).toEqual(['update: +2 not shown']);
    expect(run.became()).toEqual(['quiet', 'cap', 'cap', 'due']);
  });

  test('events that are old when they are first looked at stand in the history; the first young one calls', () => {
    const run = new AlarmRun();
    const old = ['1', '2'].map((eid) => run.failure({ eid }));
    run.after(901);
    expect(run.take({ kind: 'events', events: old })).toEqual([]);
    expect(run.became()).toEqual(['late']);
    expect(run.fails({ eid: '3' })).toEqual(['call: Allocation failed · 3 eUICCs · Sweden · since 12:00']);
  });

  test('[ALARM-43] what somebody saw before it was shown calls nobody', () => {
    const run = new AlarmRun();
    run.fails();
    run.take({ kind: 'seen', alarms: ['alarm-1'] });
    expect([run.restarted().time(), run.became()]).toEqual([[], ['late']]);
  });

  test('of what is read anew while it runs nothing calls twice', () => {
    const run = new AlarmRun();
    run.fails();
    run.book = alarmBookOf([...run.kept.values()], run.book);
    expect(run.after(1).time()).toEqual([]);
  });
});

const unseenIn = ({ book }: AlarmRun): string[] =>
  [...book.alarms.values()].flatMap(({ id, seenAt }) => (seenAt === null ? [id] : []));

describe('[ALARM-12] what is unseen', () => {
  test('counts a group once, however often it called, and nothing that was muted', () => {
    const run = new AlarmRun();
    run.fails();
    run.after(130).fails();
    run.fails({ operation: 'ENABLED', rules: [{ id: 'unknown', name: '', how: BADGE }] });
    run.fails({ operation: 'DOWNLOADED', isMuted: true });
    run.take({ kind: 'test' });
    expect([run.book.alarms.size, unseenAlarms(run.book.alarms.values()).size]).toEqual([5, 2]);
  });

  test('ends for the whole group when one of it is opened, and begins again when more of it fails two minutes later', () => {
    const run = new AlarmRun();
    run.fails({ eid: '1' });
    run.take({ kind: 'delivered', alarm: 'alarm-1', by: 'page' });
    run.after(130).fails({ eid: '2' });
    expect(run.take({ kind: 'opened', alarm: 'alarm-2' })).toHaveLength(2);
    expect(unseenAlarms(run.book.alarms.values()).size).toBe(0);
    expect(run.after(6).fails({ eid: '3', isMuted: true })).toEqual([]);
    expect(unseenAlarms(run.book.alarms.values()).size).toBe(0);
    expect(run.after(115).fails({ eid: '4' })).toEqual(['update: Allocation failed · 4 eUICCs · Sweden · since 12:00']);
    expect(unseenAlarms(run.book.alarms.values()).size).toBe(1);
  });

  test.each(['alarm-1', 'alarm-2'])(
    '[ALARM-56] ends for what it stood for and for what stands for it, of that group and that time alone: %s',
    (said) => {
      const run = new AlarmRun();
      const other = { operation: 'LOCALIZED', state: 'COMPLETED' };
      run.fails({ eid: '1' });
      run.after(130).fails({ eid: '2' });
      run.fails(other);
      run.after(700).fails({ eid: '3' });
      run.take({ kind: 'seen', alarms: [said] });
      expect(unseenIn(run)).toEqual(['alarm-3', 'alarm-4']);
    },
  );

  test('[ALARM-56] ends so for what went well, too, by its rule', () => {
    const run = new AlarmRun();
    const well = { operation: 'LOCALIZED', state: 'COMPLETED', rules: [{ id: 'v1', name: '', how: BADGE }] };
    run.fails(well);
    run.fails({ ...well, rules: [{ id: 'v2', name: '', how: BADGE }] });
    run.after(130).fails(well);
    run.take({ kind: 'seen', alarms: ['alarm-3'] });
    expect(unseenIn(run)).toEqual(['alarm-2']);
  });

  test('[ALARM-56] ends for nothing else with a test alarm, or with what is wrong with watching', () => {
    const run = new AlarmRun();
    run.signals({ signal: 'blind', since: run.now });
    run.take({ kind: 'test' });
    run.take({ kind: 'seen', alarms: ['alarm-2'] });
    expect(unseenIn(run)).toEqual(['alarm-1']);
  });

  test('is nothing that is not known', () => {
    const run = new AlarmRun();
    expect([
      ...run.take({ kind: 'opened', alarm: 'nobody' }),
      ...run.take({ kind: 'seen', alarms: ['nobody'] }),
      ...run.take({ kind: 'delivered', alarm: '__proto__', by: 'page' }),
    ]).toEqual([]);
    expect(run.book.alarms.size).toBe(0);
  });
});
