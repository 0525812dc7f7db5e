import { describe, expect, test } from 'vitest';
import type { Alarm } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { alarmNotificationSchema } from '../../../src-shared/api/alarms.ts';
import {
  alarmBody,
  alarmsTodayWords,
  alarmTitle,
  channelsWords,
  notificationTexts,
  ruleName,
  alarmReasonWords,
} from '../../../src-shared/words/alarms/alarm-words.ts';
import { DESKTOP } from '../../../src-shared/domain/outlets/local-outlets.ts';
import { deliveriesWords } from '../../../src-shared/words/alarms/delivery-words.ts';
import { aboutFailures, anAlarm } from '../../doubles/alarms.ts';
import { hostileTexts } from '../../doubles/hostile-texts.ts';

const ACME = { profile: 'Acme Europe', practice: false };
const EID_LINE = 'EID 89049032000000000000000000004712';
const textsOf = (alarm: Alarm) => [alarmTitle(alarm, 'Europe/Stockholm'), alarmBody(alarm)];
const REQUEST = 'cause:request/CHANGE_SUBSCRIPTIONSTATE/CMP_ERROR/70';
const three = [
  { country: 'NO', count: 120 },
  { country: 'PL', count: 80 },
  { country: 'SE', count: 14 },
];
const request = (figures: Parameters<typeof aboutFailures>[0]) =>
  aboutFailures({
    cause: REQUEST,
    eids: 0,
    countries: [],
    requests: 1,
    only: { eid: null, requestId: 'REQ-1', iccid: null },
    ...figures,
  });

