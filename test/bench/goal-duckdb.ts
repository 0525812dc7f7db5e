/** Measures the same reads in DuckDB, over the tables that `watchfloor export` writes as Parquet. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { EVERYTHING, type Filter } from '../../src-shared/domain/filter/filter.ts';
import { Dice } from './dice.ts';
import { percentile } from './figures.ts';
import { eidAt } from './generated-events.ts';
import { commandsOf } from './goal-commands.ts';
import type { Bench } from './goal-ingest.ts';
import { type GoalName, record } from './goals.ts';
import { storePath } from './product-process.ts';
import { readPageRows, value, where } from './read-classes.ts';

const SAMPLES = 11;
/** Their medians need more, because each takes a few milliseconds. */
const OUR_SAMPLES = 60;

interface Read {
  readonly name: GoalName;
  readonly limit: number;
  /** Both of the same values. */
  readonly ask: () => { readonly filter: Filter; readonly sql: string };
}

export async function besideDuckDb(bench: Bench): Promise<void> {
  const { checkout, events, figures, folder } = bench;
  const tables = join(folder, 'tables');
  await commandsOf(bench).onStore('export', '--mask', 'none', '--output', tables);
  const dice = new Dice(3);
  const eid = (): string => eidAt(dice.below(events)) ?? eid();
  const reads: readonly Read[] = [
    {
      name: 'DuckDB over Parquet ÷ ours, newest page, p50',
      limit: 100,
      ask: () => ({ filter: EVERYTHING, sql: 'true' }),
    },
    {
      name: 'DuckDB over Parquet ÷ ours, failed page, p50',
      limit: 100,
      ask: () => ({ filter: where(value('outcome', 'failed')), sql: `outcome = 'failed'` }),
    },
    {
      name: 'DuckDB over Parquet ÷ ours, 30 hits, whole EID, p50',
      limit: 30,
      ask() {
        const whole = eid();
        return { filter: where(value('eid', `=${whole}`)), sql: `eid = '${whole}'` };
      },
    },
    {
      name: 'DuckDB over Parquet ÷ ours, 30 hits, 8 digits, p50',
      limit: 30,
      ask() {
        const digits = eid().slice(16, 24);
        return { filter: where(value('eid', digits)), sql: `eid LIKE '%${digits}%'` };
      },
    },
  ];
  const reader = await checkout.openEvents(storePath(folder));
  const duckdb = await DuckDBInstance.create();
  const connection = await duckdb.connect();
  try {
    for (const { name, limit, ask } of reads) {
      const ours = await medianMs(OUR_SAMPLES, () => readPageRows(reader, ask().filter, null, limit));
      const theirs = await medianMs(SAMPLES, async () => {
        const query = `SELECT * FROM '${tables}/events.parquet' WHERE ${ask().sql} ORDER BY seq DESC LIMIT ${limit}`;
        return (await connection.runAndReadAll(query)).getRows().length;
      });
      record(figures, name, theirs / ours, `${theirs.toFixed(0)} and ${ours.toFixed(1)} ms`);
    }
  } finally {
    connection.closeSync();
    duckdb.closeSync();
    await reader.close();
  }
}

/** @param read returns the number of rows */
async function medianMs(samples: number, read: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < samples; turn += 1) {
    const start = performance.now();
    if ((await read()) === 0) throw new Error('a read of stored values found nothing');
    times.push(performance.now() - start);
  }
  return percentile(times, 50);
}
