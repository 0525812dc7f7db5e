import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../src-main/hosts/cli/program.ts';
import { chosenFormat, rowFormats, type RowLayout, rowLines } from '../../../src-main/hosts/cli/terminal/rows.ts';
import type { CsvCellForm } from '../../../src-shared/lib/csv.ts';
import { batchOf, receivedEvent } from '../../doubles/received-events.ts';
import { Workplace } from '../../support/command.ts';
import { TestTerminal } from '../../support/terminal.ts';

const rows: RowLayout<Record<string, unknown>> = {
  fields: Object.fromEntries(
    ['operation', 'note', 'steps', 'codes', 'count'].map((name) => [name, (values) => values[name]]),
  ),
  members: { steps: ['ENABLED'] },
  columns: [{ title: 'OPERATION', width: 0, cell: ({ operation }) => String(operation) }],
};
const row = { operation: '-', note: '=1+1', steps: { ENABLED: 'unknown' }, codes: ['70', '73'], count: null };
const printed = (format: (typeof rowFormats)[number], cells: CsvCellForm) => {
  const lines = rowLines(rows, { format, cells });
  return lines.head + lines.line(row);
};

test('[CLI-1] a csv cell is what was received, except that a formula gets an apostrophe; "-" stays', () => {
  expect(printed('csv', 'guarded')).toBe("operation,note,steps.ENABLED,codes,count\n-,'=1+1,unknown,70 73,\n");
});

test('[CLI-1] --no-guard-formulas prints every csv cell as it was received', () => {
  expect(printed('csv', 'verbatim')).toBe('operation,note,steps.ENABLED,codes,count\n-,=1+1,unknown,70 73,\n');
});

test('[CLI-61] ndjson is the complete record, and a table shows the main columns', () => {
  expect(printed('ndjson', 'guarded')).toBe(`${JSON.stringify(row)}\n`);
  expect(printed('table', 'guarded')).toBe('OPERATION\n-\n');
});

test('[CLI-61] --no-headers leaves out the line with the names, and is refused for ndjson, which has none', async () => {
  const lines = (format: 'csv' | 'table') => rowLines(rows, { format, cells: 'guarded', headers: false });
  expect([lines('csv').head, lines('table').head, lines('table').line(row)]).toEqual(['', '', '-\n']);
  const terminal = new TestTerminal();
  expect(() => chosenFormat(terminal, { format: 'ndjson', guardFormulas: true, headers: false })).toThrow(
    /--no-headers is for table and csv/,
  );
});

test('[EXPORT-17] --spreadsheet is for csv, and keeps the header and the guard', () => {
  const terminal = new TestTerminal();
  const usual = { format: 'csv', guardFormulas: true, headers: true, spreadsheet: true } as const;
  expect(chosenFormat(terminal, usual).cells).toBe('spreadsheet');
  expect(() => chosenFormat(terminal, { ...usual, format: 'ndjson' })).toThrow(/--spreadsheet is for csv/);
  expect(() => chosenFormat(terminal, { ...usual, headers: false })).toThrow(/leave out .* --no-headers/);
  expect(() => chosenFormat(terminal, { ...usual, guardFormulas: false })).toThrow(/leave out --no-guard-formulas/);
});

test('[CLI-61] --fields chooses the fields of ndjson and csv, in their order; a table refuses it', () => {
  const lines = (format: (typeof rowFormats)[number]) =>
    rowLines(rows, { format, cells: 'guarded', fields: ['count', 'steps'] });
  expect(lines('ndjson').line(row)).toBe('{"count":null,"steps":{"ENABLED":"unknown"}}\n');
  expect(lines('csv').head + lines('csv').line(row)).toBe('count,steps.ENABLED\n,unknown\n');
  expect(() => lines('table')).toThrow(/--fields is for ndjson and csv/);
});

