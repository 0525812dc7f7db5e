/**
 * Decides which runs of the suite for the real Electron this machine can make, and why it cannot make the others. The
 * decision is pure.
 */
import { execFileSync } from 'node:child_process';
import { type ElectronAvailability, installedElectron } from '../../src-main/hosts/electron/window/availability.ts';
import { installedProgram } from '../support/session-bus.ts';

/** Kind of display that the app draws on. `native` means Windows or macOS, which have only one. */
export type DisplayKind = 'x11' | 'wayland' | 'native';

export interface ElectronRun {
  readonly name: string;
  /** The Playwright project in `playwright.config.ts`. */
  readonly project: 'checkout' | 'packed';
  readonly display: DisplayKind;
  /** True if no compositor runs, so that the run starts weston. */
  readonly startsWeston?: true;
}

interface ElectronPlan {
  readonly runs: readonly ElectronRun[];
  readonly notRun: readonly { readonly name: string; readonly reason: string }[];
}

export interface ElectronMachine {
  readonly platform: string;
  readonly electron: ElectronAvailability;
  readonly hasX11: boolean;
  readonly hasWayland: boolean;
  readonly hasWeston: boolean;
  readonly isRoot: boolean;
  /** True if this user may create the namespaces that Chromium's sandbox needs. */
  readonly allowsNamespaces: boolean;
}

const PACKED = 'real Electron, packed';
const NATIVE = 'real Electron';
const X11 = 'real Electron on X11';
const WAYLAND = 'real Electron on Wayland';

export function planElectronRuns(machine: ElectronMachine): ElectronPlan {
  const isLinux = machine.platform === 'linux';
  const names = isLinux ? [X11, WAYLAND, PACKED] : [NATIVE, PACKED];
  const obstacle = obstacleOf(machine, isLinux);
  if (obstacle !== null) return { runs: [], notRun: names.map((name) => ({ name, reason: obstacle })) };
  if (!isLinux) return withPacked([{ name: NATIVE, project: 'checkout', display: 'native' }], []);

  const { hasX11, hasWayland, hasWeston } = machine;
  const x11: ElectronRun[] = hasX11 ? [{ name: X11, project: 'checkout', display: 'x11' }] : [];
  const wayland: ElectronRun[] =
    hasWayland || hasWeston
      ? [{ name: WAYLAND, project: 'checkout', display: 'wayland', ...(!hasWayland && { startsWeston: true }) }]
      : [];
  return withPacked(
    [...x11, ...wayland],
    [
      ...(hasX11 ? [] : [{ name: X11, reason: 'there is no X display (DISPLAY is not set); xvfb-run makes one' }]),
      ...(wayland.length > 0
        ? []
        : [{ name: WAYLAND, reason: 'there is no Wayland display (WAYLAND_DISPLAY is not set), and no weston' }]),
    ],
  );
}

/** Returns the obstacle that applies to every display, or null. */
function obstacleOf({ electron, isRoot, allowsNamespaces }: ElectronMachine, isLinux: boolean): string | null {
  if (electron.kind !== 'available') return electron.why;
  if (isLinux && isRoot) return 'Electron does not run as root';
  if (isLinux && !allowsNamespaces)
    return 'this computer does not allow the namespaces of Chromium’s sandbox (`unshare -Ur true` fails)';
  return null;
}

/** Adds one run of the package, which is the same on each display. */
function withPacked(runs: readonly ElectronRun[], notRun: ElectronPlan['notRun']): ElectronPlan {
  const [first] = runs;
  return first === undefined
    ? { runs: [], notRun: [...notRun, { name: PACKED, reason: 'there is no display' }] }
    : { runs: [...runs, { ...first, name: PACKED, project: 'packed' }], notRun };
}

export function electronPlan(): ElectronPlan {
  const { env, platform } = process;
  return planElectronRuns({
    platform,
    electron: installedElectron({ ...env, DISPLAY: 'any' }),
    hasX11: Boolean(env['DISPLAY']),
    hasWayland: Boolean(env['WAYLAND_DISPLAY']),
    hasWeston: installedProgram('weston') !== null,
    isRoot: process.getuid?.() === 0,
    allowsNamespaces: platform !== 'linux' || succeeds('unshare', ['-Ur', 'true']),
  });
}

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
