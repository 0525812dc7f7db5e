/** Runs the real KeePassXC as the Secret Service of one bus, with a database of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, installedProgram, type TestBus } from '../support/session-bus.ts';

/** Unlocks every database of `Keepassxc`. */
export const KEEPASSXC_PASSWORD = 'a password';
const POLL_INTERVAL_MS = 10;
const SERVICE = { destination: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };

/** A database shares one group with other programs. KeePassXC stores the choice in the database. */
const SHARED_GROUP = { uuid: '{00112233-4455-6677-8899-aabbccddeeff}', base64: 'ABEiM0RVZneImaq7zN3u/w==' };
const DATABASE = `<KeePassFile>
  <Meta><CustomData><Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>${SHARED_GROUP.uuid}</Value></Item></CustomData></Meta>
  <Root><Group><UUID>${SHARED_GROUP.base64}</UUID><Name>Shared</Name></Group></Root>
</KeePassFile>`;

/** A second instance would hand its database to the first one, on any bus. */
const settings = (asksForAccess: boolean) => `[General]
SingleInstance=false
UpdateCheckMessageShown=true
[GUI]
CheckForUpdates=false
[FdoSecrets]
Enabled=true
ShowNotification=false
ConfirmAccessItem=${asksForAccess}
`;

/** Returns why KeePassXC cannot be tested here, or null if it can. */
export function missingKeepassxc(): string | null {
  if (process.platform !== 'linux') return 'the Secret Service is for Linux';
  const missing = ['dbus-daemon', 'keepassxc', 'keepassxc-cli'].filter((name) => installedProgram(name) === null);
  return missing.length === 0 ? null : `no ${missing.join(', ')} here; install keepassxc and dbus`;
}

export class Keepassxc {
  readonly #bus: TestBus;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #database: string;
  #program: ChildProcess | null = null;

  private constructor(bus: TestBus, environment: Readonly<Record<string, string>>) {
    this.#bus = bus;
    this.#environment = environment;
    this.#database = join(environment['HOME'] ?? '', 'shared.kdbx');
  }

  /** Makes an empty database that shares its entries with other programs. */
  static async create(bus: TestBus, display: string): Promise<Keepassxc> {
    const environment = bus.environment('keepassxc');
    const keepassxc = new Keepassxc(bus, { ...environment, TMPDIR: environment['HOME'] ?? '', DISPLAY: display });
    const xml = `${keepassxc.#database}.xml`;
    writeFileSync(xml, DATABASE);
    const options = ['import', '--quiet', '--set-password', xml, keepassxc.#database];
    const program = keepassxc.#spawn('keepassxc-cli', options);
    program.stdin?.end(`${KEEPASSXC_PASSWORD}\n${KEEPASSXC_PASSWORD}\n`);
    await once(program, 'exit');
    if (!existsSync(keepassxc.#database)) throw new Error('keepassxc-cli made no database');
    return keepassxc;
  }

  /** Starts KeePassXC with the database unlocked. By default it asks the user before a program reads an entry. */
  async start({ asksForAccess }: { readonly asksForAccess: boolean }): Promise<void> {
    await this.stop();
    const configuration = join(this.#environment['HOME'] ?? '', 'keepassxc.ini');
    writeFileSync(configuration, settings(asksForAccess));
    const files = ['--config', configuration, '--localconfig', `${configuration}.local`];
    this.#program = this.#spawn('keepassxc', [...files, '--pw-stdin', this.#database]);
    this.#program.stdin?.end(`${KEEPASSXC_PASSWORD}\n`);
    await this.#waitFor(async () => (await this.#defaultCollection()) !== '/' && !(await this.#isLocked()));
  }

  async lock(): Promise<void> {
    await this.#window('lockAllDatabases');
    await this.#waitFor(() => this.#isLocked());
  }

  async waitUntilUnlocked(): Promise<void> {
    await this.#waitFor(async () => !(await this.#isLocked()));
  }

  async closeDatabases(): Promise<void> {
    await this.#window('closeAllDatabases');
    await this.#waitFor(async () => (await this.#defaultCollection()) === '/');
  }

  async stop(): Promise<void> {
    const program = this.#program;
    this.#program = null;
    if (program !== null) await endProcess(program);
  }

  #spawn(name: string, options: readonly string[]): ChildProcess {
    return spawn(installedProgram(name) ?? '', options, {
      env: this.#environment,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  }

  async #window(member: string): Promise<void> {
    const name = 'org.keepassxc.KeePassXC.MainWindow';
    await this.#bus.client.invoke({ destination: name, path: '/keepassxc', interface: name, member });
  }

  async #defaultCollection(): Promise<unknown> {
    const call = {
      interface: 'org.freedesktop.Secret.Service',
      member: 'ReadAlias',
      signature: 's',
      body: ['default'],
    };
    return this.#bus.client.invoke({ ...SERVICE, ...call });
  }

  async #isLocked(): Promise<boolean> {
    const isLocked: unknown = await this.#bus.client.invoke({
      ...SERVICE,
      path: '/org/freedesktop/secrets/aliases/default',
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: ['org.freedesktop.Secret.Collection', 'Locked'],
    });
    return isLocked === true;
  }

  async #waitFor(isTrue: () => Promise<boolean>): Promise<void> {
    while (!(await isTrue().catch(() => false))) {
      if (this.#program?.exitCode !== null) throw new Error('KeePassXC has ended');
      await sleep(POLL_INTERVAL_MS);
    }
  }
}
