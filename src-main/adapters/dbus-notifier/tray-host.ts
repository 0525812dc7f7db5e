/**
 * Whether this desktop shows a tray: whether anybody hosts what programs put there (StatusNotifierItem, freedesktop.org).
 * Electron makes a tray in any case, and does not say that nobody sees it. A panel may start after Watchfloor, and end
 * before it.
 */
import type { MessageBus } from 'dbus-native';
import {
  ANSWER_WITHIN_MS,
  type BusSurroundings,
  connectToBus,
  hearService,
  sessionBusAddress,
  thisComputer,
} from './session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const PATH = '/StatusNotifierWatcher';

/**
 * Calls `onChange` after each change, until the signal aborts.
 * @returns whether there is one now; `false` where nobody answers: then closing the window minimizes it
 */
export async function followTrayHost(
  onChange: (hasHost: boolean) => void,
  signal: AbortSignal,
  surroundings: BusSurroundings = thisComputer,
): Promise<boolean> {
  const address = sessionBusAddress(surroundings);
  if (address === null) return false;
  let bus: MessageBus;
  try {
    bus = await connectToBus(address, () => undefined);
  } catch {
    return false;
  }
  const close = (): void => void bus.connection.stream.destroy();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();

  let known: boolean | null = null;
  /** The questions are answered in the order in which they were asked. */
  async function look(): Promise<boolean> {
    const before = known;
    known = await isHostRegistered(bus);
    if (before !== null && before !== known && !signal.aborted) onChange(known);
    return known;
  }
  const changed = (): void => void look();
  try {
    await hearService(
      bus,
      { name: WATCHER, path: PATH },
      {
        signals: { StatusNotifierHostRegistered: changed, StatusNotifierHostUnregistered: changed },
        onOwnerChanged: changed,
      },
    );
  } catch {
    return false;
  }
  return look();
}

/** `false` where no watcher answers. */
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
      { timeout: ANSWER_WITHIN_MS },
    );
    return answer === true;
  } catch {
    return false;
  }
}
