/** Reads exported tables with programs that others wrote, and compares them with the NDJSON of the same query. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, publishedTables, tableNames } from '../../src-shared/domain/analyst-tables.ts';
import { generatedEvents } from '../bench/generated-events.ts';
import { batchOf } from '../doubles/received-events.ts';
import { Workplace } from '../support/command.ts';
import { missingPython } from '../support/missing-programs.ts';

const LIMIT = { timeout: 60_000 };
const EVENTS = 1_500;
const QUERY = ['--query', 'kind:LOCALIZATION,CMP_EVENT'];

type Row = Readonly<Record<string, unknown>>;

let workplace: Workplace;
let database: DuckDBInstance;
beforeAll(async () => {
  workplace = await Workplace.create();
  database = await DuckDBInstance.create();
  await fill();
});
afterAll(async () => {
  database.closeSync();
  await workplace.close();
});

async function fill(): Promise<void> {
  const store = await workplace.openStore();
  const events = [...generatedEvents(0, EVENTS)];
  const start = events[0]?.receivedAt ?? 0;
  let session: number | 'opens' = 'opens';
  for (let from = 0; from < EVENTS; from += 500) {
    const batch = events.slice(from, from + 500);
    const ends = { first: (batch[0]?.receivedAt ?? 0) - start, last: (batch.at(-1)?.receivedAt ?? 0) - start };
    session = (await store.writer.append(batchOf(session, batch, ends))).sessionId;
  }
  await store.close();
  await workplace.output(['note', '--data-dir', workplace.dataDir, '--by', 'Ines', '--note', '=1+1', await aCase()]);
}

async function aCase(): Promise<string> {
  const [first] = await lines(['cases', '--open', '--limit', '1', '--format', 'ndjson']);
  return String(first?.['key']);
}

async function lines([command = '', ...options]: readonly string[]): Promise<Row[]> {
  const text = await workplace.output([command, '--data-dir', workplace.dataDir, ...options]);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

async function exported(name: string, ...options: readonly string[]): Promise<string> {
  const path = join(workplace.folder, name);
  await workplace.output(['export', '--data-dir', workplace.dataDir, '--output', path, ...options]);
  return path;
}

/** Rows as JSON has them. */
async function duckdb(sql: string): Promise<Row[]> {
  const connection = await database.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
}

const inParquet = (folder: string, table: string) => `'${folder}/${table}.parquet'`;
const hashOf = (rows: readonly Row[]) =>
  createHash('sha256')
    .update(rows.map(({ raw }) => String(raw)).join('\n'))
    .digest('hex');
const isoOf = (time: unknown) =>
  typeof time !== 'string' ? null : new Date(`${time.replace(/\+00$/, '')}Z`).toISOString();

test(
  '[FILES-1] DuckDB reads from Parquet as many events as the NDJSON has, each with the same values',
  LIMIT,
  async () => {
    const folder = await exported('night', ...QUERY);
    const expected = await lines(['events', '--format', 'ndjson', '--mask', 'imsi,msisdn,company,user', ...QUERY]);
    const found = await duckdb(`SELECT * FROM ${inParquet(folder, 'events')} ORDER BY seq`);
    expect(found).toHaveLength(expected.length);
    expect(found.length).toBeGreaterThan(1_000);
    expect(hashOf(found)).toBe(hashOf(expected));
    expect(
      found.map(({ seq, receivedAt, targets, marks, errorCodes, resourceCount, failedCount, repeats, ...texts }) => ({
        ...texts,
        ...Object.fromEntries(
          Object.entries({ seq, resourceCount, failedCount, repeats }).map(([name, value]) => [
            name,
            value === null ? null : Number(value),
          ]),
        ),
        ...Object.fromEntries(
          Object.entries({ targets, marks, errorCodes }).map(([name, value]) => [name, JSON.parse(String(value))]),
        ),
        receivedAt: isoOf(receivedAt),
      })),
    ).toEqual(expected.map((event) => expect.objectContaining(event)));
  },
);