describe('[ALARM-16] the words of an alarm: what failed, how much, where and since when', () => {
  test.each<[string, Partial<Alarm>, string, string]>([
    [
      'for one eUICC',
      {},
      'Allocation failed · Sweden',
      'The profile is on the eUICC but unusable.\nEID 89049032000000000000000000004712',
    ],
    [
      'for one eUICC that fails repeatedly',
      { about: aboutFailures({ failures: 3 }) },
      'Allocation failed · Sweden · 3 times · since 13:00',
      'The profile is on the eUICC but unusable.\nEID 89049032000000000000000000004712',
    ],
    [
      'for many eUICCs',
      { about: aboutFailures({ failures: 230, eids: 214, countries: three, only: null }) },
      'Allocation failed · 214 eUICCs · 3 countries · since 13:00',
      'Profile on the eUICC, unusable\nNorway 120, Poland 80, Sweden 14',
    ],
    [
      'for more eUICCs than the counted maximum',
      {
        about: aboutFailures({
          failures: 90_000,
          eids: 50_000,
          isMore: true,
          countries: three,
          others: 30,
          only: null,
        }),
      },
      'Allocation failed · over 50,000 eUICCs · 33 countries · since 13:00',
      'Profile on the eUICC, unusable\nNorway 120, Poland 80, Sweden 14, 30 more',
    ],
    [
      'for more than a day',
      { lastAt: Date.UTC(2026, 10, 23), about: aboutFailures({ failures: 2, eids: 2, only: null }) },
      'Allocation failed · 2 eUICCs · Sweden · since 2026-11-21 13:00',
      'Profile on the eUICC, unusable',
    ],
    [
      'for an undocumented code',
      { about: aboutFailures({ cause: 'cause:localization/NEW_STEP//ODD', countries: [] }) },
      'Unknown step failed',
      'The provider does not document what this means.\nEID 89049032000000000000000000004712\nODD',
    ],
    [
      'for a partly failed request',
      { severity: 'partial', about: request({ failedResources: 3, resources: 50 }) },
      'State change: 3 of 50 resources failed',
      'Some resources failed.\nRequest REQ-1\nCMP_ERROR 70',
    ],
    [
      'for a completely failed request',
      { about: request({ failedResources: 500, resources: 500 }) },
      'State change: all 500 resources failed',
      'The change failed.\nRequest REQ-1\nCMP_ERROR 70',
    ],
    [
      'for a request without figures',
      { about: request({}) },
      'State change failed',
      'The change failed.\nRequest REQ-1\nCMP_ERROR 70',
    ],
    [
      'for several requests',
      {
        severity: 'partial',
        about: request({ failures: 18, requests: 18, wholly: 2, failedResources: 214, resources: 900, only: null }),
      },
      'State change: 214 of 900 resources failed · 18 requests (2 failed completely) · since 13:00',
      'Some resources failed\nCMP_ERROR 70',
    ],
    [
      'for an event without a case',
      {
        severity: 'unknown',
        rules: [{ id: 'unknown', name: '' }],
        about: aboutFailures({
          cause: null,
          eventKind: 'NEW_EVENT',
          operation: null,
          eids: 0,
          countries: [],
          only: null,
        }),
      },
      'Unknown outcome · NEW_EVENT',
      'NEW_EVENT',
    ],
    [
      'for a failure of an unknown kind',
      {
        severity: 'failed',
        rules: [{ id: 'failures', name: '' }],
        about: aboutFailures({
          cause: null,
          eventKind: 'BULK_RESULT',
          operation: 'BULK',
          failures: 3,
          eids: 0,
          requests: 2,
          countries: [],
          only: null,
        }),
      },
      'Any failure · BULK_RESULT BULK failed · 3 events · since 13:00',
      'Not documented by the provider\nBULK',
    ],
    [
      'for the limit alarm',
      { about: { kind: 'not-shown', count: 1_312 } },
      '+1,312 not shown',
      'More alarms came than are shown in a minute. See all of them in Settings, Alarms.',
    ],
    [
      'for a test alarm',
      { about: { kind: 'test' } },
      'Test alarm',
      'This is what an alarm looks like. Nothing has failed.',
    ],
  ])('%s', (_what, fields, title, body) => {
    expect(textsOf(anAlarm(fields))).toEqual([title, body]);
  });

  test('for a problem with watching and its end', () => {
    const blind = { kind: 'signal', signal: 'blind', cause: 'cut', endedAt: null } as const;
    const lasting = anAlarm({ about: blind, severity: 'watching', rules: [] });
    const over = { ...lasting, about: { ...blind, endedAt: lasting.since + 252_000 } };
    expect(textsOf(lasting)).toEqual([
      'Blind since 13:00:00 · the connection was cut',
      'Not watching: new failures go unnoticed. Watchfloor tries again by itself.',
    ]);
    expect(textsOf(over)).toEqual([
      'Blind since 13:00:00 · the connection was cut',
      'It is over, and lasted 4 m 12 s.',
    ]);
    expect(notificationTexts(over, ACME, 'Europe/Stockholm')).toEqual({
      title: 'Watching again · blind 4 m 12 s',
      body: 'From 13:00:00 to 13:04:12, CET.\nAcme Europe',
    });
  });

  test('with the name of the profile and a mark for Practice', () => {
    expect(notificationTexts(anAlarm(), { profile: 'Acme', practice: true }, 'UTC')).toEqual({
      title: 'PRACTICE · Allocation failed · Sweden',
      body: 'The profile is on the eUICC but unusable.\nAcme\nEID 89049032000000000000000000004712',
    });
  });
});

describe('[ALARM-16] the texts of a notification', () => {
  const many = aboutFailures({ failures: 230, eids: 214, countries: three, only: null });
  const blind = { kind: 'signal', signal: 'blind', cause: 'cut', endedAt: null } as const;
  const longName = { eventKind: 'E'.repeat(60), cause: null, operation: null, only: null, countries: [] };
  test.each<[Partial<Alarm>, title: string, body: readonly string[]]>([
    [{}, 'Allocation failed · Sweden', ['The profile is on the eUICC but unusable.', 'Acme Europe', EID_LINE]],
    [
      { about: many },
      'Allocation failed · 214 eUICCs',
      [
        'Profile on the eUICC, unusable',
        'Acme Europe',
        '3 countries · since 13:00',
        'Norway 120, Poland 80, Sweden 14',
      ],
    ],
    [
      { about: blind, severity: 'watching', rules: [] },
      'Blind since 13:00:00',
      [
        'Not watching: new failures go unnoticed. Watchfloor tries again by itself.',
        'Acme Europe',
        'the connection was cut',
      ],
    ],
    [
      { about: aboutFailures(longName), severity: 'event', rules: [] },
      `${'E'.repeat(39)}…`,
      ['E'.repeat(60), 'Acme Europe', 'E'.repeat(60)],
    ],
  ])('have the meaning and the profile before the rest of a title over 40 characters, and the ids: %j', (...row) => {
    const [fields, title, body] = row;
    const texts = notificationTexts(anAlarm(fields), ACME, 'Europe/Stockholm');
    expect({ title: texts.title, body: texts.body.split('\n') }).toEqual({ title, body });
  });
});

