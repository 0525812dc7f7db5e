import { describe, expect, test } from 'vitest';
import { type AlarmSettings, DEFAULT_ALARM_SETTINGS } from '../../../src-shared/domain/cases/alarm.ts';
import { DEFAULT_DEADLINES } from '../../../src-shared/domain/cases/deadline.ts';
import { parseAlarmSettings, printAlarmSettings } from '../../../src-shared/domain/cases/alarm-settings-text.ts';

const SET: AlarmSettings = {
  standard: {
    failures: { on: false, banner: false, sound: true, badge: false },
    partial: { on: true, banner: true, sound: false, badge: true, when: { kind: 'always' } },
    unknown: {
      on: true,
      banner: true,
      sound: false,
      badge: true,
      when: { kind: 'own', hours: [[{ from: 0, to: 360 }], [], [], [], [], [], []] },
    },
  },
  watching: { sound: true },
  quiet: [
    [
      { from: 0, to: 360 },
      { from: 1_320, to: 1_440 },
    ],
    [],
    [],
    [],
    [],
    [{ from: 0, to: 1_440 }],
    [],
  ],
  perMinute: 60,
  acknowledgesForTeam: false,
  deadlines: {
    byConsequence: {
      ...DEFAULT_DEADLINES.byConsequence,
      unusable: { takeMinutes: 1, endMinutes: null },
      unchanged: { takeMinutes: null, endMinutes: 10_080 },
    },
    hours: [[{ from: 480, to: 1_080 }], [], [], [], [], [], []],
    zone: 'Asia/Kathmandu',
    escalateAfterMinutes: 5,
  },
};
const text = (fields: Readonly<Record<string, unknown>>) => JSON.stringify({ version: 1, ...fields });
const usualBut = (fields: Partial<AlarmSettings>, ...parts: readonly string[]) => ({
  settings: { ...DEFAULT_ALARM_SETTINGS, ...fields },
  problems: parts.map((part) => ({ kind: 'bad-part', part })),
});

describe('[ALARM-35] alarm settings as text', () => {
  test('are unchanged when they are read again, and are readable for people', () => {
    expect(parseAlarmSettings(`\uFEFF${printAlarmSettings(SET)}`)).toEqual({ settings: SET, problems: [] });
    expect(printAlarmSettings(SET)).toContain('"monday": [\n      "00:00-06:00",\n      "22:00-24:00"\n    ]');
    expect(printAlarmSettings(SET)).toContain('"when": "always"');
    expect(
      parseAlarmSettings(text({ standard: { partial: { ...SET.standard.failures, when: { sunday: '08:00-09:30' } } } }))
        .settings.standard.partial.when,
    ).toEqual({ kind: 'own', hours: [[], [], [], [], [], [], [{ from: 480, to: 570 }]] });
  });

  test('have default values for missing parts', () => {
    expect(parseAlarmSettings('{"version": 1}')).toEqual({ settings: DEFAULT_ALARM_SETTINGS, problems: [] });
    expect(parseAlarmSettings(text({ perMinute: 2, quiet: { sunday: '08:00-09:30' } }))).toEqual(
      usualBut({ perMinute: 2, quiet: [[], [], [], [], [], [], [{ from: 480, to: 570 }]] }),
    );
  });

  test('[DEADLINE-60] have the default deadlines if an earlier version wrote them, and the default of each missing part', () => {
    const { deadlines, ...earlier } = SET;
    const [, read] = [deadlines, parseAlarmSettings(text({ ...earlier, quiet: {}, standard: {} }))];
    expect(read).toMatchObject({ settings: { deadlines: DEFAULT_DEADLINES }, problems: [] });
    const part = { byConsequence: { partial: { takeMinutes: null, endMinutes: 5 } }, hours: { sunday: [] } };
    expect(parseAlarmSettings(text({ deadlines: part })).settings.deadlines).toEqual({
      ...DEFAULT_DEADLINES,
      byConsequence: { ...DEFAULT_DEADLINES.byConsequence, partial: { takeMinutes: null, endMinutes: 5 } },
      hours: DEFAULT_DEADLINES.hours.with(6, []),
    });
  });

  test('lose the settings that earlier versions had, without a report', () => {
    const earlier = { zone: 'Mars/Olympus', signalBreaksQuietMinutes: 9_999, repeat: 'often', perMinute: 2 };
    expect(parseAlarmSettings(text(earlier))).toEqual(usualBut({ perMinute: 2 }));
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a limit of 0', { perMinute: 0 }, 'perMinute'],
    ['a text for a number', { perMinute: '6' }, 'perMinute'],
    ['half a rule', { standard: { partial: { on: true } } }, 'standard.partial'],
    [
      'hours of a rule that are no hours',
      { standard: { partial: { ...DEFAULT_ALARM_SETTINGS.standard.partial, when: 'at night' } } },
      'standard.partial',
    ],
    [
      'an hour of a rule that ends before it begins',
      { standard: { partial: { ...DEFAULT_ALARM_SETTINGS.standard.partial, when: { monday: '06:00-00:00' } } } },
      'standard.partial',
    ],
    ['no rules', { standard: [] }, 'standard'],
    ['an invalid time', { quiet: { monday: ['25:00-26:00'] } }, 'quiet.monday'],
    ['an end before its beginning', { quiet: { monday: ['06:00-00:00'] } }, 'quiet.monday'],
    ['a quarter of an hour', { quiet: { monday: ['06:15-07:00'] } }, 'quiet.monday'],
    ['no deadlines', { deadlines: [] }, 'deadlines'],
    [
      'a deadline of 0',
      { deadlines: { byConsequence: { partial: { takeMinutes: 0, endMinutes: 1 } } } },
      'deadlines.byConsequence.partial',
    ],
    [
      'a deadline after a week',
      { deadlines: { byConsequence: { partial: { takeMinutes: 10_081, endMinutes: 1 } } } },
      'deadlines.byConsequence.partial',
    ],
    [
      'half a deadline',
      { deadlines: { byConsequence: { partial: { takeMinutes: 1 } } } },
      'deadlines.byConsequence.partial',
    ],
    ['hours that are no hours', { deadlines: { hours: { monday: 'always' } } }, 'deadlines.hours.monday'],
    ['an unknown zone', { deadlines: { zone: 'Mars/Olympus' } }, 'deadlines.zone'],
    ['an escalation at once', { deadlines: { escalateAfterMinutes: 0 } }, 'deadlines.escalateAfterMinutes'],
    ['too many spans', { quiet: { monday: Array.from({ length: 49 }, () => '00:00-01:00') } }, 'quiet.monday'],
  ])('lose only the invalid part: %s', (_what, fields, part) => {
    const sound = { watching: { sound: true } };
    expect(parseAlarmSettings(text({ ...sound, ...fields }))).toEqual(usualBut(sound, part));
  });

  test.each([
    ['no JSON', '{', 'not-alarms'],
    ['a list', '[]', 'not-alarms'],
    ['no version', '{}', 'not-alarms'],
    ['another version', '{"version": 2}', 'other-version'],
    ['too much text', ' '.repeat(100_001), 'too-large'],
  ])('are refused with a reason: %s', (_what, written, kind) => {
    expect(parseAlarmSettings(written)).toEqual({ settings: DEFAULT_ALARM_SETTINGS, problems: [{ kind }] });
  });

  test('accept no prototype from outside', () => {
    const { settings } = parseAlarmSettings(
      '{"version": 1, "__proto__": {"perMinute": 1}, "standard": {"__proto__": {"failures": 1}}}',
    );
    expect(settings).toEqual(DEFAULT_ALARM_SETTINGS);
  });
});
