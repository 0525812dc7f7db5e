/** Follows the notification service, which may appear after Watchfloor, restart or end, as may the bus. */
import type { MessageBus } from 'dbus-native';
import type { DeskState } from '../../../src-shared/domain/outlets/desk-state.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { bannerQueries, bannersOf } from './banner-state.ts';
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
/** A bus that appears is not announced, and most services do not announce that they hold banners back. */
const POLL_INTERVAL_MS = 10_000;

export interface ServiceOptions {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly environment?: BusEnvironment;
  /** Timeout of the bus and the service; default 5 s. */
  readonly responseTimeoutMs?: number;
}

export interface ServiceListeners {
  readonly signals: Readonly<Record<string, (values: readonly unknown[]) => void>>;
  /** The service or the bus ended, or another service took over: its ids mean nothing any more. */
  readonly onLost: () => void;
  /** @param hasReturned true if a service appeared after none was there, or in place of another */
  readonly onChange: (hasReturned: boolean) => void;
}

export class NotificationService {
  readonly #options: ServiceOptions;
  readonly #listeners: ServiceListeners;
  readonly #closed = new AbortController();
  #connecting: Promise<MessageBus> | null = null;
  #refreshing: Promise<void> | null = null;
  #state: DeskState;
  /** True if another service took over since the last refresh. */
  #isReplaced = false;

  constructor(options: ServiceOptions, listeners: ServiceListeners) {
    this.#options = options;
    this.#listeners = listeners;
    this.#state = { kind: 'missing', since: options.clock.now(), reason: 'the desktop was not asked yet' };
  }

  get state(): DeskState {
    return this.#state;
  }

  /** Resolves after the desktop has answered for the first time or cannot answer; follows it until `close`. */
  async start(): Promise<void> {
    await this.refresh();
    void this.#poll();
  }

  /** Asks the service, or waits for the answer if it was asked just now. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** @param timeoutMs 0 waits for as long as the service is there. @throws Error with the message of the bus */
  async invoke(
    member: string,
    signature: string,
    body: readonly unknown[],
    timeoutMs = this.#timeoutMs,
  ): Promise<unknown> {
    const bus = await this.#connection();
    return bus.invoke(
      {
        destination: SERVICE,
        path: PATH,
        interface: SERVICE,
        member,
        ...(signature === '' ? {} : { signature, body: [...body] }),
      },
      { timeout: timeoutMs },
    );
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error('notifications are closed'));
    const bus = await this.#connecting?.catch(() => null);
    this.#connecting = null;
    bus?.connection.stream.destroy();
  }

  get #timeoutMs(): number {
    return this.#options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
  }

  get #environment(): BusEnvironment {
    return this.#options.environment ?? localEnvironment;
  }

  async #poll(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await this.#options.clock.sleep(POLL_INTERVAL_MS, signal).catch(() => undefined);
      if (!signal.aborted) await this.refresh();
    }
  }

  async #refresh(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    try {
      // Asking starts a service that the desktop starts on demand.
      const [name, , version] = [await this.invoke('GetServerInformation', '', [])].flat().map(String);
      const queries = bannerQueries(await this.#connection(), this.#timeoutMs, this.#environment.env);
      const banners = await bannersOf(name ?? '', queries);
      this.#become({ kind: 'available', service: `${name} ${version}`, banners });
    } catch (error) {
      this.#becomeMissing(error instanceof Error ? error.message : String(error));
    }
  }

  #becomeMissing(words: string): void {
    const reason = words === NO_BUS ? NO_BUS : `no notification service on the session bus (${words})`;
    const since = this.#state.kind === 'missing' ? this.#state.since : this.#options.clock.now();
    this.#become({ kind: 'missing', since, reason });
  }

  #become(next: DeskState): void {
    if (this.#closed.signal.aborted) return;
    const before = this.#state;
    const hasReturned = next.kind === 'available' && (before.kind === 'missing' || this.#isReplaced);
    if (next.kind === 'available') this.#isReplaced = false;
    this.#state = next;
    if (hasReturned || JSON.stringify(before) !== JSON.stringify(next)) this.#listeners.onChange(hasReturned);
  }

  #connection(): Promise<MessageBus> {
    if (this.#closed.signal.aborted) return Promise.reject(new Error('notifications are closed'));
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.#connecting = null;
      throw error;
    });
    return this.#connecting;
  }

  async #connect(): Promise<MessageBus> {
    const address = sessionBusAddress(this.#environment);
    if (address === null) throw new Error(NO_BUS);
    const bus = await connectToBus(address, () => this.#lostBus(), this.#timeoutMs);
    await subscribeToService(
      bus,
      { name: SERVICE, path: PATH },
      {
        signals: this.#listeners.signals,
        onOwnerChanged: (owner) => {
          this.#listeners.onLost();
          this.#isReplaced = owner !== '';
          // An answer that is still awaited may be that of the earlier service.
          void Promise.resolve(this.#refreshing).then(() => this.refresh());
        },
      },
    );
    return bus;
  }

  #lostBus(): void {
    this.#connecting = null;
    this.#listeners.onLost();
    if (this.#state.kind === 'available') this.#becomeMissing('the session bus closed the connection');
  }
}

const NO_BUS = 'there is no session bus';
