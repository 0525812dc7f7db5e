import { createSystemClock } from '../../../adapters/clock/system-clock.ts';
import { openDbusNotifier } from '../../../adapters/dbus-notifier/dbus-notifier.ts';
import { waitForTrayItem, watchTrayHost } from '../../../adapters/dbus-notifier/tray-host.ts';
import type { ShellDependencies } from './shell.ts';

export function shellDependencies(
  policy: ShellDependencies['policy'],
  openPath: ShellDependencies['openPath'],
): ShellDependencies {
  const clock = createSystemClock();
  return {
    platform: process.platform,
    policy,
    openPath,
    followTrayHost: (onChange, signal) => watchTrayHost(onChange, signal),
    waitForTrayItem: (signal) => waitForTrayItem(clock, signal),
    openNotifier: () => openDbusNotifier({ clickLabel: 'Open', clock }),
    // Loaded when the user checks for an update: most never do, and the package is large.
    openUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  };
}
