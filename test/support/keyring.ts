/**
 * Runs a real Secret Service for one test: gnome-keyring with its own home on its own message bus. The tests cannot
 * reach the keychain of the user.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, installedProgram, TestBus } from './session-bus.ts';

const DAEMON = 'gnome-keyring-daemon';
const SERVICE = { destination: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
const LOGIN_COLLECTION = '/org/freedesktop/secrets/collection/login';
const POLL_INTERVAL_MS = 10;

/** Unlocks every keyring of `Keyring`. */
export const KEYRING_PASSWORD = 'a password';

/** Returns why the tests cannot run here, or null if they can. */
export function missingKeyring(): string | null {
  if (process.platform !== 'linux') return 'gnome-keyring is for Linux';
  const missing = ['dbus-daemon', DAEMON].filter((name) => installedProgram(name) === null);
  return missing.length === 0 ? null : `no ${missing.join(', ')} here; install gnome-keyring and dbus`;
}

export class Keyring {
  readonly bus: TestBus;
  #daemon: ChildProcess | null = null;

  private constructor(bus: TestBus) {
    this.bus = bus;
  }

  static async start(): Promise<Keyring> {
    return new Keyring(await TestBus.start());
  }

  get address(): string {
    return this.bus.address;
  }

  /**
   * Starts the keyring unlocked, as after a login.
   * @param home names the content; each name is a separate keychain
   */
  async unlock(home: string): Promise<void> {
    await this.#run(home, KEYRING_PASSWORD);
    while (!(await this.isUnlocked())) await sleep(POLL_INTERVAL_MS);
  }

  /** Starts the keyring as after a login without a password. In a new home it then has no default collection. */
  async startWithoutPassword(home: string): Promise<void> {
    await this.#run(home, '');
    await this.bus.waitForService(SERVICE.destination);
  }

  /** Locks the keychain. Without a program that shows its prompt, each call that needs the prompt is refused. */
  async lock(): Promise<void> {
    await this.bus.client.invoke({
      ...SERVICE,
      interface: 'org.freedesktop.Secret.Service',
      member: 'Lock',
      signature: 'ao',
      body: [[LOGIN_COLLECTION]],
    });
  }

  freeze(): void {
    this.#daemon?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#daemon?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.#end();
    await this.bus.stop();
  }

  /** Returns false also if the keyring is not there yet. */
  async isUnlocked(): Promise<boolean> {
    try {
      const isLocked: unknown = await this.bus.client.invoke({
        ...SERVICE,
        path: LOGIN_COLLECTION,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        signature: 'ss',
        body: ['org.freedesktop.Secret.Collection', 'Locked'],
      });
      return isLocked === false;
    } catch {
      return false;
    }
  }

  async #run(home: string, password: string): Promise<void> {
    await this.#end();
    const options = ['--foreground', '--components=secrets', ...(password === '' ? [] : ['--unlock'])];
    this.#daemon = spawn(installedProgram(DAEMON) ?? '', options, {
      env: this.bus.environment(home),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#daemon.stdin?.end(password);
  }

  async #end(): Promise<void> {
    const daemon = this.#daemon;
    this.#daemon = null;
    if (daemon !== null) await endProcess(daemon);
  }
}