describe('the reason of an alarm', () => {
  test.each<[Alarm['silence'], string]>([
    [null, 'Any failure'],
    ['quiet', 'not shown: quiet hours'],
    ['no-banner', 'not shown: its rules show no banner'],
    ['acknowledged', 'not shown: acknowledged before'],
  ])('is given for the decision %o', (silence, words) => {
    expect(alarmReasonWords(anAlarm({ silence }))).toBe(words);
  });

  test('names the rules by their views, and the channels', () => {
    expect(
      alarmReasonWords(
        anAlarm({
          rules: [
            { id: 'failures', name: '' },
            { id: 'v1', name: 'Norway' },
          ],
        }),
      ),
    ).toBe('Any failure, Norway');
    expect(ruleName({ id: 'toString', name: '' })).toBe('toString');
    expect([
      channelsWords({ banner: true, sound: true, badge: true }),
      channelsWords({ banner: false, sound: false, badge: false }),
    ]).toEqual(['banner, sound, badge', 'history only']);
  });
});

test.each<[all: number, accepted: number, opened: number, words: string]>([
  [0, 0, 0, 'Alarms today: none'],
  [46, 0, 0, 'Alarms today: 46, none sent as a notification'],
  [46, 1, 1, 'Alarms today: 46, 1 sent as a notification, 1 opened'],
  [1_046, 1_012, 3, 'Alarms today: 1,046, 1,012 sent as notifications, 3 opened'],
  [46, 46, 0, 'Alarms today: 46, all sent as notifications'],
  [1, 0, 0, 'Alarms today: 1, not sent as a notification'],
  [1, 1, 0, 'Alarms today: 1, sent as a notification'],
])('[ALARM-41] %i alarms, %i accepted and %i opened are described as %s', (all, accepted, opened, words) => {
  expect(alarmsTodayWords({ all, accepted, opened })).toBe(words);
});

/** Control characters, format characters and separators. Only line breaks between lines are allowed. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
const STEERING = [
  'A\u202E\u0000\n\u200B😀'.repeat(200),
  '\u202E8904\u2066',
  '\u0000\u001B[2J\u0007',
  'a\r\nb\u2028c',
  '\uD800',
  '\u200B\u00AD',
  'x'.repeat(100_000),
];

describe('[PAGE-173] text from outside in an alarm is visible text of limited length', () => {
  const part = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 80).toWellFormed());
  const withCause = (text: string) =>
    aboutFailures({
      cause: `cause:localization/${part(text)}//${part(text)}`,
      eventKind: text,
      operation: text,
      errorCode: text,
      countries: [{ country: text, count: 1 }],
      only: { eid: text, requestId: text, iccid: text },
    });

  test.each<[string, (text: string) => Alarm['about']]>([
    ['a case', withCause],
    ['no case', (text) => ({ ...withCause(text), cause: null })],
    [
      'several',
      (text) => ({ ...withCause(text), failures: 2, only: null, countries: [{ country: text, count: 1 }, ...three] }),
    ],
  ])('for %s', (_what, aboutOf) => {
    for (const text of [...hostileTexts, ...STEERING]) {
      const alarm = anAlarm({
        about: aboutOf(text),
        rules: [
          { id: text, name: text },
          { id: '__proto__', name: '' },
        ],
      });
      const deliveries = [DESKTOP, 'ops'].map((outlet) => ({
        outlet,
        at: 0,
        outcome: 'retrying' as const,
        detail: text,
      }));
      const delivered = deliveriesWords({ ...alarm, deliveries }, [{ id: 'ops', name: text }], 'UTC');
      const { title, body } = notificationTexts(alarm, { profile: text, practice: true }, 'UTC');
      const shown = [title, body, ...textsOf(alarm), alarmReasonWords(alarm), delivered]
        .concat(ruleName({ id: 'a', name: text }))
        .flatMap((each) => each.split('\n'));
      expect(shown.filter((line) => UNSEEN.test(line))).toEqual([]);
      expect(Math.max(...shown.map(({ length }) => length))).toBeLessThan(600);
      expect(alarmNotificationSchema.pick({ title: true, body: true }).parse({ title, body })).toEqual({ title, body });
    }
  });
});
