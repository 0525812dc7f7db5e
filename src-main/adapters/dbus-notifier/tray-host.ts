/**
 * Whether this desktop shows a tray: whether anybody hosts what programs put there (StatusNotifierItem, freedesktop.org).
 * Electron makes a tray in any case, and does not say that nobody sees it. A panel may start after Watchfloor, and end
 * before it.
 */
import type { MessageBus } from 'dbus-native';
import {
  RESPONSE_TIMEOUT_MS,
  type BusEnvironment,
  connectToBus,
  subscribeToService,
  sessionBusAddress,
  localEnvironment,
} from './session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const PATH = '/StatusNotifierWatcher';

/**
 * Calls `onChange` when a host comes or goes, until the signal aborts. A host that is there already counts as one that
 * comes, so a caller begins with none. Resolves when the desktop has answered for the first time, or cannot answer.
 */
export async function watchTrayHost(
  onChange: (hasHost: boolean) => void,
  signal: AbortSignal,
  environment: BusEnvironment = localEnvironment,
): Promise<void> {
  const address = sessionBusAddress(environment);
  if (address === null) return;
  let bus: MessageBus;
  try {
    bus = await connectToBus(address, () => undefined);
  } catch {
    return;
  }
  const close = (): void => void bus.connection.stream.destroy();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();

  let known = false;
  async function poll(): Promise<void> {
    const hasHost = await isHostRegistered(bus);
    // Compared after the answer: signals that arrive together ask several times, and are answered in that order.
    if (hasHost === known || signal.aborted) return;
    known = hasHost;
    onChange(hasHost);
  }
  const onSignal = (): void => void poll();
  try {
    await subscribeToService(
      bus,
      { name: WATCHER, path: PATH },
      {
        signals: { StatusNotifierHostRegistered: onSignal, StatusNotifierHostUnregistered: onSignal },
        onOwnerChanged: onSignal,
      },
    );
  } catch {
    return;
  }
  await poll();
}

/** Returns false if no watcher answers. */
async function isHostRegistered(bus: MessageBus): Promise<boolean> {
  try {
    const answer: unknown = await bus.invoke(
      {
        destination: WATCHER,
        path: PATH,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        signature: 'ss',
        body: [WATCHER, 'IsStatusNotifierHostRegistered'],
      },
      { timeout: RESPONSE_TIMEOUT_MS },
    );
    return answer === true;
  } catch {
    return false;
  }
}
