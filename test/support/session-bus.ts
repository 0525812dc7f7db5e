/**
 * Runs a session bus for one test and, on request, a notification service that records notifications without showing
 * them. The tests cannot reach the desktop of the user.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessageBus, sessionBus } from 'dbus-native';

/** The bus starts no service, so that only the test decides which services exist. */
const CONFIGURATION = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>LISTEN_ADDRESS</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
`;

/** A program is asked again after this time. No program announces that it is ready for its first call. */
const POLL_INTERVAL_MS = 10;

/** Returns the path, or null if the program is not installed. */
export function installedProgram(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** A message bus with a home of its own for the programs on it. */
export class TestBus {
  readonly address: string;
  readonly process: ChildProcess;
  /** Folder for the homes of programs. It is deleted when the bus stops. */
  readonly folder: string;
  #client: MessageBus | null = null;

  private constructor(address: string, bus: ChildProcess, folder: string) {
    this.address = address;
    this.process = bus;
    this.folder = folder;
  }

  /** @param listens where the bus listens; default: a new socket in /tmp */
  static async start(listens = 'unix:tmpdir=/tmp'): Promise<TestBus> {
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-bus-'));
    const configuration = join(folder, 'bus.conf');
    writeFileSync(configuration, CONFIGURATION.replace('LISTEN_ADDRESS', listens));
    const call = ['--nofork', '--print-address', `--config-file=${configuration}`];
    const bus = spawn(installedProgram('dbus-daemon') ?? '', call, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
    return new TestBus(address, bus, folder);
  }

  /** Connection of the test itself. */
  get client(): MessageBus {
    if (this.#client !== null) return this.#client;
    this.#client = sessionBus({ busAddress: this.address });
    this.#client.connection.on('error', () => undefined);
    return this.#client;
  }

  /**
   * Makes an empty home for a program.
   * @returns the environment of a program that knows this bus and nothing of the user
   */
  environment(home: string): Record<string, string> {
    const path = join(this.folder, home);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { PATH = '' } = process.env;
    return { PATH, HOME: path, XDG_RUNTIME_DIR: path, DBUS_SESSION_BUS_ADDRESS: this.address };
  }

  async waitForService(name: string): Promise<void> {
    while (!(await this.client.nameHasOwner(name))) await sleep(POLL_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    this.#client?.connection.stream.destroy();
    this.#client = null;
    await endProcess(this.process);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Kills the process and waits for its end. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill('SIGKILL');
  await over;
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

/**
 * A minimal `org.freedesktop.Notifications` that records what it would show, for tests without a display. Real daemons
 * are in `test/real/desktop-daemons.ts`.
 */
export class NotificationService {
  readonly shown: ShownNotification[] = [];
  /** Ids of the notifications that it was asked to close. */
  readonly closed: number[] = [];
  readonly #received = new EventEmitter();
  readonly #bus: MessageBus;
  #lastId = 0;
  #held: PromiseWithResolvers<void> | null = null;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
    const service = {
      GetServerInformation: () => ['receiver', 'watchfloor', '1', '1.2'],
      GetCapabilities: () => ['body', 'actions'],
      Notify: async (
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
        this.#received.emit('news');
        await this.#held?.promise;
        return id;
      },
      CloseNotification: (id: number) => {
        this.closed.push(id);
        return null;
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

  /** @param queued true if it takes over when the present service ends */
  static async on(address: string, { queued = false } = {}): Promise<NotificationService> {
    const bus = sessionBus({ busAddress: address });
    bus.connection.on('error', () => undefined);
    const service = new NotificationService(bus);
    const DO_NOT_QUEUE = 4;
    await bus.requestName(NAME, queued ? 0 : DO_NOT_QUEUE);
    return service;
  }

  /** Shows notifications, and answers only when `answer` is called. */
  hold(): void {
    this.#held = Promise.withResolvers();
  }

  answer(): void {
    this.#held?.resolve();
    this.#held = null;
  }

  click(id: number, action = 'default'): void {
    this.#bus.sendSignal(PATH, NAME, 'ActionInvoked', 'us', [id, action]);
  }

  async until(count: number): Promise<void> {
    while (this.shown.length < count) await once(this.#received, 'news');
  }

  async stop(): Promise<void> {
    await this.#bus.close();
  }
}

const WATCHER = 'org.kde.StatusNotifierWatcher';
const WATCHER_PATH = '/StatusNotifierWatcher';

/** Watcher of tray icons, as on a desktop that supports them, with or without a panel that shows them. */
export class TrayWatcher {
  readonly #bus: MessageBus;
  readonly #properties: { IsStatusNotifierHostRegistered: boolean; RegisteredStatusNotifierItems: string[] };
  readonly #registered = new EventEmitter();
  readonly #items: string[] = [];

  private constructor(bus: MessageBus, hasPanel: boolean) {
    this.#bus = bus;
    this.#properties = { IsStatusNotifierHostRegistered: hasPanel, RegisteredStatusNotifierItems: this.#items };
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
      properties: { IsStatusNotifierHostRegistered: 'b', RegisteredStatusNotifierItems: 'as' },
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

  async firstItem(): Promise<string> {
    for (;;) {
      const [first] = this.#items;
      if (first !== undefined) return first;
      await once(this.#registered, 'item');
    }
  }

  /** Registers an item as a program does, under its bus name or with a path. */
  register(item: string): void {
    this.#items.push(item);
  }

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
