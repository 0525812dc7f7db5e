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
} from './session-bus.ts';

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
  | {
      readonly kind: 'available';
      readonly notifier: Notifier;
      readonly service: string;
    }
  /** `why`: half a sentence. */
  | { readonly kind: 'missing'; readonly reason: string };

/** Asks the service for its name, which starts it if the desktop starts it on demand. */
export async function openDbusNotifier(parts: DbusNotifierOptions): Promise<NotifierLookup> {
  const address = sessionBusAddress(parts.environment ?? localEnvironment);
  if (address === null) return { kind: 'missing', reason: 'there is no session bus' };
  const notifier = new DbusNotifier(address, parts);
  try {
    return { kind: 'available', notifier, service: await notifier.serviceName() };
  } catch (error) {
    await notifier.close();
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'missing', reason: `no notification service on the session bus (${words})` };
  }
}

class DbusNotifier implements Notifier {
  readonly #address: string;
  readonly #parts: DbusNotifierOptions;
  readonly #ids = new Map<string, number>();
  readonly #dismissed = new Set<string>();
  #bus: Promise<MessageBus> | null = null;
  #capabilities: ReadonlySet<string> | null = null;
  #opened: (alarm: string) => void = () => undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(address: string, parts: DbusNotifierOptions) {
    this.#address = address;
    this.#parts = parts;
  }

  async serviceName(): Promise<string> {
    const [name, , version] = [await this.#call('GetServerInformation', '', [])].flat();
    return `${String(name)} ${String(version)}`;
  }

  show(notice: AlarmNotification): Promise<void> {
    return this.#enqueue(async () => {
      const abilities = await this.#readCapabilities();
      const replaces = this.#ids.get(notice.alarm) ?? 0;
      // An update of a notification that was dismissed or expired would alert again.
      if (notice.isUpdate && this.#dismissed.has(notice.alarm)) return;
      this.#dismissed.delete(notice.alarm);
      const call = notifyArguments(notice, { capabilities: abilities, replaces, clickLabel: this.#parts.clickLabel });
      const [id] = [await this.#call('Notify', NOTIFY_SIGNATURE, call)].flat();
      if (typeof id !== 'number' || id <= 0) throw new Error('the notification service returned no id');
      this.#ids.set(notice.alarm, id);
    });
  }

  async withdraw(alarm: string): Promise<void> {
    try {
      await this.#enqueue(async () => {
        const id = this.#ids.get(alarm);
        this.#ids.delete(alarm);
        if (id !== undefined) await this.#call('CloseNotification', 'u', [id]);
      });
    } catch {
      // The notification is gone with its service, or the next one replaces it.
    }
  }

  onOpened(listener: (alarm: string) => void): void {
    this.#opened = listener;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const bus = await this.#bus?.catch(() => null);
    this.#bus = null;
    bus?.connection.stream.destroy();
  }

  /** Runs one call at a time: an update needs the id that the first call returned. */
  #enqueue(act: () => Promise<void>): Promise<void> {
    const mine = this.#queue.then(act);
    this.#queue = mine.catch(() => undefined);
    return mine;
  }

  async #readCapabilities(): Promise<ReadonlySet<string>> {
    if (this.#capabilities !== null) return this.#capabilities;
    const found = await this.#call('GetCapabilities', '', []);
    this.#capabilities = new Set(Array.isArray(found) ? found.flat().map(String) : []);
    return this.#capabilities;
  }

  async #call(member: string, signature: string, body: readonly unknown[]): Promise<unknown> {
    const bus = await this.#connection();
    return bus.invoke(
      {
        destination: SERVICE,
        path: PATH,
        interface: SERVICE,
        member,
        ...(signature === '' ? {} : { signature, body: [...body] }),
      },
      { timeout: this.#parts.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS },
    );
  }

  #connection(): Promise<MessageBus> {
    if (this.#isClosed) return Promise.reject(new Error('notifications are closed'));
    this.#bus ??= this.#connect().catch((error: unknown) => {
      this.#resetConnection();
      throw error;
    });
    return this.#bus;
  }

  async #connect(): Promise<MessageBus> {
    const bus = await connectToBus(this.#address, () => this.#resetConnection(), this.#parts.responseTimeoutMs);
    // Queued: a click may be reported before the answer with the notification's id was processed.
    const inTurn = (take: (values: readonly unknown[]) => void) => (values: readonly unknown[]) =>
      void this.#enqueue(async () => take(values));
    await subscribeToService(
      bus,
      { name: SERVICE, path: PATH },
      {
        signals: {
          ActionInvoked: inTurn(([id, action]) => {
            const alarm = this.#alarmOf(id);
            if (alarm !== null && action === DEFAULT_ACTION) this.#opened(alarm);
          }),
          NotificationClosed: inTurn(([id]) => {
            const alarm = this.#alarmOf(id);
            if (alarm === null) return;
            this.#ids.delete(alarm);
            this.#dismissed.add(alarm);
            for (const oldest of this.#dismissed)
              if (this.#dismissed.size > MAX_STORED_ALARMS) this.#dismissed.delete(oldest);
          }),
        },
        // The ids of an ended service mean nothing to the next one, or belong to another program's notification.
        onOwnerChanged: () => {
          this.#ids.clear();
          this.#capabilities = null;
        },
      },
    );
    return bus;
  }

  #alarmOf(id: unknown): string | null {
    for (const [alarm, own] of this.#ids) if (own === id) return alarm;
    return null;
  }

  #resetConnection(): void {
    this.#bus = null;
    this.#ids.clear();
    this.#capabilities = null;
  }
}
