/** Provides the shell's dependencies on this computer. Each is loaded on first use. */
import { openDbusNotifier } from '../../../adapters/dbus-notifier/dbus-notifier.ts';
import { watchTrayHost } from '../../../adapters/dbus-notifier/tray-host.ts';
import type { ShellDependencies } from '../shell.ts';

export function shellDependencies(openPath: ShellDependencies['openPath']): ShellDependencies {
  return {
    platform: process.platform,
    openPath,
    followTrayHost: (onChange, signal) => watchTrayHost(onChange, signal),
    async openNotifier() {
      const found = await openDbusNotifier({ clickLabel: 'Open' });
      return found.kind === 'available' ? found.notifier : null;
    },
    // Loaded when the user checks for an update: most never do, and the package is large.
    openUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  };
}
