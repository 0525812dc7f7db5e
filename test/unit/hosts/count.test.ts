/** Tests `watchfloor count` against the output of `watchfloor events` for the same store. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { countRows } from '../../../src-main/hosts/cli/events/count-lines.ts';
import { rowLines } from '../../../src-main/hosts/cli/terminal/rows.ts';
import { Zone } from '../../../src-shared/lib/zone.ts';
import { randomEvents } from '../../doubles/random-events.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';
import { batchOf } from '../../doubles/received-events.ts';
import { parseNdjson, Workplace } from '../../support/command.ts';

const HOUR = 3_600_000;

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  await fill();
});
afterAll(() => workplace.close());

async function fill(): Promise<void> {
  const store = await workplace.openStore();
  const events = randomEvents(900, randomNumbers(3)).map((event, index) => ({
    ...event,
    receivedAt: event.receivedAt + (index % 5) * 17 * HOUR,
  }));
  for (const first of [0, 300, 600])
    await store.writer.append(batchOf(first === 0 ? 'opens' : 1, events.slice(first, first + 300)));
  await store.close();
}

const countedIn = async (source: Workplace, ...args: string[]) =>
  parseNdjson(await source.output(['count', '--data-dir', source.dataDir, '--format', 'ndjson', ...args]));
const counted = (...args: string[]) => countedIn(workplace, ...args);

function tally(events: readonly Record<string, unknown>[], groupsOf: (event: Record<string, unknown>) => unknown[]) {
  const counts = new Map<string, number>();
  for (const event of events)
    for (const group of groupsOf(event).map((one) => JSON.stringify(one)))
      counts.set(group, (counts.get(group) ?? 0) + 1);
  return new Set([...counts].map(([group, count]) => JSON.stringify({ ...JSON.parse(group), count })));
}

const asSet = (groups: readonly unknown[]) => new Set(groups.map((group) => JSON.stringify(group)));

test('[CLI-8] counts agree with the printed events, in total, by fields and over time', async () => {
  for (const query of ['', 'outcome:failed,partial', 'text:acme -kind:LOCALIZATION', 'until:2024-03-01T12:00Z'])
    expect(await counted('--query', query)).toEqual([{ count: (await workplace.events('--query', query)).length }]);

  const events = await workplace.events();
  const codesOf = ({ errorCodes }: Record<string, unknown>) => (Array.isArray(errorCodes) ? errorCodes : []);
  const byOutcomeAndCode = await counted('--by', 'outcome,code');
  expect(asSet(byOutcomeAndCode)).toEqual(
    tally(events, (event) =>
      (codesOf(event).length === 0 ? [null] : codesOf(event)).map((code: unknown) => ({
        outcome: event['outcome'],
        code,
      })),
    ),
  );
  const counts = byOutcomeAndCode.map(({ count }) => Number(count));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));

  const hourOf = (event: Record<string, unknown>) => `${String(event['receivedAt']).slice(0, 13)}:00:00.000Z`;
  const byHour = await counted('--every', '1h');
  expect(asSet(byHour.filter(({ count }) => count !== 0))).toEqual(tally(events, (event) => [{ from: hourOf(event) }]));
  const times = byHour.map(({ from }) => Date.parse(String(from)));
  expect(times).toEqual(times.map((_, index) => (times[0] ?? 0) + index * HOUR));
  expect(byHour.some(({ count }) => count === 0)).toBe(true);

  const byHourAndKind = await counted('--every', '1h', '--by', 'kind', '--query', 'outcome:failed');
  const failed = await workplace.events('--query', 'outcome:failed');
  expect(asSet(byHourAndKind)).toEqual(tally(failed, (event) => [{ kind: event['kind'], from: hourOf(event) }]));
  expect(Object.keys(byHourAndKind[0] ?? {})).toEqual(['kind', 'from', 'count']);
});

test('[CLI-8] an empty store has no counts, and a day is a day of the zone', async () => {
  const empty = await Workplace.create();
  onTestFinished(() => empty.close());
  await (await empty.openStore()).close();
  expect([
    await countedIn(empty),
    await countedIn(empty, '--every', '1d'),
    await countedIn(empty, '--by', 'kind'),
  ]).toEqual([[{ count: 0 }], [], []]);
  const midnightIn = (from: unknown) =>
    new Date(Date.parse(String(from)) + 5.5 * HOUR).toISOString().replace('.000Z', '+05:30');
  const days = await counted('--every', '1d', '--zone', 'Asia/Kolkata');
  expect(new Set(days.map(({ from }) => String(from).slice(10)))).toEqual(new Set(['T18:30:00.000Z']));
  const table = await workplace.output([
    'count',
    '--data-dir',
    workplace.dataDir,
    '--format',
    'table',
    '--every',
    '1d',
    '--zone',
    'Asia/Kolkata',
    '--query',
    'kind:NEVER',
  ]);
  expect(table).toBe(
    `FROM (Asia/Kolkata)            COUNT\n${days.map(({ from }) => `${midnightIn(from)}          0\n`).join('')}`,
  );
});

const printed = (columns: Parameters<typeof countRows>[0], format: 'table' | 'ndjson') =>
  rowLines(countRows(columns), { format, cells: 'guarded' });

test('[CLI-8] a table shows an hour that occurs twice with its offset from UTC, and other formats use UTC', () => {
  const zone = Zone.named('Europe/Berlin');
  const columns = { by: [], zone };
  const at = Date.parse('2026-10-25T00:00Z');
  const groups = [at, at + HOUR].map((from) => ({ values: [], from, count: 7 }));
  const table = printed(columns, 'table');
  expect([table.head, ...groups.map((group) => table.line(group))]).toEqual([
    'FROM (Europe/Berlin)           COUNT\n',
    '2026-10-25T02:00:00+02:00          7\n',
    '2026-10-25T02:00:00+01:00          7\n',
  ]);
  expect(groups.map((group) => printed(columns, 'ndjson').line(group))).toEqual([
    '{"from":"2026-10-25T00:00:00.000Z","count":7}\n',
    '{"from":"2026-10-25T01:00:00.000Z","count":7}\n',
  ]);
  const utc = printed({ by: [], zone: Zone.named('UTC') }, 'table');
  expect([utc.head, utc.line({ values: [], from: at, count: 7 })]).toEqual([
    'FROM (UTC)                     COUNT\n',
    '2026-10-25T00:00:00.000Z           7\n',
  ]);
});

test.each<[args: string[], says: RegExp]>([
  [['--by', 'colour'], /"colour" is not a field to count by\. Expected one of: outcome, kind, /],
  [['--every', '7m'], /Expected minutes that divide an hour, hours that divide a day, or 1d/],
  [['--zone', 'Europe/Atlantis'], /--zone "Europe\/Atlantis" is not a time zone\. .* such as Europe\/Oslo/],
  [['--zone', 'Europe/Berlin'], /^watchfloor: --zone is for --every\. Add --every\.\n$/],
  [['--query', 'kind:A since:sometime'], /^ {2}kind:A since:sometime\n {15}\^{8}\n$/m],
])('[CLI-2] %j ends with exit code 2 and names the possible values', async (args, message) => {
  const command = workplace.runInProcess(['count', '--data-dir', workplace.dataDir, ...args]);
  expect([await command.exit, command.stdout]).toEqual([2, '']);
  expect(command.stderr).toMatch(message);
});
