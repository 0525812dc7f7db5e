/** Tests `watchfloor coverage --at` over a store whose last session a crash left open. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pastClockTime } from '../../../src-main/hosts/cli/terminal/times.ts';
import { batchOf, receivedEvents } from '../../doubles/received-events.ts';
import { parseNdjson, Workplace } from '../../support/command.ts';

const events = receivedEvents(1, 5);
const [first, last] = [events[0]?.receivedAt ?? 0, events.at(-1)?.receivedAt ?? 0];
const iso = (at: number) => new Date(at).toISOString();

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  await store.writer.append(batchOf('opens', events));
  await store.close();
});
afterAll(() => workplace.close());

const answer = (...args: string[]) => workplace.output(['coverage', '--data-dir', workplace.dataDir, ...args]);

test('[COVER-5] coverage --at prints one sentence, or one row', async () => {
  expect(await answer('--at', iso(first), '--format', 'table')).toMatch(/^Yes: session \d.* – .* UTC\.\n$/);
  expect(await answer('--at', iso(last + 1_000), '--format', 'table')).toMatch(
    /^No: gap since .* UTC \(.* so far\), Watchfloor ended unexpectedly\.\n$/,
  );
  const before = await answer('--at', iso(first - 1_000), '--format', 'ndjson');
  expect(parseNdjson(before)).toEqual([
    { at: iso(first - 1_000), answer: 'before-first-session', words: 'Not known: before the first session.' },
  ]);
  const csv = await answer('--at', iso(first - 1_000), '--format', 'csv');
  expect(csv.split(/\r?\n/)[0]).toBe('at,answer,words,gap');
});

test.each(['--since=1h', '--until=1h', '--check-inventory', '--gap=2', '--fields=gap'])(
  '[COVER-5] coverage --at refuses %s, which would have no effect',
  async (option) => {
    const command = workplace.runInProcess(['coverage', '--data-dir', workplace.dataDir, '--at', '04:10', option]);
    expect(await command.exit).toBe(2);
    expect(command.stderr).toContain(`--at prints one answer. Leave out ${option.split('=', 1)[0]}.`);
  },
);

test('[COVER-5] coverage --at refuses a text that is no time', async () => {
  const command = workplace.runInProcess(['coverage', '--data-dir', workplace.dataDir, '--at', '25:10']);
  expect(await command.exit).toBe(2);
  expect(command.stderr).toContain('--at "25:10" is not a time.');
});

test.each([
  ['04:10', '2026-11-27T04:10:00.000Z'],
  ['4:10:30', '2026-11-27T04:10:30.000Z'],
  ['14:03', '2026-11-27T14:03:00.000Z'],
  ['14:04', '2026-11-26T14:04:00.000Z'],
])('[COVER-5] the time %s of a day is the newest one that is not in the future, in UTC', (text, at) => {
  expect(pastClockTime(text, Date.UTC(2026, 10, 27, 14, 3))).toBe(Date.parse(at));
});
