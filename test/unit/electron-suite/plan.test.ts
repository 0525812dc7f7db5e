import { expect, test } from 'vitest';
import { type ElectronMachine, planElectronRuns } from '../../electron/plan.ts';

const linux: ElectronMachine = {
  platform: 'linux',
  electron: { kind: 'available', binary: '/electron' },
  hasX11: true,
  hasWayland: false,
  hasWeston: true,
  isRoot: false,
  allowsNamespaces: true,
};
const mac: ElectronMachine = { ...linux, platform: 'darwin', hasX11: false, hasWeston: false };
const notFetched = { kind: 'not-fetched', folder: '/', why: 'the binary is not there' } as const;

const all = ['real Electron on X11', 'real Electron on Wayland', 'real Electron, packed'];
const every = (reason: string) => all.map((name) => `${name}: ${reason}`);

test.each<[string, ElectronMachine, string[], string[]]>([
  ['Linux with an X display and weston', linux, ['checkout x11', 'checkout wayland in weston', 'packed x11'], []],
  ['Linux with both displays', { ...linux, hasWayland: true }, ['checkout x11', 'checkout wayland', 'packed x11'], []],
  [
    'Linux with weston alone',
    { ...linux, hasX11: false },
    ['checkout wayland in weston', 'packed wayland in weston'],
    ['real Electron on X11: there is no X display (DISPLAY is not set); xvfb-run makes one'],
  ],
  [
    'Linux with an X display alone',
    { ...linux, hasWeston: false },
    ['checkout x11', 'packed x11'],
    ['real Electron on Wayland: there is no Wayland display (WAYLAND_DISPLAY is not set), and no weston'],
  ],
  [
    'Linux without a display',
    { ...linux, hasX11: false, hasWeston: false },
    [],
    [
      'real Electron on X11: there is no X display (DISPLAY is not set); xvfb-run makes one',
      'real Electron on Wayland: there is no Wayland display (WAYLAND_DISPLAY is not set), and no weston',
      'real Electron, packed: there is no display',
    ],
  ],
  ['Linux without the binary', { ...linux, electron: notFetched }, [], every('the binary is not there')],
  ['root on Linux', { ...linux, isRoot: true }, [], every('Electron does not run as root')],
  [
    'Linux that forbids namespaces',
    { ...linux, allowsNamespaces: false },
    [],
    every('this computer does not allow the namespaces of Chromium’s sandbox (`unshare -Ur true` fails)'),
  ],
  ['macOS', mac, ['checkout native', 'packed native'], []],
  ['Windows', { ...mac, platform: 'win32' }, ['checkout native', 'packed native'], []],
  [
    'macOS without the binary',
    { ...mac, electron: notFetched },
    [],
    ['real Electron: the binary is not there', 'real Electron, packed: the binary is not there'],
  ],
])(
  'the suite with the real Electron runs everything that is possible and names the rest: %s',
  (_name, machine, runs, rest) => {
    const plan = planElectronRuns(machine);
    expect({
      runs: plan.runs.map(({ project, display, startsWeston }) =>
        [project, display, ...(startsWeston === true ? ['in weston'] : [])].join(' '),
      ),
      rest: plan.notRun.map(({ name, reason }) => `${name}: ${reason}`),
    }).toEqual({ runs, rest });
  },
);
