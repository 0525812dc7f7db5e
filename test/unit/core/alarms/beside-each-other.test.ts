/**
 * Pairs of alarm rules that apply together: a summary and quiet hours, a test and the limit.
 */
import { describe, expect, test } from 'vitest';
import { AlarmRun } from '../../../doubles/alarm-run.ts';

describe('a summary', () => {
  test('[ALARM-4] waits until quiet hours are over if it becomes due in them', () => {
    const run = new AlarmRun();
    run.settings = { ...run.settings, quiet: run.settings.quiet.with(5, [{ from: 750, to: 780 }]) };
    run.advanceSeconds(30 * 60 - 2).fail({ eid: '1' });
    expect([...run.advanceSeconds(1).fail({ eid: '2' }), ...run.advanceSeconds(6).tick()]).toEqual([]);
    expect(run.lastStep?.nextAt).toBe(run.now - 5_000 + 30 * 60_000);
    expect(run.advanceSeconds(30 * 60).tick()).toEqual(['update: Allocation failed · 2 eUICCs · Sweden · since 12:29']);
  });
});
