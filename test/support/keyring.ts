/**
 * A real Secret Service of this computer for a test alone: a message bus, and on it gnome-keyring with a home of its
 * own. Whatever the desktop of whoever runs the tests keeps is out of reach.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Nothing is started by the bus: a state is what a test makes of it. */
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

/** Its path; `null` where it is not installed. */
function installed(name: (typeof programs)[number]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Why there is none to test with; `null` where there is. */
export function missingKeyring(): string | null {
  if (process.platform !== 'linux') return 'gnome-keyring is for Linux';
  const missing = programs.filter((name) => installed(name) === null);
  return missing.length === 0 ? null : `no ${missing.join(', ')} here; install gnome-keyring and dbus`;
}

export class Keyring {
  /** Of its bus. */
  readonly address: string;
  readonly #bus: ChildProcess;
  readonly #folder: string;
  #daemon: ChildProcess | null = null;

  private constructor(address: string, bus: ChildProcess, folder: string) {
    this.address = address;
    this.#bus = bus;
    this.#folder = folder;
  }

  /** A bus without any service on it. */
  static async start(): Promise<Keyring> {
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-keyring-'));
    const configuration = join(folder, 'bus.conf');
    writeFileSync(configuration, BUS);
    const call = ['--nofork', '--print-address', `--config-file=${configuration}`];
    const bus = spawn(installed('dbus-daemon') ?? '', call, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
    return new Keyring(address, bus, folder);
  }

  /** Unlocked, as after a person's login. `home`: what is kept in it; another one is another keychain. */
  async unlock(home: string): Promise<void> {
    await this.#end();
    const place = join(this.#folder, home);
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const { PATH } = process.env;
    this.#daemon = spawn(
      installed('gnome-keyring-daemon') ?? '',
      ['--foreground', '--unlock', '--components=secrets'],
      {
        env: { PATH, HOME: place, XDG_RUNTIME_DIR: place, DBUS_SESSION_BUS_ADDRESS: this.address },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    this.#daemon.stdin?.end('a password');
    while (!this.#isThere()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Nobody is there to answer its prompt. */
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

  /** The collection that a login unlocks is there as soon as the password was taken. */
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