test(
  '[FILES-1] DuckDB finds the published columns with their types, and every row of the other tables',
  LIMIT,
  async () => {
    const folder = await exported('all', '--mask', 'none');
    const types = {
      integer: 'BIGINT',
      boolean: 'BOOLEAN',
      time: 'TIMESTAMP WITH TIME ZONE',
      text: 'VARCHAR',
      json: 'VARCHAR',
    };
    for (const table of tableNames) {
      const described = await duckdb(`DESCRIBE SELECT * FROM ${inParquet(folder, table)}`);
      expect(described.map((column) => [column['column_name'], column['column_type']])).toEqual(
        columnsOf(table).map(({ name, type }) => [name, types[type]]),
      );
    }
    const count = async (table: string, where = 'true') => {
      const [row] = await duckdb(`SELECT count(*) AS n FROM ${inParquet(folder, table)} WHERE ${where}`);
      return Number(row?.['n']);
    };
    const cases = await lines(['cases', '--format', 'ndjson']);
    const attempts = await lines(['cases', '--attempts', '--format', 'ndjson']);
    const requests = await lines(['requests', '--format', 'ndjson']);
    const gaps = await lines(['coverage', '--format', 'ndjson']);
    expect([await count('cases'), await count('attempts'), await count('requests'), await count('actions')]).toEqual([
      cases.length,
      attempts.length,
      requests.length,
      1,
    ]);
    expect(await count('gaps', "kind = 'gap'")).toBe(gaps.filter(({ type }) => type === 'gap').length);
    const { tables } = JSON.parse(readFileSync(join(folder, 'about.json'), 'utf8')) as {
      tables: Record<string, number>;
    };
    for (const table of tableNames) expect(await count(table)).toBe(tables[table]);
    const joined = `SELECT r.failed::INT AS told, count(*) FILTER (s.failed)::INT AS listed
    FROM ${inParquet(folder, 'requests')} r JOIN ${inParquet(folder, 'resources')} s ON s.seq = r.reportSeq
    WHERE r.consistent GROUP BY r.key, r.failed`;
    const rows = await duckdb(joined);
    expect(rows.length).toBeGreaterThan(10);
    for (const { told, listed } of rows) expect(listed).toBe(told);
  },
);

test.skipIf(missingPython() !== null)(
  '[FILES-1] the sqlite3 of Python reads the same events from SQLite as the NDJSON has',
  LIMIT,
  async () => {
    const file = await exported('night.sqlite', ...QUERY, '--mask', 'none');
    const expected = await lines(['events', '--format', 'ndjson', ...QUERY]);
    const script = `
import hashlib, json, sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    events = database.execute("SELECT receivedAt, iccid, raw FROM events ORDER BY seq").fetchall()
    print(json.dumps({
        "version": database.execute("PRAGMA user_version").fetchone()[0],
        "hash": hashlib.sha256("\\n".join(raw for _, _, raw in events).encode()).hexdigest(),
        "rows": [[at, iccid] for at, iccid, _ in events],
        "note": database.execute("SELECT text FROM actions").fetchone()[0],
        "hours": database.execute("SELECT max(julianday(receivedAt)) > 0 FROM events").fetchone()[0],
    }))`;
    const read = JSON.parse(
      execFileSync('python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 64 * 1_048_576 }),
    ) as object;
    expect(read).toEqual({
      version: 1,
      hash: hashOf(expected),
      rows: expected.map(({ receivedAt, iccid }) => [receivedAt, iccid]),
      note: '=1+1',
      hours: 1,
    });
  },
);

test('[FILES-1] an empty query has a Parquet file for each table, with all its columns and no row', LIMIT, async () => {
  const folder = await exported('none', '--query', 'code:NO_SUCH_CODE');
  for (const table of tableNames) {
    const described = await duckdb(`DESCRIBE SELECT * FROM ${inParquet(folder, table)}`);
    expect(described.map((row) => row['column_name'])).toEqual(columnsOf(table).map(({ name }) => name));
  }
  expect(await duckdb(`SELECT * FROM ${inParquet(folder, 'events')}`)).toEqual([]);
});

test('[FILES-1] docs/contract/analyst-tables.json describes the tables (npm run contract writes it)', () => {
  const stored = new URL('../../docs/contract/analyst-tables.json', import.meta.url);
  expect(JSON.parse(readFileSync(stored, 'utf8'))).toEqual(publishedTables());
});

test('[FILES-1] docs/analyst-files.md has each table, column, type and meaning', () => {
  const text = readFileSync(new URL('../../docs/analyst-files.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ');
  const [, ...sections] = text.split('\n### ');
  expect(sections.map((section) => section.split('\n')[0])).toEqual([...tableNames]);
  for (const [index, name] of tableNames.entries()) {
    const rows = columnsOf(name).map((column) => `| \`${column.name}\` | ${column.type} | ${column.meaning} |`);
    expect(sections[index]?.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  }
});
