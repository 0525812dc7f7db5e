/** Runs the notification daemons of other people on a bus of the test, and sees and clicks what they show. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { globSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, installedProgram, type TestBus } from '../support/session-bus.ts';
import { type ClickedPlace, missingDisplay, type VirtualDisplay } from './virtual-display.ts';

const SERVICE = { destination: 'org.freedesktop.Notifications', path: '/org/freedesktop/Notifications' };
/** Programs that Debian does not put into `PATH`. The folder contains the name of the processor. */
const [XFCE4_NOTIFYD] = globSync('/usr/lib/*/xfce4/notifyd/xfce4-notifyd');
const [XFCONFD] = globSync('/usr/lib/*/xfce4/xfconf/xfconfd');

/** Returns why the daemons cannot be tested here, or null if they can. */
export function missingDaemons(): string | null {
  const missing = ['dbus-daemon', 'dunst'].filter((name) => installedProgram(name) === null);
  if (XFCE4_NOTIFYD === undefined || XFCONFD === undefined) missing.push('xfce4-notifyd');
  return missing.length === 0 ? missingDisplay() : `no ${missing.join(', ')}`;
}

export interface DaemonSettings {
  /** False if the daemon shows texts as they are and does not announce markup. */
  readonly markup?: boolean;
}

/** Urgencies, and a reason of the signal NotificationClosed. Source: Desktop Notifications Specification 1.2. */
const [NORMAL, CRITICAL] = [1, 2];
const EXPIRED = 1;
/** Both daemons close a notification that is clicked here. */
const CLOSES_AT: ClickedPlace = { x: 20, y: 20, button: 'left' };

/** A daemon whose ordinary notifications leave the screen after one second. */
export abstract class DesktopDaemon {
  protected readonly bus: TestBus;
  protected readonly display: VirtualDisplay;
  protected readonly home: string;
  #program: ChildProcess | null = null;

  constructor(bus: TestBus, display: VirtualDisplay, name: string) {
    this.bus = bus;
    this.display = display;
    this.home = this.environment(name)['HOME'] ?? '';
  }

  async start(settings: DaemonSettings = {}): Promise<void> {
    this.#program = await this.run(settings);
    await this.bus.waitForService(SERVICE.destination);
  }

  freeze(): void {
    this.#program?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#program?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const program = this.#program;
    this.#program = null;
    if (program !== null) await endProcess(program);
  }

  async capabilities(): Promise<string[]> {
    const found: unknown = await this.bus.client.invoke({
      ...SERVICE,
      interface: SERVICE.destination,
      member: 'GetCapabilities',
    });
    return [found].flat().map(String);
  }

  /** Shows a notification of another program that stays on the screen. */
  async showOther(summary: string, body: string): Promise<void> {
    await this.#notify(summary, body, CRITICAL);
  }

  /** Shows an ordinary notification of another program, and waits until it has left the screen by itself. */
  async showAndExpire(summary: string): Promise<void> {
    const { client } = this.bus;
    const { destination: name, path } = SERVICE;
    await client.addMatch(`type='signal',interface='${name}',member='NotificationClosed'`);
    const expired = new Set<unknown>();
    const closed = new EventEmitter();
    client.signals.on(client.mangle(path, name, 'NotificationClosed'), ([id, reason]: number[]) => {
      if (reason !== EXPIRED) return;
      expired.add(id);
      closed.emit('expired');
    });
    const id = await this.#notify(summary, '', NORMAL);
    while (!expired.has(id)) await once(closed, 'expired');
  }

  /** Returns the number of notifications on the screen. */
  abstract count(): Promise<number>;
  /** Returns the width in pixels of the only notification on the screen. */
  async width(): Promise<number> {
    return this.display.widthOf(await this.#window());
  }

  /** Closes the only notification on the screen, as a user does. */
  async dismiss(): Promise<void> {
    await this.display.clickAway(await this.#window(), CLOSES_AT);
  }

  /** Opens the only notification on the screen, as a user of this daemon does. The daemon then closes it. */
  async open(): Promise<void> {
    await this.display.clickAway(await this.#window(), this.opensAt);
  }

  /** Closes every notification. @returns the newest title and text that the daemon showed */
  abstract closeAll(): Promise<{ readonly summary: string; readonly body: string }>;

  /** Switches Do Not Disturb on or off, as the user does. */
  abstract holdBack(isOn: boolean): Promise<void>;

  protected abstract readonly windowName: string;
  protected abstract readonly opensAt: ClickedPlace;
  protected abstract run(settings: DaemonSettings): Promise<ChildProcess>;

  protected environment(name: string): Record<string, string> {
    return { ...this.bus.environment(name), DISPLAY: this.display.name };
  }

  protected spawn(program: string, options: readonly string[], name: string): ChildProcess {
    return spawn(program, options, { env: this.environment(name), stdio: 'ignore' });
  }

  async #notify(summary: string, body: string, urgency: number): Promise<unknown> {
    const [id] = [
      await this.bus.client.invoke<unknown>({
        ...SERVICE,
        interface: SERVICE.destination,
        member: 'Notify',
        signature: 'susssasa{sv}i',
        body: ['other', 0, '', summary, body, ['default', 'Open'], [['urgency', ['y', urgency]]], -1],
      }),
    ].flat();
    return id;
  }

  async #window(): Promise<string> {
    const [window = ''] = await this.display.waitForWindows(this.windowName, 1);
    return window;
  }
}

const DUNST_COMMANDS = 'org.dunstproject.cmd0';

export class Dunst extends DesktopDaemon {
  protected readonly windowName = 'Dunst';
  /** The left button only closes. */
  protected readonly opensAt = { x: 20, y: 20, button: 'middle' } as const;

