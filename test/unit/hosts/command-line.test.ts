/** The command line as a function (arguments, environment and streams in, exit code out), and as a process. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { lines, Workplace } from '../../support/command.ts';

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
    workplace.runHere([...events, '--format', 'ndjson']),
    workplace.runHere([...events, '--limit', '1']),
    workplace.runHere([...events, '--outcome', 'borken']),
  ];
  expect(await Promise.all([all.exit, one.exit, wrong.exit])).toEqual([0, 0, 2]);
  expect([lines(all.stdout).length, lines(one.stdout).length, wrong.stdout]).toEqual([10, 1, '']);
  expect([all.stderr, one.stderr]).toEqual(['', '']);
  expect(wrong.stderr).toContain('--outcome');
});

test('help goes to standard output, wrong options to standard error', async () => {
  const help = workplace.runHere(['count', '--help']);
  const wrong = workplace.runHere(['count', '--nothing']);
  expect([await help.exit, await wrong.exit]).toEqual([0, 2]);
  expect([help.stderr, wrong.stdout]).toEqual(['', '']);
  expect(help.stdout).toMatch(/^Usage: watchfloor count/);
  expect(wrong.stderr).toContain("unknown option '--nothing'");
});

test('the stop signal ends a command that follows', async () => {
  const following = workplace.runHere(['events', '--data-dir', workplace.dataDir, '--follow']);
  await following.says(/"seq":10,/);
  expect(await following.stop()).toBe(0);
});

/** The last gap goes on, so its length is the time of the call. */
const ageless = (text: string) => text.replaceAll(/"lengthSeconds":\d{6,}[\d.]*/g, '"lengthSeconds":0');

describe('in a process of its own', () => {
  const rows = ['events', 'count', 'cases', 'requests', 'alarms'];
  const span = ['--since', '2026-11-21T11:00:00Z', '--until', '2026-11-21T13:00:00Z', '--zone', 'UTC'];

  test.each<[command: string, ...args: string[]]>([
    ...rows.map((command): [string, ...string[]] => [command, '--format', 'csv']),
    ['coverage'],
    ['store', '--check'],
    ['completion', 'bash'],
    ['man'],
  ])('%s prints the same as here, with exit code 0', async (command, ...args) => {
    const all = command === 'completion' || command === 'man' ? args : [...args, '--data-dir', workplace.dataDir];
    const process = workplace.run([command, ...all]);
    const here = workplace.runHere([command, ...all]);
    expect([await process.exit, process.stderr, ageless(process.stdout)]).toEqual([
      await here.exit,
      here.stderr,
      ageless(here.stdout),
    ]);
    expect([await here.exit, here.stdout.length > 0]).toEqual([0, true]);
  });

  test('report, backup and restore work, and a mistake ends with exit code 2', async () => {
    const copy = join(workplace.folder, 'copy.db');
    const place = ['--data-dir', workplace.dataDir];
    const report = workplace.run(['report', ...place, ...span]);
    const backup = workplace.run(['backup', ...place, '--to', copy]);
    const wrong = workplace.run(['events', ...place, '--outcome', 'borken']);
    expect(await Promise.all([report.exit, backup.exit, wrong.exit])).toEqual([0, 0, 2]);
    const restore = workplace.run(['restore', ...place, '--from', copy]);
    expect([await restore.exit, restore.stdout]).toEqual([0, expect.stringContaining('Nothing was missing.')]);
    expect(report.stdout).toContain('# ');
    expect(wrong.stderr).toContain('Expected one of: succeeded');
  });
});
