import { expect, test } from 'vitest';
import { DESKTOP, PAGE } from '../../../src-shared/domain/outlets/local-outlets.ts';
import type { AlarmDelivery } from '../../../src-shared/domain/alarms/raised-alarm.ts';
import { deliveriesWords } from '../../../src-shared/words/alarms/delivery-words.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const outlets = [
  { id: '1', name: 'ops' },
  { id: '2', name: 'pager\u202E' },
];
const words = (...deliveries: Parameters<typeof deliveriesWords>[0]['deliveries']) =>
  deliveriesWords({ firstAt: NOON, deliveries }, outlets, 'Europe/Berlin');

test('[ALARM-41] names each outlet with the time of the delivery, or with the reason why it was not delivered', () => {
  const at = NOON + 63_000;
  expect(words()).toBe('');
  expect(
    words(
      { outlet: DESKTOP, at, outcome: 'delivered', detail: null },
      { outlet: '1', at, outcome: 'delivered', detail: null },
      { outlet: '2', at, outcome: 'not-delivered', detail: 'HTTP 503' },
    ),
  ).toBe(String.raw`Desktop accepted 13:01 · ops 13:01 · pager\u{202E} not delivered: HTTP 503`);
  expect(
    words(
      { outlet: PAGE, at, outcome: 'not-delivered', detail: null },
      { outlet: '1', at, outcome: 'retrying', detail: 'HTTP 503' },
      { outlet: '1', at: NOON + 30 * 3_600_000, outcome: 'delivered', detail: null },
    ),
  ).toBe('Page not delivered · ops not delivered yet: HTTP 503 · ops 2026-11-22 19:00');
});

const available = (banners: 'shown' | 'held-back' | 'unknown') =>
  ({ kind: 'available', service: 'dunst 1.9.0', banners }) as const;

test.each<[Partial<AlarmDelivery>, string]>([
  [{ desk: available('shown') }, 'Desktop accepted 13:01'],
  [{ desk: available('unknown') }, 'Desktop accepted 13:01'],
  [{ desk: available('held-back') }, 'Desktop accepted 13:01, banner held back'],
  [{ desk: available('unknown'), wasClicked: true }, 'Desktop shown 13:01'],
  [{ desk: available('held-back'), wasClicked: true }, 'Desktop shown 13:01'],
  [{ outlet: PAGE }, 'Page accepted 13:01'],
  [
    {
      outcome: 'not-delivered',
      detail: 'x',
      desk: { kind: 'missing', since: NOON - 3_600_000, reason: 'no bus\u202E' },
    },
    String.raw`Desktop not delivered: no desktop has shown alarms since 12:00 (no bus\u{202E})`,
  ],
  [{ outcome: 'not-delivered', detail: 'no reply', desk: available('shown') }, 'Desktop not delivered: no reply'],
])('[ALARM-32] says that an alarm was shown only if a user clicked it: %j', (part, expected) => {
  expect(words({ outlet: DESKTOP, at: NOON + 63_000, outcome: 'delivered', detail: null, ...part })).toBe(expected);
});
