import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { autostartEntry, loginItem } from '../../../../src-main/hosts/electron/shell/login-item.ts';
import { app, calls, resetElectron } from '../../../doubles/electron.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

let config: string;
beforeEach(async () => {
  resetElectron();
  app.isPackaged = true;
  config = temporaryDirectory();
});

const item = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}, args = ['--data-dir=/data']) =>
  loginItem({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the double has what is used
    app: app as never,
    platform,
    env: { XDG_CONFIG_HOME: config, ...env },
    executable: '/opt/Watch floor/watchfloor',
    args,
  });

describe('[HOST-55] starting at login is read from the system, and a refusal is reported', () => {
  test('on Linux, from an autostart file with all arguments', async () => {
    const login = item('linux');
    expect(login.read()).toBe(false);
    await login.set(true);
    expect(login.read()).toBe(true);
    const path = join(config, 'autostart', 'watchfloor.desktop');
    const entry = await readFile(path, 'utf8');
    expect(entry).toContain('Exec="/opt/Watch floor/watchfloor" "--data-dir=/data"\n');
    // The settings of the desktop have switched it off.
    await writeFile(path, `${entry}Hidden=true\n`);
    expect(login.read()).toBe(false);
    await login.set(false);
    await login.set(false);
    expect(login.read()).toBe(false);
  });

  test('for an AppImage, with its file, not with its mount', async () => {
    await item('linux', { APPIMAGE: '/home/op/Watchfloor.AppImage' }).set(true);
    const entry = await readFile(join(config, 'autostart', 'watchfloor.desktop'), 'utf8');
    expect(entry).toContain('Exec="/home/op/Watchfloor.AppImage" "--data-dir=/data"');
  });

  test.each([
    ['win32', ['--data-dir=/data'], { openAtLogin: true, args: ['--data-dir=/data'] }],
    ['darwin', [], { openAtLogin: true }],
  ] as const)('on %s, through Electron, and a refusal by a policy is reported', async (platform, args, settings) => {
    const login = item(platform, {}, [...args]);
    await login.set(true);
    expect(login.read()).toBe(true);
    expect(calls[0]).toEqual({ name: 'app.setLoginItemSettings', arguments: [settings] });
    app.refusesLogin = true;
    await expect(login.set(false)).rejects.toThrow('the system refused it');
    expect(login.read()).toBe(true);
  });

  test('[HOST-55] on Windows, with a folder that has spaces as one argument, where Electron quotes the arguments', async () => {
    const args = [String.raw`--data-dir=C:\Users\Jane Doe\NOC data` + '\\', '--wall'];
    const login = item('win32', {}, args);
    await login.set(true);
    login.read();
    expect(app.loginLine).toEqual([String.raw`"--data-dir=C:\Users\Jane Doe\NOC data\\"`, '--wall']);
    expect(calls.map(({ arguments: [options] }) => options)).toEqual([{ openAtLogin: true, args }, { args }, { args }]);
  });

  test('on Windows, as off if the user switches it off in the Task Manager', async () => {
    const login = item('win32');
    await login.set(true);
    app.login.executableWillLaunchAtLogin = false;
    expect(login.read()).toBe(false);
  });

  test('[HOST-55] on a Mac, which starts it without arguments, it is refused if there are some', async () => {
    const login = item('darwin');
    await expect(login.set(true)).rejects.toThrow('without --data-dir=/data');
    expect([login.read(), app.login.openAtLogin]).toEqual([false, false]);
    await login.set(false);
  });

  test('and it is refused for a program that runs from its sources', async () => {
    app.isPackaged = false;
    expect(item('linux').read()).toBe(null);
    await expect(item('linux').set(true)).rejects.toThrow('Watchfloor runs from its sources');
  });
});

test('the command line in a desktop entry is quoted as in its specification and starts nothing else', () => {
  const [, exec] =
    /^Exec=(.*)$/m.exec(autostartEntry(['/a b/"c"', '$(rm -rf ~)', '`x`', String.raw`back\slash`, '50%'])) ?? [];
  expect(exec).toBe(
    String.raw`"/a b/\\"c\\"" "\\$(rm -rf ~)" "\\` + '`x' + String.raw`\\` + '`" ' + String.raw`"back\\\\slash" "50%%"`,
  );
  expect(() => autostartEntry(['a\nExec=evil'])).toThrow('line break');
});
