/** Asks Watchfloor the same questions on each desk, as a user of the command line and as the page after a restart. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { forkKeychainProcess } from '../../src-main/adapters/keychain/keychain-process.ts';
import { createOsKeychain } from '../../src-main/adapters/keychain/os-keychain.ts';
import { readProfileFile } from '../../src-main/adapters/profile/profile-file.ts';
import { createGrants } from '../../src-main/adapters/sign-in/grants.ts';
import { createSecretBindings } from '../../src-main/adapters/sign-in/secret-bindings.ts';
import { storePaths } from '../../src-main/adapters/sqlite/events/files/store-directory.ts';
import { createKeychainKeys } from '../../src-main/adapters/vault/keychain-keys.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import { statusOf } from '../../src-main/core/sign-in/sign-in-status.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { PlainBrowser } from '../simulator/plain-browser.ts';
import { type InProcessCommand, Workplace } from '../support/command.ts';

const OPERATOR = { username: 'olivia', password: 'practice-operator', choice: 'sign-in' };

/** Exit code, and what the command prints for the user. */
type Answer = readonly [exitCode: number, text: string];

export interface DeskCommands {
  /** Stores a client secret. */
  setSecret(): Promise<Answer>;
  /** Signs a person in. The last part says if the issuer's page was reached. */
  signIn(): Promise<readonly [...answer: Answer, issuer: 'reached' | 'not reached']>;
  /** Collects with the stored client secret until it watches. */
  collect(): Promise<Answer>;
  /** Returns what the page shows for the person's sign-in after a start: the kind of its status, and its error code. */
  signInStatus(): Promise<string>;
  /** Returns a digest of all that is stored and sealed. */
  sealed(): string;
}

export class DeskFolder {
  readonly #workplace: Workplace;
  readonly #simulator: Simulator;

  private constructor(workplace: Workplace, simulator: Simulator) {
    this.#workplace = workplace;
    this.#simulator = simulator;
  }

  static async create(simulator: Simulator): Promise<DeskFolder> {
    return new DeskFolder(await Workplace.create(), simulator);
  }

  /** @param bus address of the session bus; undefined if there is none */
  async on(bus: string | undefined): Promise<DeskCommands> {
    const [workplace, simulator] = [this.#workplace, this.#simulator];
    const { dataDir } = workplace;
    const { basic, browser } = simulator.clients;
    const environment = {
      WATCHFLOOR_CLIENT_SECRET: '',
      ...(bus !== undefined && { DBUS_SESSION_BUS_ADDRESS: bus }),
    };
    const client = await workplace.profile(simulator, { name: 'Client' });
    const person = await workplace.profile(simulator, {
      name: 'Person',
      flow: 'authorizationCode',
      clientId: browser.clientId,
    });
    const [clientProfile, personProfile] = [await readProfileFile(client), await readProfileFile(person)];
    const run = (command: readonly string[], profile: string, input = '') =>
      workplace.runInProcess([...command, '--profile', profile, '--data-dir', dataDir], environment, input);
    const directoryOf = (id: typeof clientProfile.id) => storePaths(dataDir, { id, practice: false }).directory;
    return {
      async setSecret() {
        const command = run(['secret', 'set'], client, basic.clientSecret);
        return [await command.exit, printed(command)];
      },
      async signIn() {
        const command = run(['sign-in', '--no-open'], person);
        const opened = await command.waitForText(/^Open: (\S+)$/m).catch(() => null);
        if (opened === null) return [await command.exit, printed(command), 'not reached'];
        const issuer = new PlainBrowser(simulator.origin);
        const login = await issuer.go(opened[1] ?? '');
        const back = await issuer.go(login.url, OPERATOR);
        await (await fetch(back.url)).text();
        return [await command.exit, lastLine(command.stderr), 'reached'];
      },
      async collect() {
        const command = run(['collect', '--no-notify'], client);
        const watches = await command.waitForText(/Watching/).catch(() => null);
        return watches === null ? [await command.exit, printed(command)] : [await command.stop(), 'Watching'];
      },
      async signInStatus() {
        const keychain = createOsKeychain({
          start: forkKeychainProcess({
            ...process.env,
            ...environment,
            DBUS_SESSION_BUS_ADDRESS: bus,
            XDG_RUNTIME_DIR: undefined,
          }),
        });
        const vault = createVault({ keys: createKeychainKeys(keychain), directoryOf });
        try {
          const grants = createGrants({ vault, fromEnvironment: undefined, bindings: createSecretBindings(dataDir) });
          const grant = await grants.of(personProfile).read(new AbortController().signal);
          const status = statusOf(grant, personProfile.name, Date.now());
          return 'error' in status ? `${status.kind} ${status.error.code}` : status.kind;
        } finally {
          await vault.close();
        }
      },
      sealed() {
        const hash = createHash('sha256');
        for (const { id } of [clientProfile, personProfile]) {
          const path = `${directoryOf(id)}/vault.db`;
          hash.update(existsSync(path) ? readFileSync(path) : 'none');
        }
        return hash.digest('hex');
      },
    };
  }

  async close(): Promise<void> {
    await this.#workplace.close();
  }
}

const printed = ({ stdout, stderr }: InProcessCommand) => (stdout + stderr).trim();
const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';
