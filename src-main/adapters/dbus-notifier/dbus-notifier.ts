/** Shows notifications through `org.freedesktop.Notifications`, which may end (and loses them) or answer late. */
import type { AlarmNotification } from '../../../src-shared/api/alarms.ts';
import { MAX_STORED_ALARMS } from '../../../src-shared/domain/cases/alarm.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import { DEFAULT_ACTION, NOTIFY_SIGNATURE, notifyArguments } from './notification-call.ts';
import { NotificationService, type ServiceOptions } from './notification-service.ts';
import { localEnvironment, mayHaveSessionBus, RESPONSE_TIMEOUT_MS } from '../dbus/session-bus.ts';

export interface DbusNotifierOptions extends ServiceOptions {
  readonly clickLabel: string;
}

/** Resolves when the desktop has answered or cannot. Null if this process can never have a session bus. */
export async function openDbusNotifier(options: DbusNotifierOptions): Promise<Notifier | null> {
  if (!mayHaveSessionBus(options.environment ?? localEnvironment)) return null;
  const notifier = new DbusNotifier(options);
  await notifier.start();
  return notifier;
}

class DbusNotifier implements Notifier {
  readonly #options: DbusNotifierOptions;
  readonly #service: NotificationService;
  readonly #ids = new Map<string, number>();
  readonly #dismissed = new Set<string>();
  /** The newest call of each alarm that the service has not answered yet. */
  readonly #calls = new Map<string, symbol>();
  #capabilities: ReadonlySet<string> | null = null;
  #opened: (alarm: string) => void = () => undefined;
  #deskChanged: (hasReturned: boolean) => void = () => undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: DbusNotifierOptions) {
    this.#options = options;
    // Queued: a click may be reported before the answer with the notification's id was processed.
    const inTurn = (take: (values: readonly unknown[]) => void) => (values: readonly unknown[]) =>
      void this.#enqueue(async () => take(values));
    this.#service = new NotificationService(options, {
      signals: {
        ActionInvoked: inTurn(([id, action]) => {
          const alarm = this.#alarmOf(id);
          if (alarm !== null && action === DEFAULT_ACTION) this.#opened(alarm);
        }),
        NotificationClosed: inTurn(([id]) => this.#dismiss(this.#alarmOf(id))),
      },
      // The ids of an ended service mean nothing to the next one, or belong to another program's notification.
      onLost: () => {
        this.#ids.clear();
        this.#calls.clear();
        this.#capabilities = null;
      },
      onChange: (hasReturned) => this.#deskChanged(hasReturned),
    });
  }

  get desk() {
    return this.#service.state;
  }

  start(): Promise<void> {
    return this.#service.start();
  }

  show(notice: AlarmNotification): Promise<void> {
    return this.#enqueue(async () => {
      const { alarm, isUpdate } = notice;
      await this.#service.refresh();
      const capabilities = await this.#readCapabilities();
      const replaces = this.#ids.get(alarm) ?? 0;
      // An update of a notification that was dismissed or expired would alert again.
      if (isUpdate && this.#dismissed.has(alarm)) return;
      this.#dismissed.delete(alarm);
      const call = Symbol(alarm);
      this.#calls.set(alarm, call);
      const { clickLabel } = this.#options;
      const body = notifyArguments(notice, { capabilities, replaces, clickLabel });
      // Waits as long as the service is there: one that stood still shows the notification after all.
      const [id] = [await this.#service.invoke('Notify', NOTIFY_SIGNATURE, body, 0)].flat();
      if (typeof id !== 'number' || id <= 0) throw new Error('the notification service returned no id');
      if (this.#calls.get(alarm) === call) {
        this.#calls.delete(alarm);
        this.#ids.set(alarm, id);
        return;
      }
      if (this.#ids.get(alarm) !== id) await this.#closeNotification(id);
      throw new Error('the notification service answered when the notification was not needed any more');
    });
  }

  async withdraw(alarm: string): Promise<void> {
    // Also of a call that is not answered yet.
    this.#calls.delete(alarm);
    await this.#enqueue(async () => {
      const id = this.#ids.get(alarm);
      this.#ids.delete(alarm);
      if (id !== undefined) await this.#closeNotification(id);
    }).catch(() => undefined);
  }

  onOpened(listener: (alarm: string) => void): void {
    this.#opened = listener;
  }

  onDeskChanged(listener: (hasReturned: boolean) => void): void {
    this.#deskChanged = listener;
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  async #closeNotification(id: number): Promise<void> {
    await this.#service.invoke('CloseNotification', 'u', [id]).catch(() => undefined);
  }

  /** An update needs the id that the first call returned. A call without an answer does not hold up the next one. */
  #enqueue(act: () => Promise<void>): Promise<void> {
    const before = this.#queue;
    const mine = before.then(act);
    this.#queue = this.#settledOrLate(before, mine);
    return mine;
  }

  async #settledOrLate(before: Promise<unknown>, call: Promise<void>): Promise<void> {
    await before;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS);
    await Promise.race([call.catch(() => undefined), late]);
    clearTimeout(timer);
  }

  async #readCapabilities(): Promise<ReadonlySet<string>> {
    if (this.#capabilities !== null) return this.#capabilities;
    const found = await this.#service.invoke('GetCapabilities', '', []);
    this.#capabilities = new Set(Array.isArray(found) ? found.flat().map(String) : []);
    return this.#capabilities;
  }

  #dismiss(alarm: string | null): void {
    if (alarm === null) return;
    this.#ids.delete(alarm);
    this.#dismissed.add(alarm);
    for (const oldest of this.#dismissed) if (this.#dismissed.size > MAX_STORED_ALARMS) this.#dismissed.delete(oldest);
  }

  #alarmOf(id: unknown): string | null {
    for (const [alarm, own] of this.#ids) if (own === id) return alarm;
    return null;
  }
}
