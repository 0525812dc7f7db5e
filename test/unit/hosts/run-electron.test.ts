/** Tests how `watchfloor start` ends when the desktop app ends. Small programs play the desktop app. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { earlyExitReason, electronEnvironment, runElectron } from '../../../src-main/hosts/cli/collect/run-electron.ts';
import { TestTerminal } from '../../support/terminal.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

let folder: string;
beforeEach(() => void (folder = temporaryDirectory()));

async function ran(program: string, stopSignal = new AbortController().signal, onLine: () => void = () => undefined) {
  const path = join(folder, 'app.mjs');
  await writeFile(path, program);
  const terminal = new TestTerminal();
  void terminal.output.waitForText(/\n/).then(onLine, () => undefined);
  const end = await runElectron(terminal, process.execPath, [path], stopSignal);
  return { end, out: terminal.output.stdout, err: terminal.output.stderr };
}

test.each([
  ['window', 0],
  ['handed-over', 1],
  ['told', 7],
])('[HOST-14] Electron that printed "%s" and ends with %i ends the command with the same code', async (word, code) => {
  const program = `console.log('hello'); console.log('watchfloor-desktop: ${word}'); process.exitCode = ${code};`;
  expect(await ran(program)).toEqual({ end: { kind: 'ended', exitCode: code }, out: 'hello\n', err: '' });
});

test('[HOST-14] Electron that ends before it showed a window is reported with a short reason', async () => {
  const program = `console.error('[1:FATAL:zygote_host_impl_linux.cc] No usable sandbox!'); process.kill(process.pid, 'SIGABRT');`;
  const { end, err } = await ran(program);
  expect([end, err]).toEqual([
    {
      kind: 'never-shown',
      why: "this computer does not allow Chromium's sandbox (docs/desktop.md says how it can)",
    },
    '[1:FATAL:zygote_host_impl_linux.cc] No usable sandbox!\n',
  ]);
});

test('[HOST-14] a binary that cannot be run is reported, and the command can go on', async () => {
  const end = await runElectron(new TestTerminal(), join(folder, 'nowhere'), [], new AbortController().signal);
  expect(end).toEqual({ kind: 'never-shown', why: 'the Electron binary cannot be run (ENOENT)' });
});

test('[HOST-14] a window that is closed before it was shown is a normal end', async () => {
  expect((await ran('process.exitCode = 0;')).end).toEqual({ kind: 'ended', exitCode: 0 });
});

test('[HOST-14] a stop is passed on to Electron, and no other host starts', async () => {
  const stopSignal = new AbortController();
  const program = `process.on('SIGTERM', () => process.exit(3)); setInterval(() => undefined, 1e6); console.log('here');`;
  const { end } = await ran(program, stopSignal.signal, () => stopSignal.abort(new Error('told to stop')));
  expect(end).toEqual({ kind: 'ended', exitCode: 3 });
});

test('[HOST-58] the variable that turns Electron into plain Node is not passed on', async () => {
  vi.stubEnv('ELECTRON_RUN_AS_NODE', '1');
  const { out } = await ran(
    `console.log(JSON.stringify([process.env.ELECTRON_RUN_AS_NODE ?? null, process.env.WATCHFLOOR_TELL_STARTER]));`,
  );
  vi.unstubAllEnvs();
  expect([out, electronEnvironment({ A: '1', ELECTRON_RUN_AS_NODE: '' })]).toEqual([
    '[null,"1"]\n',
    { A: '1', WATCHFLOOR_TELL_STARTER: '1' },
  ]);
});

test.each([
  [
    'The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing',
    "this computer does not allow Chromium's sandbox (docs/desktop.md says how it can)",
  ],
  [
    '[0101/zygote_host_impl_linux.cc(101)] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.',
    'Electron does not run as root',
  ],
  [
    './electron: error while loading shared libraries: libgtk-3.so.0: cannot open shared object file',
    'a library that Electron needs is missing (libgtk-3.so.0)',
  ],
  ['[1:ERROR:ozone_platform_x11.cc(240)] Missing X server or $DISPLAY', 'Electron cannot open the display'],
  ['Failed to connect to Wayland display: No such file', 'Electron cannot open the display'],
  ['', 'Electron ended before it showed a window (SIGTRAP)'],
])('%j means: %s', (output, why) => expect(earlyExitReason(output, { code: null, signal: 'SIGTRAP' })).toBe(why));
