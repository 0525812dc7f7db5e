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
import { Keepassxc, KEEPASSXC_PASSWORD, missingKeepassxc } from './keepassxc.ts';
import { missingDisplay, VirtualDisplay } from './virtual-display.ts';

/** Shows the prompts of gnome-keyring. It comes with gnome-keyring, and desktops start it on demand. */
const PROMPTER = '/usr/libexec/gcr-prompter';
/** Time that the product waits for a keychain without a user at the computer, and with one. */
const UNATTENDED_MS = 10_000;
const ATTENDED_MS = 120_000;

const documented = documentedRows('docs/connect.md', 'Keychains that were tried');
const tested = new Set<string>();

/** Returns the reason that the document gives for this state of the keychain. */
function reason(state: string): string {
  tested.add(state);
  const words = documented.get(state)?.['reason that Watchfloor gives'] ?? '';
  return /`(.+)`/.exec(words)?.[1] ?? 'a reason that docs/connect.md does not give';
}

const unusable = (profile: string, why: string) =>
  expect.stringContaining(`watchfloor: The keychain of this computer cannot be used for "${profile}": ${why}. `);
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

async function askWhileUnusable(desk: DeskCommands) {
  const [signIn, collect] = await Promise.all([desk.signIn(), desk.collect()]);
  return { signIn, collect };
}

const refused = (why: string) => ({
  signIn: [2, unusable('Person', why), 'not reached'],
  collect: [2, unusable('Client', why)],
});

