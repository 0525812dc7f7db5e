import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { parseNdjson, Workplace } from '../../support/command.ts';

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

test('a process reads a store with its threads, and ends with the exit code of the command', async () => {
  const dataDirOptions = ['--data-dir', workplace.dataDir];
  const span = ['--since', '2026-11-21T11:00:00Z', '--until', '2026-11-21T13:00:00Z', '--zone', 'UTC'];
  const report = workplace.run(['report', ...dataDirOptions, ...span]);
  const wrong = workplace.run(['events', ...dataDirOptions, '--outcome', 'borken']);
  expect([await report.exit, await wrong.exit]).toEqual([0, 2]);
  expect([report.stdout, report.stderr]).toEqual([expect.stringMatching(/^# /), '']);
  expect(wrong.stderr).toContain('Expected one of: succeeded');
});
