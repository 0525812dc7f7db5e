import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { parseNdjson, Workplace } from '../../support/command.ts';
import { NO_DESKTOP } from '../../support/terminal.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  await store.writer.append(batchOf('opens', receivedEvents(1, 10)));
  await store.close();
});
afterAll(() => workplace.close());

test('two commands run at the same time in one process, each with its own streams and exit code', async () => {
  const events = ['events', '--data-dir', workplace.dataDir];
  const [all, one, wrong] = [
    workplace.runInProcess([...events, '--format', 'ndjson']),
    workplace.runInProcess([...events, '--limit', '1']),
    workplace.runInProcess([...events, '--outcome', 'borken']),
  ];
  expect(await Promise.all([all.exit, one.exit, wrong.exit])).toEqual([0, 0, 2]);
  expect([parseNdjson(all.stdout).length, parseNdjson(one.stdout).length, wrong.stdout]).toEqual([10, 1, '']);
  expect([all.stderr, one.stderr]).toEqual(['', '']);
  expect(wrong.stderr).toContain('--outcome');
});

test('help is written to standard output, and wrong options to standard error', async () => {
  const help = workplace.runInProcess(['count', '--help']);
  const wrong = workplace.runInProcess(['count', '--nothing']);
  expect([await help.exit, await wrong.exit]).toEqual([0, 2]);
  expect([help.stderr, wrong.stdout]).toEqual(['', '']);
  expect(help.stdout).toMatch(/^Usage: watchfloor count/);
  expect(wrong.stderr).toContain("unknown option '--nothing'");
});

test('the stop signal ends a command that follows events', async () => {
  const following = workplace.runInProcess(['events', '--data-dir', workplace.dataDir, '--follow']);
  await following.waitForText(/"seq":10,/);
  expect(await following.stop()).toBe(0);
});

const MODULE = process.env['WATCHFLOOR_BUNDLE'] === '1' ? 'out/main/cli.js' : 'src-main/hosts/cli/main.ts';
const SEPARATOR = '\u0000';

/**
 * Runs commands one after the other in one process, because a short command takes most of its time to start. The
 * program is a file, because threads would inherit the options of a program that is an argument.
 */
async function inOneProcess(calls: readonly (readonly string[])[]) {
  const path = join(workplace.folder, 'commands.mjs');
  const program = `
    import { setMaxListeners } from 'node:events';
    import { runCommandLine } from ${JSON.stringify(new URL(`../../../${MODULE}`, import.meta.url).href)};
    setMaxListeners(0, process.stdout, process.stderr);
    for (const args of ${JSON.stringify(calls)}) {
      const code = await runCommandLine(['node', 'watchfloor', ...args]);
      process.stdout.write(${JSON.stringify(SEPARATOR)} + code + ${JSON.stringify(SEPARATOR)});
      process.exitCode = undefined;
    }`;
  await writeFile(path, program);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [path], {
    env: { ...process.env, ...NO_DESKTOP },
  });
  const parts = stdout.split(SEPARATOR);
  return { stderr, results: calls.map((_, at) => ({ stdout: parts[2 * at] ?? '', code: Number(parts[2 * at + 1]) })) };
}

/** Replaces the length of the last gap, which lasts until the time of the call. */
const ageless = (text: string) => text.replaceAll(/"lengthSeconds":\d{6,}[\d.]*/g, '"lengthSeconds":0');

describe('in a separate process', () => {
  const rows = ['events', 'count', 'cases', 'requests', 'alarms'];
  const span = ['--since', '2026-11-21T11:00:00Z', '--until', '2026-11-21T13:00:00Z', '--zone', 'UTC'];

  test('each reading command prints the same as in this process, with exit code 0', async () => {
    const dataDirOptions = ['--data-dir', workplace.dataDir];
    const calls = [
      ...rows.map((command) => [command, '--format', 'csv', ...dataDirOptions]),
      ['coverage', ...dataDirOptions],
      ['store', '--check', ...dataDirOptions],
      ['man'],
    ];
    const here = calls.map((args) => workplace.runInProcess(args));
    const printed = await Promise.all(
      here.map(async (command) => {
        const code = await command.exit;
        return { code, stdout: ageless(command.stdout), stderr: command.stderr };
      }),
    );
    const { results, stderr } = await inOneProcess(calls);
    expect(stderr).toBe('');
    expect(results.map(({ code, stdout }) => ({ code, stdout: ageless(stdout), stderr: '' }))).toEqual(printed);
    expect(printed.map(({ code, stdout }) => [code, stdout.length > 0])).toEqual(calls.map(() => [0, true]));
  });

  test('report, backup and restore work, and a wrong option ends with exit code 2', async () => {
    const copy = join(workplace.folder, 'copy.db');
    const dataDirOptions = ['--data-dir', workplace.dataDir];
    const calls = [
      ['report', ...dataDirOptions, ...span],
      ['backup', ...dataDirOptions, '--to', copy],
      ['events', ...dataDirOptions, '--outcome', 'borken'],
      ['restore', ...dataDirOptions, '--from', copy],
    ];
    const { results, stderr } = await inOneProcess(calls);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 2, 0]);
    const [report, , , restore] = results.map(({ stdout }) => stdout);
    expect([report, restore, stderr]).toEqual([
      expect.stringContaining('# '),
      expect.stringContaining('Nothing was missing.'),
      expect.stringContaining('Expected one of: succeeded'),
    ]);
  });
});
