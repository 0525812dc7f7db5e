/** What of this computer the shell is given; each is opened when it is asked for, and no sooner. */
import { openDbusNotifier } from '../../../adapters/dbus-notifier/dbus-notifier.ts';
import { watchTrayHost } from '../../../adapters/dbus-notifier/tray-host.ts';
import type { ShellDependencies } from '../shell.ts';

/** @param openPath Electron's: shows a file or folder in the program of the system for it */
export function shellDependencies(openPath: ShellDependencies['openPath']): ShellDependencies {
  return {
    platform: process.platform,
    openPath,
    followTrayHost: (onChange, signal) => watchTrayHost(onChange, signal),
    async openNotifier() {
      const found = await openDbusNotifier({ clickLabel: 'Open' });
      return found.kind === 'available' ? found.notifier : null;
    },
    // Loaded when somebody looks for an update: most never do, and its package is large.
    openUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  };
}
