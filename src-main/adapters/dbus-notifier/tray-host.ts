/**
 * Detects if this desktop shows a tray, that is, if a host for StatusNotifierItem (freedesktop.org) is registered.
 * Electron creates a tray in any case and does not report that it is invisible. A panel may start after Watchfloor and
 * end before it.
 */
import type { MessageBus } from 'dbus-native';
import {
  RESPONSE_TIMEOUT_MS,
  type BusEnvironment,
  connectToBus,
  subscribeToService,
  sessionBusAddress,
  localEnvironment,
} from '../dbus/session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const PATH = '/StatusNotifierWatcher';

/**
 * Calls `onChange` when a host appears or disappears, until the signal is aborted. The initial state is no host, so an
 * existing host is reported, too. Resolves when the desktop has answered for the first time or cannot answer.
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
    // Compared after the answer: signals that arrive together cause several queries, which are answered in order.
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

async function isHostRegistered(bus: MessageBus): Promise<boolean> {
  try {
    const reply: unknown = await bus.invoke(
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
    return reply === true;
  } catch {
    return false;
  }
}
