/**
 * The packed app: archive, fuses, native parts. It takes no inspector and no debugging port, so it is tested from outside:
 * by its lines, its processes, its store and the tray.
 */
import { execFileSync } from 'node:child_process';
import { Keyring, missingKeyring } from '../support/keyring.ts';
import { expect, isFiltered, sessions, test, WINDOW } from './desktop.ts';

const onWindows = process.platform === 'win32';

/** Processes of the app that draw pages, by their command lines. Linux only. */
function renderers(parent: number): { pid: number; line: string }[] {
  return execFileSync('ps', ['-e', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((text) => {
      const [, pid = '', line = ''] = /^\s*(\d+) (.*)$/.exec(text) ?? [];
      return line.includes('--type=renderer') && isBelow(Number(pid), parent) ? [{ pid: Number(pid), line }] : [];
    });
}

/** Between a page's process and the app stand Chromium's zygotes. */
function isBelow(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1;) {
    if (at === ancestor) return true;
    at = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(at)], { encoding: 'utf8' }));
  }
  return false;
}

test('[HOST-15] shows its window, watches, and closes its store when it is told to end', async ({
  startOutside,
  workplace,
}) => {
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

test('[HOST-15] puts itself into the tray', async ({ startOutside, bus }) => {
  test.skip(bus === null, 'there is no session bus, which only Linux has and which needs dbus-daemon');
  const app = startOutside(['--practice']);
  await app.waitForText(WINDOW);
  expect(await bus!.tray.firstItem()).toMatch(/^(?:org\.kde\.StatusNotifierItem-|:)/);
});

test('[HOST-8] hands a second start over', async ({ startOutside }) => {
  const first = startOutside(['--practice']);
  await first.waitForText(WINDOW);
  const second = startOutside([]);
  expect([await second.exit, second.stdout]).toEqual([0, 'watchfloor-desktop: handed-over\n']);
});

test('[HOST-15] is no Node, whatever the environment asks for', async ({ startOutside }) => {
  const app = startOutside(['--practice'], { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--require=/no/such/file' });
  await app.waitForText(WINDOW);
});

test('[SAFE-43] refuses a debugging port: it tells the user, and opens neither store nor page', async ({
  startOutside,
  workplace,
}) => {
  const app = startOutside(['--practice', '--remote-debugging-port=0']);
  await app.waitForText(/^watchfloor-desktop: told$/m);
  expect(await sessions(workplace)).toEqual([]);
});

test('[SAFE-19] takes no inspector', async ({ startOutside }) => {
  const app = startOutside(['--practice', '--inspect=0']);
  await app.waitForText(WINDOW);
  expect(app.stderr).not.toContain('Debugger listening');
});

test('[HOST-71] reads a secret from the keychain', async ({ startOutside, workplace, simulator }) => {
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
