import { describe, expect, it, test } from 'vitest';
import { type Hold, type HoldInput, nextHold, LIVE, withArrival } from '../../src-renderer/lists/hold.ts';

const NOW = 100_000;
const facts = (part: Partial<HoldInput> = {}): HoldInput => ({
  attention: { isPointing: false, isReading: false },
  leftAt: null,
  isReleased: false,
  isAway: false,
  arrivals: [],
  before: LIVE,
  ...part,
});
const pointing = { isPointing: true, isReading: false };
const reading = { isPointing: false, isReading: true };
const came = (count: number, ago = 0) => [{ at: NOW - ago, count }];
const fast = (perSecond: number): Hold => ({ kind: 'fast', perSecond });
const held = (why: 'pointing' | 'reading'): Hold => ({ kind: 'held', why });

describe('[PAGE-3] the list', () => {
  test.each<[string, Partial<HoldInput>, Hold]>([
    ['follows while the user does nothing', {}, LIVE],
    ['pauses under the pointer', { attention: pointing }, held('pointing')],
    ['pauses for 2 s after the pointer has left', { leftAt: NOW - 1_999 }, held('pointing')],
    ['follows 2 s after the pointer has left', { leftAt: NOW - 2_000 }, LIVE],
    [
      'follows under the pointer after the user asked for the newest rows',
      { attention: pointing, isReleased: true },
      LIVE,
    ],
    ['pauses while the user reads, whatever the pointer does', { attention: reading, leftAt: NOW }, held('reading')],
    ['pauses if its top row is not the newest', { isAway: true }, held('reading')],
    ['follows ten rows in two seconds', { arrivals: came(10) }, LIVE],
    ['redraws at intervals if more rows arrive', { arrivals: came(11) }, fast(5.5)],
    ['follows again after they stopped', { arrivals: came(11, 2_000) }, LIVE],
    ['keeps its mode near the limit', { arrivals: came(8), before: fast(6) }, fast(4)],
    ['follows if few rows arrive', { arrivals: came(6), before: fast(6) }, LIVE],
    [
      'pauses under the pointer however fast rows arrive',
      { attention: pointing, arrivals: came(2_000) },
      held('pointing'),
    ],
    ['reports the rate with two digits', { arrivals: came(1_987) }, fast(990)],
  ])('%s', (_, part, expected) => {
    expect(nextHold(facts(part), NOW)).toEqual(expected);
  });

  it.each([
    [100, 50],
    [110, 50],
    [90, 50],
    [111, 56],
    [88, 44],
  ])('shows the rate of %i rows in two seconds after 50 a second as %i a second', (count, shown) => {
    expect(nextHold(facts({ arrivals: came(count), before: fast(50) }), NOW)).toEqual(fast(shown));
  });

  it('returns the same state if nothing changed, so that nothing is rendered again', () => {
    const before = held('reading');
    expect(nextHold(facts({ attention: reading, before }), NOW)).toBe(before);
  });
});

it('withArrival drops arrivals that no longer count', () => {
  expect(withArrival([...came(5, 2_500), ...came(3, 500)], { at: NOW, count: 1 })).toEqual([
    ...came(3, 500),
    ...came(1),
  ]);
});