/** Asks Watchfloor, and lets `meanwhile` decide how fast its time runs until it answers. */
async function inOwnTime<T>(ask: () => Promise<T>, meanwhile: (answer: Promise<T>) => Promise<void>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answer = ask();
    await meanwhile(answer);
    return await answer;
  } finally {
    vi.useRealTimers();
  }
}

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

  /** Asks Watchfloor while the user leaves the window of the keychain unanswered. */
  const unattended = <T>(window: string, ask: () => Promise<T>) =>
    inOwnTime(ask, async () => {
      await display.waitForWindows(window, 1);
      await vi.advanceTimersByTimeAsync(UNATTENDED_MS);
    });

  async function answer(window: string, text: string): Promise<void> {
    const [id = ''] = await display.waitForWindows(window, 1);
    await display.type(id, text);
  }

  describe('gnome-keyring', () => {
    const PROMPT = 'Unlock Login Keyring';
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

    test('[VAULT-1] refuses before the sign-in and loses nothing: no program can show its prompt', async () => {
      await keyring.lock();
      const state = 'gnome-keyring 42.1, locked, and no program can show its prompt';
      expect(await askWhileUnusable(desk)).toEqual(refused(reason(state)));
      expect(desk.sealed()).toBe(sealed);
    });

    test('[VAULT-1] refuses before the sign-in and loses nothing: it is frozen', async () => {
      keyring.freeze();
      const collected = await inOwnTime(
        () => desk.collect(),
        async (answered) => {
          const over = new AbortController();
          void answered.finally(() => over.abort());
          while (!over.signal.aborted) {
            await vi.advanceTimersByTimeAsync(UNATTENDED_MS);
            await new Promise((turn) => setImmediate(turn));
          }
        },
      );
      expect(collected).toEqual(refused(reason('gnome-keyring 42.1, frozen')).collect);
      expect(desk.sealed()).toBe(sealed);
    });

    test('[VAULT-1] refuses before the sign-in and loses nothing: the bus has ended', async () => {
      const elsewhere = await folder.on('unix:path=/nonexistent');
      expect(await askWhileUnusable(elsewhere)).toEqual(refused(reason('no session bus any more')));
      expect(desk.sealed()).toBe(sealed);
    });

    test('[VAULT-1] reports that the key is gone if the keychain has other content, and deletes nothing', async () => {
      keyring.thaw();
      await keyring.unlock('another home');
      const keyGone = expect.stringMatching(/^watchfloor: The secrets of "Client" are encrypted, and the keychain/);
      tested.add('gnome-keyring 42.1, reset');
      expect(await startAgain(desk)).toEqual({ collect: [2, keyGone], signInStatus: 'unavailable VAULT_KEY_GONE' });
      expect(desk.sealed()).toBe(sealed);
    });

    test('[VAULT-1] gives up a prompt that the user does not answer, and works after a late answer', async () => {
      await keyring.unlock('home');
      await lockWithPrompter();
      const collected = await unattended(PROMPT, () => desk.collect());
      const state = 'gnome-keyring 42.1, locked, and its prompt is not answered';
      expect(collected).toEqual([2, unusable('Client', reason(state))]);
      // The prompt outlives the command that caused it, and its answer still unlocks the keychain.
      await answer(PROMPT, KEYRING_PASSWORD);
      await expect.poll(() => keyring.isUnlocked()).toBe(true);
      expect([await startAgain(desk), desk.sealed()]).toEqual([allIsKept, sealed]);
    });

    test('[VAULT-1, SIGN-22] lets a user at a terminal answer within two minutes, before the issuer is asked', async () => {
      await lockWithPrompter();
      const answered = await inOwnTime(
        () => desk.signIn({ columns: 80 }),
        async () => {
          await display.waitForWindows(PROMPT, 1);
          // Watchfloor asks every 10 s if the keychain is frozen, and gets its answer before the one to this test.
          for (let waitedMs = UNATTENDED_MS; waitedMs < ATTENDED_MS; waitedMs += UNATTENDED_MS) {
            await vi.advanceTimersByTimeAsync(UNATTENDED_MS);
            await keyring.isUnlocked();
          }
          await answer(PROMPT, KEYRING_PASSWORD);
        },
      );
      expect(answered).toEqual(signedIn);
    });

    test('[VAULT-1] seals again with a new key after the secret is given again', async () => {
      await keyring.unlock('another home');
      expect(await desk.setSecret()).toEqual(stored);
      expect(await desk.collect()).toEqual(watching);
    });
  });

  describe('[SIGN-22, VAULT-1] a keychain that can keep nothing', () => {
    test.each([
      { state: 'no session bus', start: async () => undefined },
      { state: 'no keychain on the session bus', start: async () => (await startBus()).address },
      {
        state: 'gnome-keyring 42.1 without a default keyring',
        async start() {
          const keyring = await startKeyring();
          await keyring.startWithoutPassword('new home');
          return keyring.address;
        },
      },
    ])('is named with its reason before the sign-in, and nothing is stored: $state', async ({ state, start }) => {
      const desk = await (await newFolder()).on(await start());
      expect(await giveAndStartAgain(desk)).toEqual({
        secret: [2, unusable('Client', reason(state))],
        signIn: refused(reason(state)).signIn,
        ...nothingIsKept,
      });
    });
  });

  describe('KeePassXC', () => {
    const UNLOCK = 'Unlock Database';
    const ACCESS = 'Access Request';
    let trusting: Keepassxc;
    let trustingDesk: DeskCommands;
    let askingDesk: DeskCommands;
    let sealed: string;

    async function startKeepassxc(asksForAccess: boolean): Promise<[DeskCommands, Keepassxc]> {
      const bus = await startBus();
      const keepassxc = await Keepassxc.create(bus, display.name);
      releases.push(() => keepassxc.stop());
      await keepassxc.start({ asksForAccess });
      return [await (await newFolder()).on(bus.address), keepassxc];
    }

    beforeAll(async () => {
      [[trustingDesk, trusting], [askingDesk]] = await Promise.all([startKeepassxc(false), startKeepassxc(true)]);
    });

    test('[REAL-20] keeps a sign-in over a restart if it does not ask for each access', async () => {
      tested.add('KeePassXC 2.7.4, database open');
      expect([await trustingDesk.signIn(), await trustingDesk.signInStatus()]).toEqual([signedIn, 'ready']);
      sealed = trustingDesk.sealed();
    });

    test('[VAULT-1] refuses before the sign-in while it is locked, and works after a late answer', async () => {
      await trusting.lock();
      const answered = await unattended(UNLOCK, () => trustingDesk.signIn());
      expect(answered).toEqual(refused(reason('KeePassXC 2.7.4, database locked')).signIn);
      await answer(UNLOCK, KEEPASSXC_PASSWORD);
      await trusting.waitUntilUnlocked();
      expect([await trustingDesk.signInStatus(), trustingDesk.sealed()]).toEqual(['ready', sealed]);
    });

    test('[VAULT-1] refuses before the sign-in and loses nothing while no database is open', async () => {
      await trusting.closeDatabases();
      const why = reason('KeePassXC 2.7.4, no database open');
      expect(await trustingDesk.signIn()).toEqual(refused(why).signIn);
      expect([await trustingDesk.signInStatus(), trustingDesk.sealed()]).toEqual([
        'unavailable KEYCHAIN_UNAVAILABLE',
        sealed,
      ]);
    });

    test('[REAL-20, SIGN-22] keeps a sign-in without a question, because the process that made the key reads it', async () => {
      expect(await askingDesk.signIn()).toEqual(signedIn);
    });

    test('[VAULT-1, REAL-20] asks once for each start, and keeps the late answer of the user', async () => {
      tested.add('KeePassXC 2.7.4, database open, and it asks for each access (its default)');
      const started = askingDesk.start();
      const givenUp = await unattended(ACCESS, () => started.signInStatus());
      expect(givenUp).toBe('unavailable KEYCHAIN_UNAVAILABLE');
      const again = started.signInStatus();
      await answer(ACCESS, '');
      expect([await again, await started.signInStatus(), await display.windows(ACCESS)]).toEqual([
        'ready',
        'ready',
        [],
      ]);
      await started.stop();
    });

    test('[VAULT-1] loses nothing if the user denies the access', async () => {
      sealed = askingDesk.sealed();
      const status = askingDesk.signInStatus();
      const [window = ''] = await display.waitForWindows(ACCESS, 1);
      await display.press(window, 'Escape');
      expect([await status, askingDesk.sealed()]).toEqual(['unavailable KEYCHAIN_UNAVAILABLE', sealed]);
    });
  });

  test('[PAGE-338] docs/connect.md lists exactly the keychains that are tested', () => {
    expect([...documented.keys()].toSorted()).toEqual([...tested].toSorted());
  });
});
