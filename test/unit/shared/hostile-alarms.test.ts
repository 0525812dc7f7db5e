import { expect, test } from 'vitest';
import { alarmNotificationSchema, type Alarm } from '../../../src-shared/api/alarms.ts';
import {
  alarmBody,
  alarmTitle,
  notificationTexts,
  ruleName,
  alarmReasonWords,
} from '../../../src-shared/words/alarms/alarm-words.ts';
import { hostileTexts } from '../../doubles/hostile-texts.ts';

/** Control characters, format characters and separators; only line breaks between lines are allowed. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
const STEERING = [
  '\u202E8904\u2066',
  '\u0000\u001B[2J\u0007',
  'a\r\nb\u2028c',
  '\uD800',
  '\u200B\u00AD',
  'x'.repeat(100_000),
];

const alarmOf = (text: string): Alarm => ({
  id: 'alarm',
  about: {
    kind: 'failures',
    cause: null,
    eventKind: text,
    operation: text,
    errorCode: text,
    failures: 1,
    eids: 1,
    isMore: false,
    requests: 0,
    wholly: 0,
    failedResources: 0,
    resources: 0,
    countries: [{ country: text, count: 1 }],
    others: 0,
    only: { eid: text, requestId: text, iccid: text },
  },
  severity: 'failed',
  rules: [{ id: 'view', name: text }],
  how: { banner: true, sound: false, badge: true },
  since: 0,
  firstAt: 0,
  lastAt: 0,
  firstSeq: 1,
  lastSeq: 1,
  delivery: { kind: 'not-shown', at: 0, why: 'refused', detail: text },
  openedAt: null,
  seenAt: null,
});

test('[ALARM-17] alarms show any event, view or profile name as visible text of limited length', () => {
  for (const text of [...hostileTexts, ...STEERING]) {
    const alarm = alarmOf(text);
    const { title, body } = notificationTexts(alarm, { profile: text, practice: true }, 'UTC');
    const shown = [
      title,
      ...body.split('\n'),
      alarmTitle(alarm, 'UTC'),
      ...alarmBody(alarm).split('\n'),
      alarmReasonWords(alarm),
      ruleName({ id: 'a', name: text }),
    ];
    expect(shown.filter((line) => UNSEEN.test(line))).toEqual([]);
    const bounds = alarmNotificationSchema.pick({ title: true, body: true }).safeParse({ title, body });
    expect([text.slice(0, 20), bounds.success]).toEqual([text.slice(0, 20), true]);
    expect(Math.max(...shown.map(({ length }) => length))).toBeLessThan(600);
  }
});
