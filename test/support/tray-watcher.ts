/** The part of a Linux desktop that shows a tray (StatusNotifierItem, freedesktop.org), for a test alone. */
import { EventEmitter, once } from 'node:events';
import { type MessageBus, sessionBus } from 'dbus-native';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const ITEM = 'org.kde.StatusNotifierItem';

export class TrayWatcher {
  readonly #bus: MessageBus;
  readonly #registered = new EventEmitter();
  /** Bus names of the programs that put something into the tray. */
  readonly #items: string[] = [];

  private constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  /** @param hasBar whether a bar shows the tray: there can be a watcher without one */
  static async on(address: string, hasBar = true): Promise<TrayWatcher> {
    const bus = sessionBus({ busAddress: address });
    bus.connection.on('error', () => undefined);
    const watcher = new TrayWatcher(bus);
    bus.exportInterface(
      {
        IsStatusNotifierHostRegistered: hasBar,
        ProtocolVersion: 0,
        RegisterStatusNotifierItem: (name: string) => {
          watcher.#items.push(name);
          watcher.#registered.emit('item');
          return null;
        },
      },
      '/StatusNotifierWatcher',
      {
        name: WATCHER,
        methods: { RegisterStatusNotifierItem: ['s', '', ['service'], []] },
        properties: { IsStatusNotifierHostRegistered: 'b', ProtocolVersion: 'i' },
        signals: {},
      },
    );
    await bus.requestName(WATCHER, 0);
    return watcher;
  }

  /** Resolves with the bus name of the first program that put something into the tray. */
  async firstItem(): Promise<string> {
    for (;;) {
      const [first] = this.#items;
      if (first !== undefined) return first;
      await once(this.#registered, 'item');
    }
  }

  /** Clicks what the program put into the tray. */
  async click(item: string): Promise<void> {
    await this.#bus.invoke({
      destination: item,
      path: '/StatusNotifierItem',
      interface: ITEM,
      member: 'Activate',
      signature: 'ii',
      body: [0, 0],
    });
  }

  close(): void {
    this.#bus.connection.stream.destroy();
  }
}
