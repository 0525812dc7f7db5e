import { expect, it } from 'vitest';
import { positionNextTo } from '../../src-renderer/components/overlay/popover-position.ts';

const page = { width: 1000, height: 600 };
const tip = { width: 100, height: 20 };
const about = (left: number, top: number) => ({ left, top, width: 40, height: 30 });

it.each([
  ['below, in the middle', 'bottom', about(500, 100), { left: 470, top: 135 }],
  ['above if there is no room below', 'bottom', about(500, 560), { left: 470, top: 535 }],
  ['inside the left edge of the page', 'bottom', about(0, 100), { left: 5, top: 135 }],
  ['inside the right edge of the page', 'bottom', about(980, 100), { left: 895, top: 135 }],
  ['below, from its left edge', 'bottom-start', about(500, 100), { left: 500, top: 135 }],
  ['below, to its right edge', 'bottom-end', about(500, 100), { left: 440, top: 135 }],
  ['above, to its right edge', 'bottom-end', about(500, 560), { left: 440, top: 535 }],
  ['at the right, in the middle', 'right', about(500, 100), { left: 545, top: 105 }],
  ['at the left if there is no room at the right', 'right', about(900, 100), { left: 795, top: 105 }],
  ['inside the bottom edge of the page', 'right', about(500, 590), { left: 545, top: 575 }],
] as const)('a popover is placed %s', (_, side, place, expected) => {
  expect(positionNextTo(side, place, tip, page)).toEqual(expected);
});

it('a popover as large as the page starts at its edge', () => {
  expect(positionNextTo('right', about(500, 100), { width: 990, height: 700 }, page)).toEqual({ left: 5, top: 5 });
});
