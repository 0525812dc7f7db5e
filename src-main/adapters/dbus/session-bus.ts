/** Connects to the session bus. Never starts one or waits beyond its timeout: a stopped process answers nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBus } from 'dbus-native';

/** All processes on the bus run on this computer. */
export const RESPONSE_TIMEOUT_MS = 5_000;

export interface BusEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly exists: (path: string) => boolean;
}

export const localEnvironment: BusEnvironment = { env: process.env, platform: process.platform, exists: existsSync };

/** False if no bus can appear: the system has none, or this process does not know where one would be. */
export function mayHaveSessionBus({ env, platform }: BusEnvironment): boolean {
  if (platform === 'darwin' || platform === 'win32') return false;
  return Boolean(env['DBUS_SESSION_BUS_ADDRESS']) || Boolean(env['XDG_RUNTIME_DIR']);
}

export function sessionBusAddress({ env, platform, exists }: BusEnvironment): string | null {
  if (platform === 'darwin' || platform === 'win32') return null;
  const named = env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (named !== '') return named;
  // A systemd service has no session environment; its bus is at this path.
  const runtimeFolder = env['XDG_RUNTIME_DIR'] ?? '';
  const socket = join(runtimeFolder, 'bus');
  return runtimeFolder !== '' && exists(socket) ? `unix:path=${socket}` : null;
}

/** @throws Error with the message of the bus, or if it does not answer */
export async function connectToBus(
  address: string,
  onLost: () => void,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<MessageBus> {
  // Loaded on demand: it takes 40 ms, which users without a bus need not spend.
  const { sessionBus } = (await import('dbus-native')).default;
  // Without `direct` the library sends Hello itself, and nothing can catch its error.
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
    await Promise.race([bus.invokeDbus({ member: 'Hello' }), failed]);
    return bus;
  } catch (error) {
    bus.connection.stream.destroy();
    throw error;
  }
}

interface BusService {
  readonly name: string;
  readonly path: string;
}

/**
 * `onOwnerChanged` gets the new owner's unique name, or '' if the service ended. Closes the connection if the bus
 * refuses. @throws Error with the message of the bus
 */
export async function subscribeToService(
  bus: MessageBus,
  { name, path }: BusService,
  listeners: {
    readonly signals: Readonly<Record<string, (values: readonly unknown[]) => void>>;
    readonly onOwnerChanged: (owner: string) => void;
  },
): Promise<void> {
  for (const [member, listener] of Object.entries(listeners.signals))
    bus.signals.on(bus.mangle(path, name, member), listener);
  const [busName, busPath, changed] = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'NameOwnerChanged'];
  bus.signals.on(bus.mangle(busPath, busName, changed), ([changedName, , owner = '']: string[]) => {
    if (changedName === name) listeners.onOwnerChanged(owner);
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
