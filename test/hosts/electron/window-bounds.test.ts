import { expect, test } from 'vitest';
import {
  type Rectangle,
  type Screen,
  restoredWindowState,
  type WindowState,
} from '../../../src-main/hosts/electron/window/window-bounds.ts';

const at = (x: number, y: number, width: number, height: number): Rectangle => ({ x, y, width, height });
const normal = (bounds: Rectangle): WindowState => ({ bounds, mode: 'normal' });
const laptop: Screen = { workArea: at(0, 25, 1440, 875) };
const right: Screen = { workArea: at(1440, 0, 2560, 1400) };
const left: Screen = { workArea: at(-1920, 0, 1920, 1080) };
const small: Screen = { workArea: at(0, 0, 800, 480) };

test.each<[string, WindowState | null, readonly [Screen, ...Screen[]], WindowState]>([
  ['opens in the middle the first time', null, [right], normal(at(2000, 250, 1440, 900))],
  ['fits the screen the first time', null, [laptop], normal(at(0, 25, 1440, 875))],
  ['opens where it was', normal(at(1500, 100, 1600, 1000)), [laptop, right], normal(at(1500, 100, 1600, 1000))],
  [
    'opens where it was, left of the first screen',
    normal(at(-1900, 10, 1000, 700)),
    [laptop, left],
    normal(at(-1900, 10, 1000, 700)),
  ],
  ['moves to the screen that is left', normal(at(1500, 100, 1600, 1000)), [laptop], normal(at(0, 25, 1440, 875))],
  ['moves to the nearest screen', normal(at(4100, 100, 1000, 700)), [laptop, right], normal(at(3000, 100, 1000, 700))],
  [
    'opens on the screen that has most of it',
    normal(at(1300, 100, 1000, 700)),
    [laptop, right],
    normal(at(1440, 100, 1000, 700)),
  ],
  ['moves back inside the edge', normal(at(900, 700, 1000, 700)), [laptop], normal(at(440, 200, 1000, 700))],
  ['moves down until its title is visible', normal(at(100, -300, 1000, 700)), [laptop], normal(at(100, 25, 1000, 700))],
  ['has at least the minimum size', normal(at(100, 100, 10, 10)), [right], normal(at(1440, 100, 960, 600))],
  ['fits a screen that is smaller than the minimum', normal(at(0, 0, 1440, 900)), [small], normal(at(0, 0, 800, 480))],
  [
    'stays maximized',
    { bounds: at(1500, 100, 1000, 700), mode: 'maximized' },
    [laptop, right],
    { bounds: at(1500, 100, 1000, 700), mode: 'maximized' },
  ],
  [
    'is in full screen on another screen if its own is gone',
    { bounds: at(9000, 0, 1000, 700), mode: 'full-screen' },
    [laptop, right],
    { bounds: at(3000, 0, 1000, 700), mode: 'full-screen' },
  ],
])('[HOST-10] the window %s', (_, was, screens, expected) =>
  expect(restoredWindowState(was, screens)).toEqual(expected),
);
