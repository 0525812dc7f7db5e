/**
 * Pairs of alarm rules that apply together: a summary and quiet hours, a test and the limit.
 */
import { describe, expect, test } from 'vitest';
import { AlarmRun, BADGE_ONLY } from '../../../doubles/alarm-run.ts';

const counting = [{ id: 'partial', name: '', how: BADGE_ONLY }];

describe('a summary', () => {
  test('[ALARM-4] waits until quiet hours are over if it becomes due in them', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 750, to: 780 }]) };
    run.advanceSeconds(30 * 60 - 2).fail({ eid: '1' });
    expect([...run.advanceSeconds(1).fail({ eid: '2' }), ...run.advanceSeconds(6).tick()]).toEqual([]);
    expect(run.lastStep?.nextAt).toBe(run.now - 5_000 + 30 * 60_000);
    expect(run.advanceSeconds(30 * 60).tick()).toEqual(['update: Allocation failed · 2 eUICCs · Sweden · since 12:29']);
  });

  test('counts a failure that its rule only counts if a notification is already shown', () => {
    const run = new AlarmRun();
    run.fail({ eid: '1' });
    expect(run.advanceSeconds(6).fail({ eid: '2', rules: counting })).toEqual([
      'update: Allocation failed · 2 eUICCs · Sweden · since 12:00',
    ]);
  });
});

describe('the limit per minute', () => {
  test('does not count a test alarm', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 2 };
    run.fail({ operation: 'DOWNLOADED' });
    run.advanceSeconds(1).apply({ kind: 'test' });
    expect(run.advanceSeconds(1).fail({ operation: 'ENABLED' })).toEqual(['call: Enabling failed · Sweden']);
  });

  test('starts a new count after a minute in which it suppressed nothing', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, perMinute: 1 };
    const storm = (operation: string) => run.fail({ operation });
    expect([...storm('DOWNLOADED'), ...storm('ALLOCATED')]).toEqual([
      'call: Download failed · Sweden',
      'update: +1 not shown',
    ]);
    run.advanceSeconds(60);
    expect([...storm('ENABLED'), ...storm('ACTIVATED')]).toEqual([
      'call: Enabling failed · Sweden',
      'update: +1 not shown',
    ]);
  });
});
