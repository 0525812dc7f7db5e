/** Tests that wrong values are refused with a suggestion and never corrected. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventFilter } from '../../../src-main/hosts/cli/events/event-filter.ts';
import { commandLine } from '../../../src-main/hosts/cli/program.ts';
import { spanBetween } from '../../../src-main/hosts/cli/terminal/times.ts';
import { TestTerminal } from '../../support/terminal.ts';

/** Returns what the command writes to standard error. The command itself never runs. */
async function refusal(...args: string[]): Promise<string> {
  const terminal = new TestTerminal();
  const program = await commandLine(terminal, args);
  await expect(program.parseAsync(['node', 'watchfloor', ...args])).rejects.toMatchObject({
    code: 'commander.invalidArgument',
  });
  return terminal.output.stderr;
}

test.each<[args: string[], says: string]>([
  [['events', '--format', 'tabel'], 'Did you mean table? Allowed choices are table, ndjson, csv, xlsx.'],
  [['events', '--outcome', 'Faild'], 'Did you mean failed? Expected one of: succeeded, failed, '],
  [['events', '--fields', 'seq,eidd'], 'Did you mean eid? "eidd" is not a field. Expected one of: seq, '],
  [
    ['count', '--by', 'contry'],
    'Did you mean country? "contry" is not a field to count by. Expected one of: outcome, ',
  ],
  [['collect', '--exit-on', 'signin-needed'], 'Did you mean sign-in-needed? Expected one of sign-in-needed, '],
  [['simulator', '--scenario', 'failurestorm'], 'Did you mean failure-storm? Allowed choices are calm-shift, '],
  [['search', '--format', 'json'], 'Did you mean ndjson? Allowed choices are table, ndjson, csv.'],
  [['coverage', '--format', 'xml'], 'is invalid. Allowed choices are table, ndjson, csv.'],
])('[CLI-2] %j is refused with the nearest known value', async (args, message) =>
  expect(await refusal(...args)).toContain(message),
);

test.each([
  [['events', '-o', 'json'], 'This is a format, as for --format, and no file. For a file with this name: ./json'],
  [['report', '--output', 'HTML'], 'This is a format, as for --format, and no file. For a file with this name: ./HTML'],
  [['support-pack', '-o', 'csv'], 'This is a format, as for --format, and no file. For a file with this name: ./csv'],
  [['events', '--output', '-'], 'Leave out --output to print. For a file with this name: ./-'],
  [['report', '-o', ''], 'Expected a file.'],
])('[CLI-2] %j is refused, because it would write a file with this name', async (args, message) =>
  expect(await refusal(...args)).toContain(message),
);

test.each(['http', '65536', '-1', ''])('[CLI-2] the port %j is refused', async (port) => {
  expect(await refusal('start', `--port=${port}`, '--profile=/nowhere.json')).toContain(
    'Expected a port from 0 to 65535.',
  );
});

test('[CLI-2] a data directory that is a file, or lies below one, is refused with that reason', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'watchfloor-no-folder-')), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')])
    for (const command of ['events', 'coverage', 'start'])
      expect(await refusal(command, '--data-dir', path)).toContain(
        `argument '${path}' is invalid. It is a file, or is below one. Name a folder.`,
      );
});

describe('times that begin after they end', () => {
  const nothing = { kind: [], outcome: [], code: [] };
  const earlier = expect.objectContaining({ data: expect.objectContaining({ code: 'BAD_ARGUMENT' }) });

  test.each([
    { since: '1h', until: '2h' },
    { since: '2026-11-22', until: '2026-11-21' },
    { query: 'since:2026-11-22', until: '2026-11-21' },
    { query: 'until:-2h', since: '1h' },
  ])('[CLI-2] are refused: %j', (options) => expect(() => eventFilter({ ...nothing, ...options })).toThrow(earlier));

  test('[CLI-2] are refused for sessions and requests, too', () => {
    const now = Date.UTC(2026, 10, 22);
    expect(() => spanBetween({ since: '1h', until: '2h' }, now)).toThrow(
      'The span begins at 2026-11-21T23:00:00.000Z but ends at 2026-11-21T22:00:00.000Z, which is earlier',
    );
    expect(spanBetween({ since: '1h', until: '1h' }, now)).toEqual({ from: now - 3_600_000, to: now - 3_600_000 });
    expect(spanBetween({}, now)).toEqual({ from: -Infinity, to: Infinity });
  });
});
