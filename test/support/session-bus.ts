/**
 * A session bus for a test alone, and on it, where a test wants one, a service that shows notifications to nobody and
 * remembers them. Whatever the desktop of whoever runs the tests shows is out of reach.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type MessageBus, sessionBus } from 'dbus-native';

/** Nothing is started by the bus: a state is what a test makes of it. */
const CONFIGURATION = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
`;

/** Its path; `null` where it is not installed. */
export function installedProgram(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

export class TestBus {
  readonly address: string;
  readonly process: ChildProcess;
  readonly #folder: string;

  private constructor(address: string, bus: ChildProcess, folder: string) {
    this.address = address;
    this.process = bus;
    this.#folder = folder;
  }

  static async start(): Promise<TestBus> {
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bus-'));
    const configuration = join(folder, 'bus.conf');
    writeFileSync(configuration, CONFIGURATION);
    const call = ['--nofork', '--print-address', `--config-file=${configuration}`];
    const bus = spawn(installedProgram('dbus-daemon') ?? '', call, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
    return new TestBus(address, bus, folder);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const over = once(this.process, 'exit');
      this.process.kill('SIGKILL');
      await over;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';

export interface ShownNotification {
  readonly id: number;
  readonly replaces: number;
  readonly summary: string;
  readonly body: string;
  readonly actions: readonly string[];
  readonly hints: Readonly<Record<string, unknown>>;
}

/** `org.freedesktop.Notifications` in a few lines. */
export class NotificationService {
  readonly shown: ShownNotification[] = [];
  readonly closed: number[] = [];
  readonly #heard = new EventEmitter();
  readonly #bus: MessageBus;
  #lastId = 0;

  private constructor(bus: MessageBus, abilities: readonly string[]) {
    this.#bus = bus;
    const service = {
      GetServerInformation: () => ['receiver', 'watchfloor', '1', '1.2'],
      GetCapabilities: () => [...abilities],
      Notify: (
        ...[, replaces, , summary, body, actions, hints]: [
          string,
          number,
          string,
          string,
          string,
          string[],
          Record<string, unknown>,
        ]
      ) => {
        const id = replaces === 0 ? (this.#lastId += 1) : replaces;
        this.shown.push({ id, replaces, summary, body, actions, hints });
        this.#heard.emit('news');
        return id;
      },
      CloseNotification: (id: number) => {
        this.closed.push(id);
        this.#heard.emit('news');
      },
    };
    bus.exportInterface(service, PATH, {
      name: NAME,
      methods: {
        GetServerInformation: ['', 'ssss', [], ['name', 'vendor', 'version', 'spec']],
        GetCapabilities: ['', 'as', [], ['abilities']],
        Notify: ['susssasa{sv}i', 'u', [], ['id']],
        CloseNotification: ['u', '', ['id'], []],
      },
      signals: {},
      properties: {},
    });
  }

  static async on(address: string, abilities = ['body', 'actions']): Promise<NotificationService> {
    const bus = sessionBus({ busAddress: address });
    bus.connection.on('error', () => undefined);
    const service = new NotificationService(bus, abilities);
    await bus.requestName(NAME, 0);
    return service;
  }

  click(id: number, action = 'default'): void {
    this.#bus.sendSignal(PATH, NAME, 'ActionInvoked', 'us', [id, action]);
  }

  /** Somebody put it away. */
  putAway(id: number): void {
    this.#bus.sendSignal(PATH, NAME, 'NotificationClosed', 'uu', [id, 2]);
  }

  /** Resolves once so many were shown in all. */
  async until(count: number): Promise<void> {
    while (this.shown.length < count) await once(this.#heard, 'news');
  }

  async stop(): Promise<void> {
    await this.#bus.close();
  }
}

const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';

/** What a desktop has where programs can stand in a tray: with a panel that shows it, or with none. */
export class TrayWatcher {
  readonly #bus: MessageBus;
  readonly #properties: { IsStatusNotifierHostRegistered: boolean };
  readonly #registered = new EventEmitter();
  /** Bus names of the programs that put something into the tray. */
  readonly #items: string[] = [];

  private constructor(bus: MessageBus, hasPanel: boolean) {
    this.#bus = bus;
    this.#properties = { IsStatusNotifierHostRegistered: hasPanel };
    const methods = {
      RegisterStatusNotifierItem: (name: string) => {
        this.#items.push(name);
        this.#registered.emit('item');
        return null;
      },
    };
    bus.exportInterface(Object.assign(this.#properties, methods), WATCHER_PATH, {
      name: WATCHER,
      methods: { RegisterStatusNotifierItem: ['s', '', ['service'], []] },
      properties: { IsStatusNotifierHostRegistered: 'b' },
      signals: {},
    });
  }

  static async on(address: string, hasPanel = true): Promise<TrayWatcher> {
    const bus = sessionBus({ busAddress: address });
    bus.connection.on('error', () => undefined);
    const watcher = new TrayWatcher(bus, hasPanel);
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
      interface: 'org.kde.StatusNotifierItem',
      member: 'Activate',
      signature: 'ii',
      body: [0, 0],
    });
  }

  showPanel(isThere: boolean): void {
    this.#properties.IsStatusNotifierHostRegistered = isThere;
    const signal = isThere ? 'StatusNotifierHostRegistered' : 'StatusNotifierHostUnregistered';
    this.#bus.sendSignal(WATCHER_PATH, WATCHER, signal, '', []);
  }

  stop(): void {
    this.#bus.connection.stream.destroy();
  }
}

/** Why no daemon that shows notifications can be tried; `null` where one can. */
export function missingNotificationDaemon(): string | null {
  const missing = ['dbus-daemon', 'dunst', 'Xvfb'].filter((name) => installedProgram(name) === null);
  return missing.length === 0 ? null : `no ${missing.join(', ')} here; install dunst, xvfb and dbus`;
}
