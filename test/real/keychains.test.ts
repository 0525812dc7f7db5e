/**
 * Tests what Watchfloor says and keeps with the real keychains of a Linux desktop, in each of their states. The
 * sentences that users read are in the table of docs/connect.md, and this file reads them from there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startSimulator, type Simulator } from '../../src-simulator/simulator.ts';
import { Keyring, KEYRING_PASSWORD, missingKeyring } from '../support/keyring.ts';
import { endProcess, TestBus } from '../support/session-bus.ts';
import { type DeskCommands, DeskFolder } from './desk-commands.ts';
import { documentedRows } from './documented-rows.ts';
import { Keepassxc, missingKeepassxc } from './keepassxc.ts';
import { missingDisplay, VirtualDisplay } from './virtual-display.ts';

/** Shows the prompts of gnome-keyring. It comes with gnome-keyring, and desktops start it on demand. */
const PROMPTER = '/usr/libexec/gcr-prompter';
/** Longer than a call of the command line waits for the keychain. */
const GIVEN_UP_MS = 11_000;

const documented = documentedRows('docs/connect.md', 'Keychains that were tried');
const tested = new Set<string>();

/** Returns the reason that the document gives for this state of the keychain. */
function reason(state: string): string {
  tested.add(state);
  const words = documented.get(state)?.['reason that Watchfloor gives'] ?? '';
  return /`(.+)`/.exec(words)?.[1] ?? 'a reason that docs/connect.md does not give';
}

const unusable = (profile: string, why: string) =>
  `watchfloor: The keychain of this computer cannot be used for "${profile}" (${why}). Nothing in it is lost. Unlock it and try again; if there is none, use --vault-key-file. A client secret can also be in WATCHFLOOR_CLIENT_SECRET or clientSecretFile.`;
const stored = [0, 'Client secret stored, encrypted with a key in the keychain.'];
const signedIn = [0, 'Signed in to Person as olivia.', 'reached'];
const watching = [0, 'Watching'];
const nothingStored = [2, expect.stringMatching(/^watchfloor: There is no client secret for "Client"\./)];

/** Gives a secret and a sign-in, then starts again. */
async function giveAndStartAgain(desk: DeskCommands) {
  const [secret, signIn] = await Promise.all([desk.setSecret(), desk.signIn()]);
  return { secret, signIn, ...(await startAgain(desk)) };
}

/** Starts again with what is stored: collects with the secret, and looks at the sign-in as the page does. */
async function startAgain(desk: DeskCommands) {
  const [collect, signInStatus] = await Promise.all([desk.collect(), desk.signInStatus()]);
  return { collect, signInStatus };
}

const allIsKept = { collect: watching, signInStatus: 'ready' };
const nothingIsKept = { collect: nothingStored, signInStatus: 'missing SIGNED_OUT' };

/** Each call has processes of its own, so questions are asked in parallel. */
async function askWhileUnusable(desk: DeskCommands) {
  const [signIn, collect] = await Promise.all([desk.signIn(), desk.collect()]);
  return { signIn, collect };
}

/**
 * Stops the time in which the product gives up a keychain, so that the answer is that of the keychain also on a busy
 * machine.
 */
async function withoutGivingUp<T>(ask: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    return await ask();
  } finally {
    vi.useRealTimers();
  }
}

const refused = (why: string) => ({
  signIn: [2, unusable('Person', why), 'not reached'],
  collect: [2, unusable('Client', why)],
});

const missing = missingKeyring() ?? missingKeepassxc() ?? missingDisplay();

