import { describe, expect, it, test } from 'vitest';
import { type Hold, type HoldInput, nextHold, LIVE, withArrival } from '../../src-renderer/stores/timeline-hold.ts';

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
    ['follows where nobody does anything', {}, LIVE],
    ['holds under the pointer', { attention: pointing }, held('pointing')],
    ['holds for a moment after the pointer has left', { leftAt: NOW - 1_999 }, held('pointing')],
    ['follows two seconds later', { leftAt: NOW - 2_000 }, LIVE],
    ['follows under a pointer whose reader asked for the newest', { attention: pointing, isReleased: true }, LIVE],
    ['holds while somebody reads, whatever the pointer does', { attention: reading, leftAt: NOW }, held('reading')],
    ['holds where its top is not the newest', { isAway: true }, held('reading')],
    ['follows ten rows in two seconds', { arrivals: came(10) }, LIVE],
    ['is shown anew now and then where more come', { arrivals: came(11) }, fast(5.5)],
    ['follows again when they have stopped', { arrivals: came(11, 2_000) }, LIVE],
    ['stays in its manner near the limit', { arrivals: came(8), before: fast(6) }, fast(4)],
    ['follows when few come', { arrivals: came(6), before: fast(6) }, LIVE],
    [
      'holds under the pointer however fast they come',
      { attention: pointing, arrivals: came(2_000) },
      held('pointing'),
    ],
    ['says the rate in two digits', { arrivals: came(1_987) }, fast(990)],
  ])('%s', (_, part, expected) => {
    expect(nextHold(facts(part), NOW)).toEqual(expected);
  });

  it('is the same as before where nothing has changed, so that nothing is drawn again', () => {
    const before = held('reading');
    expect(nextHold(facts({ attention: reading, before }), NOW)).toBe(before);
  });
});

it('forgets arrivals that do not count any more', () => {
  expect(withArrival([...came(5, 2_500), ...came(3, 500)], { at: NOW, count: 1 })).toEqual([
    ...came(3, 500),
    ...came(1),
  ]);
});
