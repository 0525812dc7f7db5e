/** Asks Watchfloor the same questions on each desk, as a user of the command line and as the page after a restart. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { localEnvironment } from '../../src-main/adapters/dbus/session-bus.ts';
import { createSecretServiceKeychain } from '../../src-main/adapters/keychain/secret-service-keychain.ts';
import { readProfileFile } from '../../src-main/adapters/profile/profile-file.ts';
import { createGrants } from '../../src-main/adapters/sign-in/grants.ts';
import { createSecretBindings } from '../../src-main/adapters/sign-in/secret-bindings.ts';
import { storePaths } from '../../src-main/adapters/sqlite/store-paths.ts';
import { createKeychainKeys } from '../../src-main/adapters/vault/keychain-keys.ts';
import { createVault } from '../../src-main/adapters/vault/vault.ts';
import { statusOf } from '../../src-main/core/sign-in/sign-in-status.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { PlainBrowser } from '../simulator/plain-browser.ts';
import { type InProcessCommand, Workplace } from '../support/command.ts';
import { NO_DESKTOP } from '../support/terminal.ts';

const OPERATOR = { username: 'olivia', password: 'practice-operator', choice: 'sign-in' };

/** Exit code, and what the command prints for the user. */
type Answer = readonly [exitCode: number, text: string];

/** Watchfloor from a start to its end, with its connection to the keychain. */
interface StartedDesk {
  /**
   * Reads the person's sign-in from the keychain and returns what the page shows: the kind of its status, and its error
   * code.
   */
  signInStatus(): Promise<string>;
  stop(): Promise<void>;
}

export interface DeskCommands {
  /** Stores a client secret. */
  setSecret(): Promise<Answer>;
  /** Signs a person in, at a terminal if it has columns. The last part says if the issuer's page was reached. */
  signIn(at?: { readonly columns?: number }): Promise<readonly [...answer: Answer, issuer: 'reached' | 'not reached']>;
  /** Collects with the stored client secret until it watches. */
  collect(): Promise<Answer>;
  start(): StartedDesk;
  /** Starts, returns what `StartedDesk.signInStatus` does, and stops. */
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
    const run = (command: readonly string[], profile: string, input = '', columns?: number) => {
      const args = [...command, '--profile', profile, '--data-dir', dataDir];
      return workplace.runInProcess(args, environment, input, undefined, columns);
    };
    const directoryOf = (id: typeof clientProfile.id) => storePaths(dataDir, { id, practice: false }).directory;
    function start(): StartedDesk {
      const env = { ...NO_DESKTOP, ...environment };
      const keychain = createSecretServiceKeychain({ environment: { ...localEnvironment, env }, mayPrompt: false });
      return {
        async signInStatus() {
          // A vault of its own, so that no key is known from before.
          const vault = createVault({ keys: createKeychainKeys(keychain), directoryOf });
          const grants = createGrants({ vault, fromEnvironment: undefined, bindings: createSecretBindings(dataDir) });
          const grant = await grants.of(personProfile).read(new AbortController().signal);
          const status = statusOf(grant, personProfile.name, Date.now());
          return 'error' in status ? `${status.kind} ${status.error.code}` : status.kind;
        },
        stop: () => keychain.close(),
      };
    }
    return {
      async setSecret() {
        const command = run(['secret', 'set'], client, basic.clientSecret);
        return [await command.exit, printed(command)];
      },
      async signIn({ columns } = {}) {
        const command = run(['sign-in', '--no-open'], person, '', columns);
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
      start,
      async signInStatus() {
        const started = start();
        try {
          return await started.signInStatus();
        } finally {
          await started.stop();
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
