/**
 * Whether this desktop shows a tray: whether anybody hosts what programs put there (StatusNotifierItem, freedesktop.org).
 * Electron makes a tray in any case, and does not say that nobody sees it.
 */
import {
  ANSWER_WITHIN_MS,
  type BusSurroundings,
  connectToBus,
  sessionBusAddress,
  thisComputer,
} from './session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';

/** `false` where nobody answers: what is taken for missing is only said in another place. */
export async function hasTrayHost(surroundings: BusSurroundings = thisComputer): Promise<boolean> {
  const address = sessionBusAddress(surroundings);
  if (address === null) return false;
  try {
    const bus = await connectToBus(address, () => undefined);
    try {
      const answer: unknown = await bus.invoke(
        {
          destination: WATCHER,
          path: '/StatusNotifierWatcher',
          interface: 'org.freedesktop.DBus.Properties',
          member: 'Get',
          signature: 'ss',
          body: [WATCHER, 'IsStatusNotifierHostRegistered'],
        },
        { timeout: ANSWER_WITHIN_MS },
      );
      return answer === true;
    } finally {
      bus.connection.stream.destroy();
    }
  } catch {
    return false;
  }
}
