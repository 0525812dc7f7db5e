/**
 * Detects a tray (StatusNotifierItem host). Electron does not report that its tray is invisible, or that the panel
 * refused it. A panel may start after Watchfloor and end before it.
 */
import type { MessageBus } from 'dbus-native';
import type { Clock } from '../../core/ports/clock.ts';
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
const ITEM = 'org.kde.StatusNotifierItem';
const ITEM_PATH = '/StatusNotifierItem';
/** Electron registers its item within a moment. Polled, because a watcher need not announce it. */
const ITEM_POLL_MS = 500;
const MAX_ITEM_POLLS = 10;

/** Reports an existing host, too. Resolves when the desktop has answered or cannot answer. */
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
  return (await watcherProperty(bus, 'IsStatusNotifierHostRegistered')) === true;
}

/** @returns undefined if the watcher does not answer */
async function watcherProperty(bus: MessageBus, name: string): Promise<unknown> {
  try {
    return await readProperties(bus, { destination: WATCHER, path: PATH, member: 'Get', body: [WATCHER, name] });
  } catch {
    return undefined;
  }
}

function readProperties(
  bus: MessageBus,
  call: { destination: string; path: string; member: 'Get' | 'GetAll'; body: string[] },
): PromiseLike<unknown> {
  const signature = 's'.repeat(call.body.length);
  return bus.invoke(
    { ...call, interface: 'org.freedesktop.DBus.Properties', signature },
    { timeout: RESPONSE_TIMEOUT_MS },
  );
}

/** Resolves with false if no tray item of this process is registered and answers within 5 s. */
export async function waitForTrayItem(
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
  environment: BusEnvironment = localEnvironment,
): Promise<boolean> {
  const address = sessionBusAddress(environment);
  if (address === null) return false;
  const bus = await connectToBus(address, () => undefined).catch(() => null);
  if (bus === null) return false;
  try {
    for (let polls = 0; polls < MAX_ITEM_POLLS && !signal.aborted; polls += 1) {
      const items = [await watcherProperty(bus, 'RegisteredStatusNotifierItems')].flat().map(String);
      for (const item of items) if (await isOwnAndAnswers(bus, item)) return true;
      await clock.sleep(ITEM_POLL_MS, signal).catch(() => undefined);
    }
    return false;
  } finally {
    bus.connection.stream.destroy();
  }
}

/** @param item a name on the bus, with the path of the item or without */
async function isOwnAndAnswers(bus: MessageBus, item: string): Promise<boolean> {
  const slash = item.indexOf('/');
  const [name, path] = slash < 0 ? [item, ITEM_PATH] : [item.slice(0, slash), item.slice(slash)];
  const ask = (member: string) => bus.invokeDbus({ member, signature: 's', body: [name] });
  try {
    if ((await ask('GetConnectionUnixProcessID')) !== process.pid) return false;
    const owner = String(await ask('GetNameOwner'));
    await readProperties(bus, { destination: owner, path, member: 'GetAll', body: [ITEM] });
    return true;
  } catch {
    return false;
  }
}
