/**
 * Shows notifications with the desktop's service (`org.freedesktop.Notifications`) on the session bus, for hosts
 * without a window. The service may end and restart, which loses its notifications; the next call then uses the new
 * one. No call may block its caller, so each has a timeout.
 */
import type { MessageBus } from 'dbus-native';
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import { MAX_STORED_ALARMS } from '../../../src-shared/domain/cases/alarm.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import { DEFAULT_ACTION, NOTIFY_SIGNATURE, notifyArguments } from './notification-call.ts';
import {
  RESPONSE_TIMEOUT_MS,
  type BusEnvironment,
  connectToBus,
  subscribeToService,
  sessionBusAddress,
  localEnvironment,
} from '../dbus/session-bus.ts';

const SERVICE = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';

export interface DbusNotifierOptions {
  /** Label of the click action, for services that show it on a button: "Open" if a page can be opened. */
  readonly clickLabel: string;
  readonly environment?: BusEnvironment;
  /** Timeout of the bus and the service; default 5 s. */
  readonly responseTimeoutMs?: number;
}

export type NotifierLookup =
  | { readonly kind: 'available'; readonly notifier: Notifier; readonly service: string }
  /** `why`: half a sentence. */
  | { readonly kind: 'missing'; readonly reason: string };

/** Asks the service for its name, which starts it if the desktop starts it on demand. */
export async function openDbusNotifier(parts: DbusNotifierOptions): Promise<NotifierLookup> {
  const address = sessionBusAddress(parts.environment ?? localEnvironment);
  if (address === null) return { kind: 'missing', reason: 'there is no session bus' };
  const notifier = createDbusNotifier(address, parts);
  try {
    return { kind: 'available', notifier, service: await notifier.serviceName() };
  } catch (error) {
    await notifier.close();
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'missing', reason: `no notification service on the session bus (${words})` };
  }
}

function createDbusNotifier(
  address: string,
  parts: DbusNotifierOptions,
): Notifier & { serviceName(): Promise<string> } {
  const ids = new Map<string, number>();
  const dismissed = new Set<string>();
  let connecting: Promise<MessageBus> | null = null;
  let capabilities: ReadonlySet<string> | null = null;
  let opened: (alarm: string) => void = () => undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function serviceName(): Promise<string> {
    const [name, , version] = [await invoke('GetServerInformation', '', [])].flat();
    return `${String(name)} ${String(version)}`;
  }

  function show(notice: AlarmNotification): Promise<void> {
    return enqueue(async () => {
      const abilities = await readCapabilities();
      const replaces = ids.get(notice.alarm) ?? 0;
      // An update of a notification that was dismissed or expired would alert again.
      if (notice.isUpdate && dismissed.has(notice.alarm)) return;
      dismissed.delete(notice.alarm);
      const call = notifyArguments(notice, { capabilities: abilities, replaces, clickLabel: parts.clickLabel });
      const [id] = [await invoke('Notify', NOTIFY_SIGNATURE, call)].flat();
      if (typeof id !== 'number' || id <= 0) throw new Error('the notification service returned no id');
      ids.set(notice.alarm, id);
    });
  }

  async function withdraw(alarm: string): Promise<void> {
    try {
      await enqueue(async () => {
        const id = ids.get(alarm);
        ids.delete(alarm);
        if (id !== undefined) await invoke('CloseNotification', 'u', [id]);
      });
    } catch {
      // The notification is gone with its service, or the next one replaces it.
    }
  }

  function onOpened(listener: (alarm: string) => void): void {
    opened = listener;
  }

  async function close(): Promise<void> {
    isClosed = true;
    const bus = await connecting?.catch(() => null);
    connecting = null;
    bus?.connection.stream.destroy();
  }

  /** Runs one call at a time: an update needs the id that the first call returned. */
  function enqueue(act: () => Promise<void>): Promise<void> {
    const mine = queue.then(act);
    queue = mine.catch(() => undefined);
    return mine;
  }

  async function readCapabilities(): Promise<ReadonlySet<string>> {
    if (capabilities !== null) return capabilities;
    const found = await invoke('GetCapabilities', '', []);
    capabilities = new Set(Array.isArray(found) ? found.flat().map(String) : []);
    return capabilities;
  }

  async function invoke(member: string, signature: string, body: readonly unknown[]): Promise<unknown> {
    const bus = await connection();
    return bus.invoke(
      {
        destination: SERVICE,
        path: PATH,
        interface: SERVICE,
        member,
        ...(signature === '' ? {} : { signature, body: [...body] }),
      },
      { timeout: parts.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS },
    );
  }

  function connection(): Promise<MessageBus> {
    if (isClosed) return Promise.reject(new Error('notifications are closed'));
    connecting ??= connect().catch((error: unknown) => {
      resetConnection();
      throw error;
    });
    return connecting;
  }

  async function connect(): Promise<MessageBus> {
    const bus = await connectToBus(address, () => resetConnection(), parts.responseTimeoutMs);
    // Queued: a click may be reported before the answer with the notification's id was processed.
    const inTurn = (take: (values: readonly unknown[]) => void) => (values: readonly unknown[]) =>
      void enqueue(async () => take(values));
    await subscribeToService(
      bus,
      { name: SERVICE, path: PATH },
      {
        signals: {
          ActionInvoked: inTurn(([id, action]) => {
            const alarm = alarmOf(id);
            if (alarm !== null && action === DEFAULT_ACTION) opened(alarm);
          }),
          NotificationClosed: inTurn(([id]) => {
            const alarm = alarmOf(id);
            if (alarm === null) return;
            ids.delete(alarm);
            dismissed.add(alarm);
            for (const oldest of dismissed) if (dismissed.size > MAX_STORED_ALARMS) dismissed.delete(oldest);
          }),
        },
        // The ids of an ended service mean nothing to the next one, or belong to another program's notification.
        onOwnerChanged: () => {
          ids.clear();
          capabilities = null;
        },
      },
    );
    return bus;
  }

  function alarmOf(id: unknown): string | null {
    for (const [alarm, own] of ids) if (own === id) return alarm;
    return null;
  }

  function resetConnection(): void {
    connecting = null;
    ids.clear();
    capabilities = null;
  }

  return { serviceName, show, withdraw, onOpened, close };
}
