/**
 * Tables of `watchfloor export`: the only source of their columns, types, meanings and masks. A new column at the end of
 * a table keeps the version. A removed or renamed column, or another meaning, needs the next one.
 */
import { localizationSteps } from './cases/case-keys.ts';
import type { MaskedField } from './event/masked-fields.ts';
import { outcomes } from './event/outcomes.ts';

export const TABLES_VERSION = 1;

export const tableFormats = ['parquet', 'sqlite', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** How each format stores a type. `json` is text: a list or an object. Times in UTC, to the millisecond. */
const columnTypes = {
  integer: { parquet: 'INT64', sqlite: 'INTEGER', xlsx: 'number' },
  boolean: { parquet: 'BOOLEAN', sqlite: 'INTEGER, 0 or 1', xlsx: 'number, 0 or 1' },
  time: { parquet: 'TIMESTAMP, milliseconds, UTC', sqlite: 'TEXT, ISO 8601 in UTC', xlsx: 'time in UTC' },
  text: { parquet: 'STRING', sqlite: 'TEXT', xlsx: 'text' },
  json: { parquet: 'STRING', sqlite: 'TEXT', xlsx: 'text' },
} as const;
export type ColumnType = keyof typeof columnTypes;

export interface TableColumn {
  readonly type: ColumnType;
  readonly meaning: string;
  /** How texts from outside are masked, by `Mask`. If missing, the words are Watchfloor's. */
  readonly mask?: 'id' | 'code' | 'text';
  /** The values are masked everywhere in the row if this field is masked. */
  readonly personal?: MaskedField;
}

const column =
  (type: ColumnType, mask?: TableColumn['mask']) =>
  (meaning: string, personal?: MaskedField): TableColumn => ({
    type,
    meaning,
    ...(mask !== undefined && { mask }),
    ...(personal !== undefined && { personal }),
  });
const [integer, boolean, time, word] = [column('integer'), column('boolean'), column('time'), column('text')];
const [id, code, note] = [column('text', 'id'), column('text', 'code'), column('text', 'text')];
const [list, notes] = [column('json', 'code'), column('json', 'text')];

const eid = id('eUICC', 'eid');
const iccid = id('profile (SIM)', 'iccid');
const company = code('company of the request', 'company');
const createdBy = code('user who made the request, as the service names them', 'user');
const errorCode = code('main error code, as received');
const errorCodes = list('all error codes');
const errorTypes = list('all types of error');
const outcome = word(`real result: ${outcomes.map((one) => `\`${one}\``).join(', ')}`);
const caseKey = id('key of the case: `eid:…`, `request:…`, or `event:…` if the events name neither');

const standing = {
  firstSeq: integer('`events.seq` of its first event'),
  lastSeq: integer('`events.seq` of its last event'),
  firstAt: time('when its first event was received'),
  lastAt: time('when its last event was received'),
  openedAt: time('when it was opened the last time; null if it never failed'),
  endedAt: time('when it ended; null while it is open'),
  ended: word('`well`: by a success; `done`: by an operator'),
  isBack: boolean('it failed again after it had ended'),
  consequence: word('worst consequence for the devices'),
  cause: id('key of its failure group, as in `actions.subjects`'),
  owner: word('operator who took it or its group'),
  ownedAt: time('since when'),
  muted: boolean('muted at the time of the export'),
  ticket: note('number of the ticket'),
};

export const analystTables = {
  events: {
    meaning: 'one row for each event that the query matches, in order of arrival',
    columns: {
      seq: integer('position in the store; holes are normal'),
      receivedAt: time('when it was received'),
      kind: code('kind of event'),
      id: id('id that the stream gave it; not unique'),
      operation: code('operation, as received'),
      state: code('state, as received'),
      outcome,
      createdDateTime: id("the service's time, as received"),
      createdAt: time("the service's time; null if it is not valid"),
      principal: id('domain'),
      eid,
      iccid,
      countryCode: code('country'),
      errorCode,
      errorCodes,
      errorTypes,
      requestId: id('change request'),
      company,
      createdBy,
      targets: list('states and packages that the request sets'),
      resourceCount: integer('resources of the request'),
      failedCount: integer('how many of them failed'),
      repeats: integer('how often it arrived again'),
      marks: list('what Watchfloor noticed about it: code and detail'),
      whole: list('complete kind and id, if the columns have only their start'),
      withheld: boolean('the text was left out, because it could not be read for masking'),
      raw: code('received text'),
    },
  },
  attempts: {
    meaning: 'one row for each attempt to localize an eUICC',
    columns: {
      key: caseKey,
      number: integer('from 1; the newest thousand of a case are stored'),
      eid,
      outcome,
      step: code('operation that failed or finished last'),
      errorCode,
      errorCodes,
      errorTypes,
      iccid,
      countryCode: code('country'),
      ...Object.fromEntries(
        localizationSteps.map((step) => [stepColumn(step), word('`reported`, `inferred`, `failed` or `unknown`')]),
      ),
      weakenedByGap: boolean('a gap may hide an event that reported something else'),
      events: integer('number of events'),
      firstSeq: integer('`events.seq` of its first event'),
      lastSeq: integer('`events.seq` of its last event'),
      startedAt: time('when its first event was received'),
      endedAt: time('when its outcome was received; null if it has none yet'),
      lastAt: time('when its last event was received'),
    },
  },
  cases: {
    meaning: 'one row for each localization, as it is at the time of the export',
    columns: {
      key: caseKey,
      eid,
      outcome,
      attempts: integer('number of its last attempt'),
      step: code('operation that failed or finished last'),
      errorCode,
      iccid,
      countryCode: code('country'),
      weakenedByGap: boolean('a gap may hide an event of its last attempt'),
      ...standing,
    },
  },
  requests: {
    meaning: 'one row for each change request, as it is at the time of the export',
    columns: {
      key: caseKey,
      requestId: id('change request'),
      type: code('type of request'),
      operation: code('operation'),
      outcome,
      size: integer('resources'),
      completed: integer('the greatest number of completed ones'),
      failed: integer('the least number of failed ones, with rejected ones'),
      consistent: boolean('size, counters and list of resources are all present and agree'),
      errorCode,
      target: code('state or package that it sets'),
      company,
      createdBy,
      createdAt: id("the service's time, to the nanosecond, as received"),
      reportSeq: integer('`events.seq` of the report that the row shows, and of its rows in `resources`'),
      ...standing,
    },
  },
  resources: {
    meaning: 'one row for each resource in each event of a change request that the query matches',
    columns: {
      seq: integer('`events.seq`'),
      position: integer('in the event, from 1'),
      receivedAt: time('when the event was received'),
      requestId: id('change request'),
      resourceId: id('id of the resource'),
      state: code('state, as received'),
      failed: boolean('it failed: by its state, or because reasons are given'),
      completed: boolean('it is completed, and no reason for a failure is given'),
      iccid,
      imsi: id('IMSI', 'imsi'),
      msisdn: id('MSISDN', 'msisdn'),
      targets: list('states and packages that it gets'),
      errors: list('reasons: type, code and sentence'),
    },
  },
  gaps: {
    meaning: 'one row for each time in the span in which the stream was not watched',
    columns: {
      number: integer('number of the gap; null until it is stored'),
      kind: word('`gap`, or `reconnect`: planned, at most 10 s'),
      startedAt: time('last event before it'),
      endedAt: time('first event after it; null if it lasts'),
      lengthMs: integer('length; so far, if it lasts'),
      insideMs: integer('length of the part inside the span of the query'),
      reason: word('reason'),
      detail: note('details'),
      afterSeq: integer('`events.seq` of the last event before it'),
    },
  },
  actions: {
    meaning: 'one row for each action of an operator in the span, oldest first',
    columns: {
      number: integer('position in the log of actions'),
      id: word('id of the action'),
      at: time('when'),
      author: word('operator; not authenticated unless marked "(verified)"'),
      kind: word('such as `take`, `note` or `done`'),
      subjects: notes('keys of cases and failure groups'),
      text: note('note'),
      details: notes('the complete action'),
      afterSeq: integer('`events.seq` of the newest event at that time'),
    },
  },
} as const satisfies Readonly<
  Record<string, { readonly meaning: string; readonly columns: Readonly<Record<string, TableColumn>> }>
>;

export type TableName = keyof typeof analystTables;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object itself
export const tableNames = Object.keys(analystTables) as readonly TableName[];

/** A time is UTC epoch ms; `json` is text. */
export type TableCell = string | number | boolean | null;

export function columnsOf(table: TableName): readonly (TableColumn & { readonly name: string })[] {
  const { columns }: { readonly columns: Readonly<Record<string, TableColumn>> } = analystTables[table];
  return Object.entries(columns).map(([name, each]) => ({ name, ...each }));
}

/** `stepFallbackSet` */
export function stepColumn(step: (typeof localizationSteps)[number]): string {
  return `step${step.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())}`;
}

/** The published form of the tables: `docs/contract/analyst-tables.json`. */
export function publishedTables(): object {
  const tables = tableNames.map((name) => [
    name,
    {
      meaning: analystTables[name].meaning,
      columns: columnsOf(name).map(({ name: of, type, meaning }) => ({ name: of, type, meaning })),
    },
  ]);
  return { version: TABLES_VERSION, types: columnTypes, tables: Object.fromEntries(tables) };
}