  constructor(bus: TestBus, display: VirtualDisplay) {
    super(bus, display, 'dunst');
  }

  async count(): Promise<number> {
    return this.bus.client.invoke<number>({
      ...SERVICE,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [DUNST_COMMANDS, 'displayedLength'],
    });
  }

  async closeAll() {
    const command = (member: string) => ({ ...SERVICE, interface: DUNST_COMMANDS, member });
    await this.bus.client.invoke(command('NotificationCloseAll'));
    const history = await this.bus.client.invoke<Record<string, unknown>[]>(command('NotificationListHistory'));
    const [newest] = history;
    return { summary: String(newest?.['summary']), body: String(newest?.['body']) };
  }

  async holdBack(isOn: boolean): Promise<void> {
    await this.bus.client.invoke({
      ...SERVICE,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Set',
      signature: 'ssv',
      body: [DUNST_COMMANDS, 'paused', ['b', isOn]],
    });
  }

  protected async run({ markup = true }: DaemonSettings): Promise<ChildProcess> {
    const configuration = join(this.home, 'dunstrc');
    const lines = [
      '[global]',
      `markup = ${markup ? 'full' : 'no'}`,
      'width = (0, 600)',
      '[urgency_low]',
      'timeout = 1',
    ];
    writeFileSync(configuration, [...lines, '[urgency_normal]', 'timeout = 1', ''].join('\n'));
    return this.spawn(installedProgram('dunst') ?? '', ['-conf', configuration], 'dunst');
  }
}

const XFCE_SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-notifyd" version="1.0">
  <property name="expire-timeout" type="int" value="1"/>
  <property name="do-fadeout" type="bool" value="false"/>
  <property name="notification-log" type="bool" value="true"/>
  <property name="log-level" type="uint" value="1"/>
</channel>
`;

export class XfceNotifyd extends DesktopDaemon {
  protected readonly windowName = 'xfce4-notifyd';
  /** The button with the label of the action, at the right end of the last line. A click beside it only closes. */
  protected readonly opensAt = { x: -30, y: -22, button: 'left' } as const;
  #settings: ChildProcess | null = null;

  constructor(bus: TestBus, display: VirtualDisplay) {
    super(bus, display, 'xfce');
  }

  async count(): Promise<number> {
    return (await this.display.windows(this.windowName)).length;
  }

  async closeAll() {
    for (const window of await this.display.windows(this.windowName)) {
      await this.display.clickAway(window, CLOSES_AT);
    }
    const log = readFileSync(join(this.home, '.cache/xfce4/notifyd/log'), 'utf8');
    const newest = (field: string) => [...log.matchAll(new RegExp(`^${field}=(.*)$`, 'gm'))].at(-1)?.[1] ?? '';
    return { summary: newest('summary'), body: newest('body') };
  }

  async holdBack(isOn: boolean): Promise<void> {
    await this.bus.client.invoke({
      destination: 'org.xfce.Xfconf',
      path: '/org/xfce/Xfconf',
      interface: 'org.xfce.Xfconf',
      member: 'SetProperty',
      signature: 'ssv',
      body: ['xfce4-notifyd', '/do-not-disturb', ['b', isOn]],
    });
  }

  override async stop(): Promise<void> {
    await super.stop();
    if (this.#settings !== null) await endProcess(this.#settings);
    this.#settings = null;
  }

  protected async run(): Promise<ChildProcess> {
    const folder = join(this.home, '.config/xfce4/xfconf/xfce-perchannel-xml');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'xfce4-notifyd.xml'), XFCE_SETTINGS);
    this.#settings ??= this.spawn(XFCONFD ?? '', [], 'xfce');
    await this.bus.waitForService('org.xfce.Xfconf');
    return this.spawn(XFCE4_NOTIFYD ?? '', [], 'xfce');
  }
}