describe.skipIf(missing !== null)('the keychain of a desktop', () => {
  let simulator: Simulator;
  let display: VirtualDisplay;
  const releases: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    [simulator, display] = await Promise.all([
      startSimulator({ scenario: 'none', subscriptions: 10 }),
      VirtualDisplay.start(),
    ]);
  });
  afterAll(async () => {
    for (const release of releases.toReversed()) await release();
    await display.stop();
    await simulator.stop();
  });

  async function newFolder(): Promise<DeskFolder> {
    const folder = await DeskFolder.create(simulator);
    releases.push(() => folder.close());
    return folder;
  }

  async function startKeyring(): Promise<Keyring> {
    const keyring = await Keyring.start();
    releases.push(() => keyring.stop());
    return keyring;
  }

  async function startBus(): Promise<TestBus> {
    const bus = await TestBus.start();
    releases.push(() => bus.stop());
    return bus;
  }

  /** Runs a command until a window asks the user, then lets the time run out that the product waits for the answer. */
  async function whileUserIsAway<T>(window: string, command: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = new AbortController();
    try {
      const answer = command().finally(() => ended.abort());
      await display.waitForWindows(window, 1, ended.signal).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(GIVEN_UP_MS);
      return await answer;
    } finally {
      vi.useRealTimers();
    }
  }

  describe('gnome-keyring', () => {
    let keyring: Keyring;
    let desk: DeskCommands;
    let folder: DeskFolder;
    let sealed: string;
    let prompter: ChildProcess | null = null;

    async function lockWithPrompter(): Promise<void> {
      await keyring.lock();
      prompter ??= spawn(PROMPTER, {
        env: { ...keyring.bus.environment('prompter'), DISPLAY: display.name },
        stdio: 'ignore',
      });
      await keyring.bus.waitForService('org.gnome.keyring.SystemPrompter');
    }

    beforeAll(async () => {
      keyring = await startKeyring();
      folder = await newFolder();
      await keyring.unlock('home');
      desk = await folder.on(keyring.address);
    });
    afterAll(async () => {
      if (prompter !== null) await endProcess(prompter);
    });

    test('[REAL-20, VAULT-1] keeps a secret and a sign-in over a restart while it is unlocked', async () => {
      tested.add('gnome-keyring 42.1, unlocked');
      expect(await giveAndStartAgain(desk)).toEqual({ secret: stored, signIn: signedIn, ...allIsKept });
      sealed = desk.sealed();
    });

    test.each([
      { state: 'gnome-keyring 42.1, locked, and no program can show its prompt', enter: () => keyring.lock() },
      { state: 'gnome-keyring 42.1, frozen', enter: async () => keyring.freeze() },
    ])('[REAL-21, VAULT-1] refuses before the sign-in and loses nothing: $state', async ({ state, enter }) => {
      await enter();
      expect(await withoutGivingUp(() => askWhileUnusable(desk))).toEqual(refused(reason(state)));
      expect(desk.sealed()).toBe(sealed);
    });

    test('[REAL-21, VAULT-1] refuses before the sign-in and loses nothing: the bus has ended', async () => {
      const elsewhere = await folder.on('unix:path=/nonexistent');
      expect(await askWhileUnusable(elsewhere)).toEqual(refused(reason('no session bus any more')));
      expect(desk.sealed()).toBe(sealed);
    });

    test('[REAL-21, VAULT-1] reports that the key is gone if the keychain has other content, and deletes nothing', async () => {
      keyring.thaw();
      await keyring.unlock('another home');
      const keyGone = expect.stringMatching(/^watchfloor: The secrets of "Client" are encrypted, and the keychain/);
      tested.add('gnome-keyring 42.1, reset');
      expect(await startAgain(desk)).toEqual({ collect: [2, keyGone], signInStatus: 'unavailable VAULT_KEY_GONE' });
      expect(desk.sealed()).toBe(sealed);
    });

    test('[REAL-22, VAULT-1] gives up a prompt that the user does not answer, and works after a late answer', async () => {
      await keyring.unlock('home');
      await lockWithPrompter();
      const state = 'gnome-keyring 42.1, locked, and its prompt is not answered';
      const prompt = 'Unlock Login Keyring';
      expect(await whileUserIsAway(prompt, () => desk.collect())).toEqual([2, unusable('Client', reason(state))]);
      // The prompt outlives the command that caused it, and its answer still unlocks the keychain.
      const [window = ''] = await display.waitForWindows(prompt, 1);
      await display.type(window, KEYRING_PASSWORD);
      await expect.poll(() => keyring.isUnlocked()).toBe(true);
      expect([await startAgain(desk), desk.sealed()]).toEqual([allIsKept, sealed]);
    });

    test('[VAULT-1] seals again with a new key after the secret is given again', async () => {
      await keyring.unlock('another home');
      expect(await desk.setSecret()).toEqual(stored);
      expect(await desk.collect()).toEqual(watching);
    });
  });

  describe('[REAL-23, VAULT-1] a keychain that can keep nothing', () => {
    /** `issuerToday`: the product should refuse before the user signs in at the issuer, not after. */
    test.each([
      { state: 'no session bus', start: async () => undefined, issuerToday: 'not reached' },
      {
        state: 'no keychain on the session bus',
        start: async () => (await startBus()).address,
        issuerToday: 'not reached',
      },
      {
        state: 'gnome-keyring 42.1 without a default keyring',
        async start() {
          const keyring = await startKeyring();
          await keyring.startWithoutPassword('new home');
          return keyring.address;
        },
        // Reading finds nothing, which is an answer. Only writing fails.
        issuerToday: 'reached',
      },
    ])('is named with its reason, and nothing is stored: $state', async ({ state, start, issuerToday }) => {
      const desk = await (await newFolder()).on(await start());
      expect(await giveAndStartAgain(desk)).toEqual({
        secret: [2, unusable('Client', reason(state))],
        signIn: [2, unusable('Person', reason(state)), issuerToday],
        ...nothingIsKept,
      });
    });
  });

  describe('KeePassXC', () => {
    let keepassxc: Keepassxc;
    let desk: DeskCommands;
    let sealed: string;

    async function startKeepassxc(): Promise<[Keepassxc, TestBus]> {
      const bus = await startBus();
      const started = await Keepassxc.create(bus, display.name);
      releases.push(() => started.stop());
      return [started, bus];
    }

    beforeAll(async () => {
      const [started, bus] = await startKeepassxc();
      keepassxc = started;
      desk = await (await newFolder()).on(bus.address);
    });

    test('[REAL-20] keeps a sign-in over a restart if it does not ask for each access', async () => {
      tested.add('KeePassXC 2.7.4, database open');
      await keepassxc.start({ asksForAccess: false });
      expect([await desk.signIn(), await desk.signInStatus()]).toEqual([signedIn, 'ready']);
      sealed = desk.sealed();
    });

    test.each([
      { state: 'KeePassXC 2.7.4, database locked', enter: () => keepassxc.lock() },
      { state: 'KeePassXC 2.7.4, no database open', enter: () => keepassxc.closeDatabases() },
    ])('[REAL-21] refuses before the sign-in and loses nothing: $state', async ({ state, enter }) => {
      await enter();
      const answers = await withoutGivingUp(() => Promise.all([desk.signIn(), desk.signInStatus()]));
      expect(answers).toEqual([refused(reason(state)).signIn, 'unavailable KEYCHAIN_UNAVAILABLE']);
      await keepassxc.start({ asksForAccess: false });
      expect([await desk.signInStatus(), desk.sealed()]).toEqual(['ready', sealed]);
    });

    test('[REAL-23] stores nothing if the user does not allow the access, after the user was at the issuer', async () => {
      const state = 'KeePassXC 2.7.4, database open, and it asks for each access (its default)';
      const [asking, bus] = await startKeepassxc();
      const newDesk = await (await newFolder()).on(bus.address);
      await asking.start({ asksForAccess: true });
      const signIn = await whileUserIsAway('Access Request', () => newDesk.signIn());
      // A user at this desktop should have two minutes, and should keep the sign-in that the issuer gave.
      const [issuerToday, keptToday] = ['reached', nothingIsKept.signInStatus];
      expect(signIn).toEqual([2, unusable('Person', reason(state)), issuerToday]);
      expect(await newDesk.signInStatus()).toBe(keptToday);
    });
  });

  test('[REAL-24] docs/connect.md lists exactly the keychains that are tested', () => {
    expect([...documented.keys()].toSorted()).toEqual([...tested].toSorted());
  });
});
