import { describe, expect, test } from 'vitest';
import type { Moment } from '../../../../src-main/core/ports/clock.ts';
import { Lateness } from '../../../../src-main/core/stream/lateness.ts';

const REQUESTED = Date.UTC(2026, 0, 1);
/** Elapsed time does not start at 0; only differences matter. */
const moment = (seconds: number): Moment => ({
  at: REQUESTED + seconds * 1_000,
  elapsed: 7_000_000 + seconds * 1_000,
});

/** An event: its kind (`start`, `beat` or anything else), and the seconds of its creation and arrival. */
type Timed = readonly [kind: string, created: number, arrived: number];
const KINDS: Readonly<Record<string, string>> = { start: 'SUBSCRIPTION_STARTED', beat: 'HEARTBEAT' };

/** @param ahead seconds that the service's clock is ahead */
function measured(events: readonly Timed[], ahead = 0): Lateness {
  const lateness = new Lateness(moment(0));
  for (const [kind, created, arrived] of events) {
    const createdAt = REQUESTED + (created + ahead) * 1_000;
    lateness.received({ kind: KINDS[kind] ?? kind, createdAt }, moment(arrived));
  }
  return lateness;
}

const seconds = (ms: number | null) => (ms === null ? null : ms / 1_000);

/** A proxy that sends what it has every `holdSeconds`: the service sends an event every 3 s and a heartbeat every 30 s. */
function heldBack(holdSeconds: number, forSeconds: number): Timed[] {
  const events: Timed[] = [['start', 0, holdSeconds]];
  for (let created = 3; created < forSeconds; created += 3)
    events.push([created % 30 === 0 ? 'beat' : 'event', created, Math.ceil(created / holdSeconds) * holdSeconds]);
  return events;
}
const beats = (delay: number, count: number): Timed[] => [
  ['start', 0, delay],
  ...Array.from({ length: count }, (_, index): Timed => ['beat', 30 * (index + 1), 30 * (index + 1) + delay]),
];

describe('[STREAM-32] a stream that is held back', () => {
  test.each<[string, readonly Timed[], number | null]>([
    ['comes at once', beats(0.1, 5), null],
    ['comes after 4 s', beats(4, 5), null],
    ['is held back from its head on', [['start', 0, 36]], 36],
    ['is held back in bursts', heldBack(36, 180), 36],
    ['is held back in bursts of 70 s', heldBack(70, 200), 70],
    ['delays each event by 40 s', beats(40, 5), 40],
    ['is held back after its first event', [['start', 0, 0], ...heldBack(36, 180).slice(1)], 33],
    [
      'is held back after its first event and has only heartbeats',
      [
        ['start', 0, 0],
        ['beat', 30, 90],
        ['beat', 60, 90],
        ['beat', 90, 90],
        ['beat', 120, 180],
      ],
      60,
    ],
    [
      'pauses once',
      [
        ['start', 0, 0],
        ['event', 5, 65],
        ['beat', 30, 65],
        ['beat', 60, 65],
        ['beat', 90, 90],
      ],
      null,
    ],
    [
      'pauses once, and the rest comes slowly',
      [
        ['start', 0, 0],
        ['beat', 30, 65],
        ['event', 40, 67],
        ['beat', 60, 68],
      ],
      null,
    ],
    [
      'is in time, and the service itself sends other events late',
      [...beats(0, 5), ['event', 100, 155], ['event', 110, 170], ['event', 120, 175]],
      null,
    ],
    [
      'begins with older events that the service sends again',
      [
        ['event', -600, 0.1],
        ['start', 0, 0.1],
        ['event', -300, 0.2],
        ['beat', 30, 30],
        ['event', -200, 31],
      ],
      null,
    ],
    [
      'begins with an older start that the service sends again',
      [
        ['start', -600, 0.1],
        ['beat', -570, 0.1],
        ['start', 0, 0.1],
        ['beat', 30, 30],
      ],
      null,
    ],
    [
      'has no start',
      [
        ['beat', 10, 10],
        ['beat', 40, 40],
      ],
      null,
    ],
    [
      'has no start and comes in bursts',
      [
        ['beat', 10, 36],
        ['event', 30, 36],
        ['event', 40, 72],
        ['beat', 50, 72],
        ['beat', 71, 72],
        ['event', 76, 108],
        ['beat', 80, 108],
      ],
      31,
    ],
    [
      'answers late, and its start is then new',
      [
        ['start', 50, 50],
        ['beat', 80, 80],
      ],
      null,
    ],
  ])('is recognised: one that %s', (_, events, expected) => {
    for (const ahead of [0, -7_200, 7_200])
      if (ahead === 0 || expected === null) expect(seconds(measured(events, ahead).heldBackMs)).toBe(expected);
  });

  test.each([-7_200, -90, 90, 7_200])('is recognised although the clock of the service is %i s ahead', (ahead) => {
    const { heldBackMs, offsetMs } = measured(heldBack(36, 360), ahead);
    expect(heldBackMs).toBeGreaterThan(20_000);
    expect(Math.abs((offsetMs ?? 0) / 1_000 - ahead)).toBeLessThanOrEqual(6);
  });

  test('is forgotten when events have come in time for 150 s', () => {
    const held = heldBack(36, 72);
    const later: Timed[] = [100, 130, 160, 190].map((at) => ['beat', at, at]);
    expect(measured([...held, ...later]).heldBackMs).toBe(36_000);
    expect(measured([...held, ...later, ['beat', 223, 223]]).heldBackMs).toBeNull();
  });

  test('shows the longest delay of the last 150 s, also while the delay shrinks', () => {
    const shrinking: Timed[] = [['start', 0, 60]];
    for (let at = 90; at < 600; at += 30) shrinking.push(['beat', at - 30, at]);
    expect(measured(shrinking).heldBackMs).toBe(30_000);
  });
});

describe('[STREAM-32] the offset of the clock', () => {
  test.each([
    ['that is equal, although the stream is held back', heldBack(36, 180), 0, 0],
    ['that is equal, although each event is delayed', beats(40, 3), 0, 0],
    ['that is 3 s behind, although the stream is held back', heldBack(36, 180), -3, -3],
    [
      'that is equal, although events are sent again',
      [
        ['start', 0, 0.1],
        ['event', -900, 0.1],
      ] as Timed[],
      0,
      0,
    ],
    ['that is behind', beats(0.5, 3), -7_200, -7_200.5],
    ['that is ahead', beats(0.5, 3), 7_200, 7_199.5],
    ['that is unknown before the first event', [], 50, null],
  ])('is found from the freshest event: one %s', (_, events, ahead, expected) => {
    expect(seconds(measured(events, ahead).offsetMs)).toBe(expected);
  });

  test('does not change when this computer sets its clock', () => {
    const lateness = new Lateness(moment(0));
    lateness.received({ kind: 'SUBSCRIPTION_STARTED', createdAt: REQUESTED }, moment(0));
    const { elapsed } = moment(30);
    lateness.received({ kind: 'HEARTBEAT', createdAt: REQUESTED + 30_000 }, { at: REQUESTED + 9e6, elapsed });
    expect([lateness.offsetMs, lateness.maxMs]).toEqual([0, null]);
  });
});
