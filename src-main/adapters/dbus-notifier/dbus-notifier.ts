/**
 * Notifications by the desktop's own service (`org.freedesktop.Notifications`) on the session bus, for hosts without a
 * window of their own. What service there is may end and begin again, and with it all that stood on the screen; then the
 * next notice finds the new one. Must never hold anybody up: each question has its time.
 */
import type { MessageBus } from 'dbus-native';
import type { Notice } from '../../../src-shared/api/alarms.ts';
import { MOST_ALARMS } from '../../../src-shared/domain/alarm.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import { CLICKED, NOTIFY_SIGNATURE, notifyArguments } from './notification-call.ts';
import {
  ANSWER_WITHIN_MS,
  type BusSurroundings,
  connectToBus,
  hearService,
  sessionBusAddress,
  thisComputer,
} from './session-bus.ts';

const SERVICE = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';

export interface DbusNotifierParts {
  /** What a click does, as a word of a button: "Open" where a page can be opened. */
  readonly clickWord: string;
  /** Left out: this computer's. */
  readonly surroundings?: BusSurroundings;
  /** How long bus and service may take to answer; left out: 5 s. */
  readonly answerWithinMs?: number;
}

export type FoundNotifier =
  | { readonly kind: 'available'; readonly notifier: Notifier; /** Such as "dunst 1.9.0". */ readonly service: string }
  /** `why`: half a sentence. */
  | { readonly kind: 'missing'; readonly why: string };

/** Asks the service for its name, which starts one that the desktop starts on demand. */
export async function openDbusNotifier(parts: DbusNotifierParts): Promise<FoundNotifier> {
  const address = sessionBusAddress(parts.surroundings ?? thisComputer);
  if (address === null) return { kind: 'missing', why: 'no session bus is here' };
  const notifier = new DbusNotifier(address, parts);
  try {
    return { kind: 'available', notifier, service: await notifier.serviceName() };
  } catch (error) {
    await notifier.close();
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'missing', why: `nothing on the session bus shows notifications (${words})` };
  }
}

class DbusNotifier implements Notifier {
  readonly #address: string;
  readonly #parts: DbusNotifierParts;
  /** Of those that stand on the screen. */
  readonly #ids = new Map<string, number>();
  /** Those that stood there, and were put away. */
  readonly #gone = new Set<string>();
  #bus: Promise<MessageBus> | null = null;
  #abilities: ReadonlySet<string> | null = null;
  #opened: (alarm: string) => void = () => undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(address: string, parts: DbusNotifierParts) {
    this.#address = address;
    this.#parts = parts;
  }

  /** @throws Error in the words of the bus */
  async serviceName(): Promise<string> {
    const [name, , version] = [await this.#call('GetServerInformation', '', [])].flat();
    return `${String(name)} ${String(version)}`;
  }

  show(notice: Notice): Promise<void> {
    return this.#inTurn(async () => {
      const abilities = await this.#readAbilities();
      const replaces = this.#ids.get(notice.alarm) ?? 0;
      // An update of what somebody put away, or whose time was over, would be a call.
      if (notice.isUpdate && this.#gone.has(notice.alarm)) return;
      this.#gone.delete(notice.alarm);
      const call = notifyArguments(notice, { abilities, replaces, clickWord: this.#parts.clickWord });
      const [id] = [await this.#call('Notify', NOTIFY_SIGNATURE, call)].flat();
      if (typeof id !== 'number' || id <= 0) throw new Error('the notification service gave no number');
      this.#ids.set(notice.alarm, id);
    });
  }

  async withdraw(alarm: string): Promise<void> {
    try {
      await this.#inTurn(async () => {
        const id = this.#ids.get(alarm);
        this.#ids.delete(alarm);
        if (id !== undefined) await this.#call('CloseNotification', 'u', [id]);
      });
    } catch {
      // It is gone with its service, or the next one takes its place.
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

  /** One at a time: the second of an alarm needs the number that the first was given. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(act);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #readAbilities(): Promise<ReadonlySet<string>> {
    if (this.#abilities !== null) return this.#abilities;
    const found = await this.#call('GetCapabilities', '', []);
    this.#abilities = new Set(Array.isArray(found) ? found.flat().map(String) : []);
    return this.#abilities;
  }

  async #call(member: string, signature: string, body: readonly unknown[]): Promise<unknown> {
    const bus = await this.#connected();
    return bus.invoke(
      {
        destination: SERVICE,
        path: PATH,
        interface: SERVICE,
        member,
        ...(signature === '' ? {} : { signature, body: [...body] }),
      },
      { timeout: this.#parts.answerWithinMs ?? ANSWER_WITHIN_MS },
    );
  }

  #connected(): Promise<MessageBus> {
    if (this.#isClosed) return Promise.reject(new Error('notifications are closed'));
    this.#bus ??= this.#connect().catch((error: unknown) => {
      this.#forget();
      throw error;
    });
    return this.#bus;
  }

  async #connect(): Promise<MessageBus> {
    const bus = await connectToBus(this.#address, () => this.#forget(), this.#parts.answerWithinMs);
    // In turn: what is clicked at once is told of before the answer with its number was taken.
    const inTurn = (take: (values: readonly unknown[]) => void) => (values: readonly unknown[]) =>
      void this.#inTurn(async () => take(values));
    await hearService(
      bus,
      { name: SERVICE, path: PATH },
      {
        signals: {
          ActionInvoked: inTurn(([id, action]) => {
            const alarm = this.#alarmOf(id);
            if (alarm !== null && action === CLICKED) this.#opened(alarm);
          }),
          NotificationClosed: inTurn(([id]) => {
            const alarm = this.#alarmOf(id);
            if (alarm === null) return;
            this.#ids.delete(alarm);
            this.#gone.add(alarm);
            for (const oldest of this.#gone) if (this.#gone.size > MOST_ALARMS) this.#gone.delete(oldest);
          }),
        },
        // The numbers of a service that ended mean nothing to the next one, or another program's notification.
        onOwnerChanged: () => {
          this.#ids.clear();
          this.#abilities = null;
        },
      },
    );
    return bus;
  }

  #alarmOf(id: unknown): string | null {
    for (const [alarm, own] of this.#ids) if (own === id) return alarm;
    return null;
  }

  /** With the bus goes everything that stood on it. */
  #forget(): void {
    this.#bus = null;
    this.#ids.clear();
    this.#abilities = null;
  }
}
