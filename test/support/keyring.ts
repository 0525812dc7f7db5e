/**
 * Runs a real Secret Service for one test: gnome-keyring with its own home on its own message bus. The tests cannot
 * reach the keychain of the user.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The bus starts no service, so that only the test decides which services exist. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
const SERVICE = 'org.freedesktop.secrets';
const COLLECTION = '/org/freedesktop/secrets/collection/login';

const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'] as const;

/** Returns the path, or null if the program is not installed. */
function installed(name: (typeof programs)[number]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Returns why the tests cannot run here, or null if they can. */
export function missingKeyring(): string | null {
  if (process.platform !== 'linux') return 'gnome-keyring is for Linux';
  const missing = programs.filter((name) => installed(name) === null);
  return missing.length === 0 ? null : `no ${missing.join(', ')} here; install gnome-keyring and dbus`;
}

export class Keyring {
  readonly address: string;
  readonly #bus: ChildProcess;
  readonly #folder: string;
  #daemon: ChildProcess | null = null;

  private constructor(address: string, bus: ChildProcess, folder: string) {
    this.address = address;
    this.#bus = bus;
    this.#folder = folder;
  }

  static async start(): Promise<Keyring> {
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-keyring-'));
    const configuration = join(folder, 'bus.conf');
    writeFileSync(configuration, BUS);
    const call = ['--nofork', '--print-address', `--config-file=${configuration}`];
    const bus = spawn(installed('dbus-daemon') ?? '', call, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
    return new Keyring(address, bus, folder);
  }

  /**
   * Starts the keyring unlocked, as after a login.
   * @param home names the content; each name is a separate keychain
   */
  async unlock(home: string): Promise<void> {
    await this.#end();
    const keyringFolder = join(this.#folder, home);
    mkdirSync(keyringFolder, { recursive: true, mode: 0o700 });
    const { PATH } = process.env;
    this.#daemon = spawn(
      installed('gnome-keyring-daemon') ?? '',
      ['--foreground', '--unlock', '--components=secrets'],
      {
        env: { PATH, HOME: keyringFolder, XDG_RUNTIME_DIR: keyringFolder, DBUS_SESSION_BUS_ADDRESS: this.address },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    this.#daemon.stdin?.end('a password');
    while (!this.#isThere()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Locks the keychain. No user is present to answer its prompt. */
  lock(): void {
    this.#call('/org/freedesktop/secrets', `${SERVICE.replace('secrets', 'Secret')}.Service.Lock`, [
      `array:objpath:${COLLECTION}`,
    ]);
  }

  freeze(): void {
    this.#daemon?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#daemon?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.#end();
    const over = once(this.#bus, 'exit');
    this.#bus.kill('SIGKILL');
    await over;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(): Promise<void> {
    const daemon = this.#daemon;
    this.#daemon = null;
    if (daemon === null || daemon.exitCode !== null) return;
    const over = once(daemon, 'exit');
    daemon.kill('SIGKILL');
    await over;
  }

  #isThere(): boolean {
    try {
      const properties = 'org.freedesktop.DBus.Properties.Get';
      return this.#call(COLLECTION, properties, ['string:org.freedesktop.Secret.Collection', 'string:Locked']).includes(
        'boolean false',
      );
    } catch {
      return false;
    }
  }

  #call(path: string, method: string, values: readonly string[]): string {
    const call = ['--session', '--print-reply', `--dest=${SERVICE}`, path, method, ...values];
    return execFileSync(installed('dbus-send') ?? '', call, {
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: this.address },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    });
  }
}