/**
 * Commands with other formats: `events` also writes .xlsx files, `export` only files for other tools, a report and a comparison have no rows, `permissions` can also print the service's JSON, `licenses` prints
 * texts, and the simulator prints its addresses.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  events: [...rowFormats, 'xlsx'],
  export: ['parquet', 'sqlite', 'xlsx'],
  report: ['md', 'html', 'json', 'xlsx'],
  different: ['text', 'json'],
  permissions: [...rowFormats, 'json'],
  licenses: ['text', ...rowFormats],
  simulator: ['text', 'json'],
};

test('[CLI-61] every command that prints rows accepts table, ndjson and csv, and can leave out the head', async () => {
  const { commands } = await commandLine(new TestTerminal());
  const withoutRows = ['export', 'report', 'different', 'simulator'];
  const headless = commands.filter(({ options }) => options.some(({ long }) => long === '--no-headers'));
  const rowCommands = commands.flatMap((command) =>
    command.options
      .filter(({ long }) => long === '--format')
      .map(({ argChoices }) => [command.name(), argChoices] as const),
  );
  expect(headless.map((command) => command.name())).toEqual(
    rowCommands.map(([name]) => name).filter((name) => !withoutRows.includes(name)),
  );
  const names = rowCommands.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(['events', 'count', 'coverage', 'cases', 'requests', 'alarms', 'search', 'store', 'doctor']),
  );
  expect(rowCommands).toEqual(names.map((name) => [name, OTHERS[name] ?? [...rowFormats]]));
});

const FAILED = JSON.stringify({
  createdDateTime: '2026-11-21T10:00:00.000Z',
  operation: 'ENABLED',
  state: 'FAILED',
  principal: 'acme',
  detailedMessage: {
    eid: '89049032000000000000000000000001',
    localizedProfile: { iccid: '8946', countryCode: 'SE' },
    errorCode: 'START_PROFILE_ENABLE_FAILED',
    detailedError: [{ errorCode: 'CMP-1', errorMessage: 'none', errorType: 'CMP_ERROR' }],
  },
});
const REQUEST = JSON.stringify({
  createdDateTime: '2026-11-21T10:00:00.000Z',
  operation: 'CHANGE_SUBSCRIPTIONSTATE',
  state: 'COMPLETED',
  principal: 'acme',
  detailedMessage: {
    subscriptionRequestId: 'r-1',
    subscriptionRequestType: 'CHANGE_SUBSCRIPTIONSTATE',
    subscriptionRequestState: 'COMPLETED',
    createdBy: '=HYPERLINK("x")',
    size: 1,
    subscriptionRequestResourceCounters: { completed: 1 },
    subscriptionRequestResources: [{ resourceState: 'COMPLETED', resourceProperties: [] }],
  },
});

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.create();
  const store = await workplace.openStore();
  const events = [
    receivedEvent(1, { kind: 'LOCALIZATION', data: FAILED }),
    receivedEvent(2, { kind: 'CMP_EVENT', data: REQUEST }),
  ];
  await store.writer.append(batchOf('opens', events));
  await store.close();
});
afterAll(() => workplace.close());

test.each<[command: string, head: RegExp, lines: RegExp]>([
  ['events', /^seq,receivedAt,kind,/, /^1,1970-01-01T00:00:01\.000Z,LOCALIZATION,/m],
  ['count', /^count\n/, /^2$/m],
  ['coverage', /^type,from,to,lengthSeconds,reason,detail,watchedUntil,events,gap\n/, /^session,.*,2,$/m],
  ['cases', /^eid,attempt,outcome,/, /^89049032000000000000000000000001,1,failed,ENABLED,.*,failed,unknown,/m],
  ['requests', /^requestId,type,operation,outcome,/, /^r-1,.*,succeeded,1,1,0,true,.*,"'=HYPERLINK\(""x""\)",/m],
  ['alarms', /^id,title,severity,/, /rules,about\n$/],
  ['store', /^name,id,path,/, /^Acme,filled-store,.*,false,2,1000,/m],
])('[CLI-61] %s prints csv', async (command, head, lines) => {
  const output = await workplace.output([command, '--data-dir', workplace.dataDir, '--format', 'csv']);
  expect(output).toMatch(head);
  expect(output).toMatch(lines);
});
