import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
/** Rules with hours of their own, beside quiet hours from 12:00 to 13:00. The run starts on a Saturday at noon. */
import { describe, expect, test } from 'vitest';
import { outsideUntil } from '../../../../src-main/core/alarms/quiet-hours.ts';
import type { RuleHours } from '../../../../src-shared/domain/cases/alarm.ts';
import type { WeekHours } from '../../../../src-shared/domain/cases/week-hours.ts';
import { AlarmRun, BADGE_ONLY, BANNER, WITH_SOUND } from '../../../doubles/alarm-run.ts';

const SATURDAY = 5;
const HOUR_SECONDS = 3_600;
const NO_HOURS: WeekHours = [[], [], [], [], [], [], []];
const saturday = (from: number, to: number) => NO_HOURS.with(SATURDAY, [{ from: from * 60, to: to * 60 }]);
const own = (from: number, to: number): RuleHours => ({ kind: 'own', hours: saturday(from, to) });

const usual = { id: 'failures', name: '', how: BANNER };
const norway = { id: 'norway', name: 'Norway', how: BANNER };
const loud = { id: 'loud', name: 'Loud', how: WITH_SOUND };
const counting = { id: 'counting', name: 'Counting', how: BADGE_ONLY };

function quietRun(hours: Readonly<Record<string, RuleHours>>): AlarmRun {
  const run = new AlarmRun();
  run.settings = { ...run.settings, quiet: saturday(12, 13) };
  for (const [id, when] of Object.entries(hours)) run.ruleHours.set(id, when);
  return run;
}

describe('[ALARM-4] a rule notifies', () => {
  test.each<[what: string, hours: Readonly<Record<string, RuleHours>>, rules: (typeof usual)[], found: string]>([
    ['not in quiet hours, if it has no hours', {}, [norway], 'quiet'],
    ['always, also in quiet hours', { norway: { kind: 'always' } }, [norway], 'due'],
    ['in its own hours, also in quiet hours', { norway: own(12, 14) }, [norway], 'due'],
    ['not outside its own hours', { norway: own(13, 14) }, [norway], 'hours'],
    ['never, if it has no hour', { norway: { kind: 'own', hours: NO_HOURS } }, [norway], 'hours'],
    ['if one of several may notify', { norway: { kind: 'always' } }, [usual, norway], 'due'],
    ['not, if none of several may', { norway: own(13, 14) }, [usual, norway], 'quiet'],
    ['not by a rule that only counts', { counting: { kind: 'always' } }, [usual, counting], 'quiet'],
    ['not at all, if it only counts', { counting: own(13, 14) }, [counting], 'no-banner'],
  ])('%s', (_what, hours, rules, found) => {
    const run = quietRun(hours);
    run.fail({ rules });
    expect(run.deliveries()).toEqual([found]);
  });

  test('without the sound of a rule that is out of its hours, and with it once those begin', () => {
    const run = quietRun({ norway: { kind: 'always' }, loud: own(13, 14) });
    const how = () => Array.from(run.state.alarms.values(), (alarm) => alarm.how);
    expect(run.fail({ eid: '1', rules: [norway, loud] })).toHaveLength(1);
    expect(how()).toEqual([BANNER]);
    // A failure of the silent rule alone replaces nothing that is shown.
    expect(run.advanceSeconds(1).fail({ eid: '2', rules: [loud] })).toEqual([]);
    expect(run.advanceSeconds(1).fail({ eid: '3', rules: [norway] })).toEqual([]);
    for (let minutes = 0; minutes < 59; minutes += 1) run.advanceSeconds(60).fail({ eid: '1', rules: [norway] });
    expect(how().every(({ sound }) => !sound)).toBe(true);
    run.advanceSeconds(60);
    const [call] = run.fail({ eid: '4', rules: [loud] }).filter((line) => line.startsWith('call'));
    expect(call).toMatch(/^call: Allocation failed · 4 eUICCs/);
    expect(how().at(-1)).toEqual(WITH_SOUND);
  });

  test('without the sound of a rule whose hours are over, although that rule began the group', () => {
    const run = quietRun({ norway: { kind: 'always' }, loud: own(12, 12.5) });
    run.fail({ rules: [loud] });
    const sounds = () => Array.from(run.state.alarms.values(), ({ firstAt, how }) => [firstAt, how.sound] as const);
    const start = run.now;
    for (let minutes = 0; minutes < 59; minutes += 1) run.advanceSeconds(60).fail({ rules: [norway] });
    const late = sounds().filter(([at]) => at >= start + 1_800_000);
    expect([sounds()[0], late]).toEqual([[start, true], [[start + 1_800_000, false]]]);
  });

  test('with the first failure after its hours have begun', () => {
    const run = quietRun({ norway: own(13, 14) });
    expect(run.fail({ eid: '1', rules: [norway] })).toEqual([]);
    expect(run.advanceSeconds(HOUR_SECONDS - 1).fail({ eid: '1', rules: [norway] })).toEqual([]);
    expect(run.advanceSeconds(1).fail({ eid: '1', rules: [norway] })).toHaveLength(1);
  });

  test('and updates what it shows in quiet hours, too', () => {
    const run = quietRun({ norway: { kind: 'always' } });
    run.fail({ eid: '1', rules: [norway] });
    run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(PAGE, null) });
    run.advanceSeconds(1).fail({ eid: '2', rules: [norway] });
    expect(run.advanceSeconds(5).tick()).toEqual(['update: Allocation failed · 2 eUICCs · Sweden · since 12:00']);
  });

  test('after a crash only if its hours allow it', () => {
    const afterCrash = (hours: RuleHours) => {
      const run = quietRun({ norway: { kind: 'always' } });
      run.fail({ rules: [norway] });
      run.ruleHours.set('norway', hours);
      run.restart().tick();
      return run.deliveries();
    };
    expect([afterCrash({ kind: 'always' }), afterCrash(own(13, 14))]).toEqual([['due'], ['hours']]);
  });
});

test('[ALARM-4] own hours follow the local clock and end after a week at the latest', () => {
  const until = (hours: WeekHours, zone: string, iso: string) => {
    const found = outsideUntil(hours, zone, Date.parse(iso));
    return found === null ? null : new Date(found).toISOString().slice(0, 16);
  };
  const night = NO_HOURS.map(() => [
    { from: 0, to: 360 },
    { from: 1_320, to: 1_440 },
  ]);
  expect([
    until(night, 'Europe/Oslo', '2026-11-21T20:59:59Z'),
    until(night, 'Europe/Oslo', '2026-11-21T21:00:00Z'),
    until(night, 'Europe/Oslo', '2026-11-22T05:00:00Z'),
    until(NO_HOURS, 'UTC', '2026-11-21T12:00:00Z'),
  ]).toEqual(['2026-11-21T21:00', null, '2026-11-22T21:00', '2026-11-28T12:00']);
});
