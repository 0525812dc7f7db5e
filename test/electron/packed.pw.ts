/**
 * Tests the packed app: archive, fuses and native modules. It accepts neither an inspector nor a debugging port, so the
 * tests use its output, its processes, its store and the tray.
 */
import { execFileSync } from 'node:child_process';
import { Keyring, missingKeyring } from '../support/keyring.ts';
import { expect, isFiltered, sessions, test, WINDOW } from './desktop.ts';

const onWindows = process.platform === 'win32';

/** Lists the renderer processes of the app with their command lines. Linux only. */
function renderers(parent: number): { pid: number; line: string }[] {
  return execFileSync('ps', ['-e', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((text) => {
      const [, pid = '', line = ''] = /^\s*(\d+) (.*)$/.exec(text) ?? [];
      return line.includes('--type=renderer') && isBelow(Number(pid), parent) ? [{ pid: Number(pid), line }] : [];
    });
}

/** True if the process descends from the ancestor. Chromium's zygotes are between a renderer and the app. */
function isBelow(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1;) {
    if (at === ancestor) return true;
    at = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(at)], { encoding: 'utf8' }));
  }
  return false;
}

test('[HOST-58] shows its window, watches, and closes its store on SIGTERM', async ({ startOutside, workplace }) => {
  const app = startOutside(['--practice']);
  await app.waitForText(WINDOW);
  await expect.poll(() => sessions(workplace)).toEqual([null]);
  await expect.poll(() => workplace.storedEvents()).not.toEqual([]);
  test.skip(onWindows, 'Windows has no signals');
  app.process.kill('SIGTERM');
  expect(await app.exit).toBe(0);
  expect(await sessions(workplace)).toEqual(['stopped']);
});

test('[SAFE-26] runs its page in Chromium’s sandbox', async ({ startOutside }) => {
  test.skip(process.platform !== 'linux', 'only Linux shows another program which filter a process runs under');
  const app = startOutside(['--practice']);
  await app.waitForText(WINDOW);
  const pages = renderers(app.process.pid ?? 0);
  expect(pages.length).toBeGreaterThan(0);
  expect(
    pages.map(({ pid, line }) => ({ isFiltered: isFiltered(pid), isUnboxed: line.includes('--no-sandbox') })),
  ).toEqual(pages.map(() => ({ isFiltered: true, isUnboxed: false })));
});

test('[HOST-58] puts an icon into the tray', async ({ startOutside, bus }) => {
  test.skip(bus === null, 'there is no session bus, which only Linux has and which needs dbus-daemon');
  const app = startOutside(['--practice']);
  await app.waitForText(WINDOW);
  expect(await bus!.tray.firstItem()).toMatch(/^(?:org\.kde\.StatusNotifierItem-|:)/);
});

test('[HOST-7] hands a second start over', async ({ startOutside }) => {
  const first = startOutside(['--practice']);
  await first.waitForText(WINDOW);
  const second = startOutside([]);
  expect([await second.exit, second.stdout]).toEqual([0, 'watchfloor-desktop: handed-over\n']);
});

test('[HOST-58] does not run as Node.js, whatever the environment says', async ({ startOutside }) => {
  const app = startOutside(['--practice'], { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--require=/no/such/file' });
  await app.waitForText(WINDOW);
});

test('[SAFE-19] refuses a debugging port with a message to the user, and opens neither a store nor a page', async ({
  startOutside,
  workplace,
}) => {
  const app = startOutside(['--practice', '--remote-debugging-port=0']);
  await app.waitForText(/^watchfloor-desktop: told$/m);
  expect(await sessions(workplace)).toEqual([]);
});

test('[SAFE-19] opens no inspector', async ({ startOutside }) => {
  const app = startOutside(['--practice', '--inspect=0']);
  await app.waitForText(WINDOW);
  expect(app.stderr).not.toContain('Debugger listening');
});

test('[REAL-20] reads a secret from the keychain', async ({ startOutside, workplace, simulator }) => {
  const missing = missingKeyring();
  test.skip(missing !== null, missing ?? '');
  const keyring = await Keyring.start();
  try {
    await keyring.unlock('home');
    const environment = { DBUS_SESSION_BUS_ADDRESS: keyring.address };
    const profile = await workplace.profile(simulator);
    const given = workplace.run(['secret', 'set', '--profile', profile, '--data-dir', workplace.dataDir], environment);
    given.process.stdin?.end(simulator.clients.basic.clientSecret);
    expect(await given.exit).toBe(0);
    startOutside(['--profile', profile], environment);
    await expect.poll(() => simulator.control.subscribers().length).toBe(1);
  } finally {
    await keyring.stop();
  }
});
