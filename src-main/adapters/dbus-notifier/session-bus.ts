/**
 * A connection to the session bus of this user, where there is one. Must never start a bus, and never waits for one
 * longer than it says: who is asked may be stopped, and its socket takes everything and answers nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBus } from 'dbus-native';

/** Everybody on the bus is a process of this computer. */
export const RESPONSE_TIMEOUT_MS = 5_000;

export interface BusEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `process.platform` */
  readonly platform: string;
  readonly exists: (path: string) => boolean;
}

export const localEnvironment: BusEnvironment = { env: process.env, platform: process.platform, exists: existsSync };

/** `null`: no bus was started for this user, or this system has none. */
export function sessionBusAddress({ env, platform, exists }: BusEnvironment): string | null {
  if (platform === 'darwin' || platform === 'win32') return null;
  const named = env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (named !== '') return named;
  // A service of systemd has no session's environment; its bus is here.
  const runtimeFolder = env['XDG_RUNTIME_DIR'] ?? '';
  const socket = join(runtimeFolder, 'bus');
  return runtimeFolder !== '' && exists(socket) ? `unix:path=${socket}` : null;
}

/** @throws Error in the bus's own words, or that it does not answer */
export async function connectToBus(
  address: string,
  onLost: () => void,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<MessageBus> {
  // 40 ms of loading for who has no bus.
  const { sessionBus } = (await import('dbus-native')).default;
  // `direct`: its own Hello throws where nobody can catch it when the bus refuses it or does not answer.
  const bus = sessionBus({ busAddress: address, timeout: timeoutMs, fdTransport: false, direct: true });
  const failed = new Promise<never>((_resolve, reject) => {
    bus.connection.on('error', (error: unknown) => {
      onLost();
      reject(error instanceof Error ? error : new Error('the session bus cannot be reached'));
    });
    bus.connection.on('close', () => {
      onLost();
      reject(new Error('the session bus closed the connection'));
    });
  });
  failed.catch(() => undefined);
  try {
    // Its time runs from the handshake on.
    await Promise.race([bus.invokeDbus({ member: 'Hello' }), failed]);
    return bus;
  } catch (error) {
    bus.connection.stream.destroy();
    throw error;
  }
}

interface BusService {
  /** Well-known name, which is also that of its interface. */
  readonly name: string;
  readonly path: string;
}

/**
 * Subscribes to signals of a service: calls the listener under a signal's name with the signal's values, and
 * `onOwnerChanged` when the service started, ended or was replaced. Closes the connection if the bus refuses.
 * @throws Error in the bus's own words
 */
export async function subscribeToService(
  bus: MessageBus,
  { name, path }: BusService,
  listeners: {
    readonly signals: Readonly<Record<string, (values: readonly unknown[]) => void>>;
    readonly onOwnerChanged: () => void;
  },
): Promise<void> {
  for (const [member, listener] of Object.entries(listeners.signals))
    bus.signals.on(bus.mangle(path, name, member), listener);
  const [busName, busPath, changed] = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'NameOwnerChanged'];
  bus.signals.on(bus.mangle(busPath, busName, changed), ([changedName]: string[]) => {
    if (changedName === name) listeners.onOwnerChanged();
  });
  try {
    await Promise.all([
      bus.addMatch(`type='signal',sender='${name}',path='${path}',interface='${name}'`),
      bus.addMatch(`type='signal',sender='${busName}',interface='${busName}',member='${changed}',arg0='${name}'`),
    ]);
  } catch (error) {
    bus.connection.stream.destroy();
    throw error;
  }
}
