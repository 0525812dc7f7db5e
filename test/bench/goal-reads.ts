/** Measures reads of the store that `collect` filled, and the same search with `rg` over the same texts. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { Dice } from './dice.ts';
import { median, percentile } from './figures.ts';
import { eidAt, eventsOfEid, generatedEvents } from './generated-events.ts';
import type { Bench } from './goal-ingest.ts';
import { record } from './goals.ts';
import { storePath } from './product-process.ts';
import { readCount, readFacets, readGroups, readPageRows, value, where } from './read-classes.ts';
import { EVERYTHING } from '../../src-shared/domain/filter/filter.ts';

const SAMPLES = 60;
const HITS = 30;
const SEARCHES = 3;
const COUNTS = 40;

/** Measures counts of digits that nearly every block of events contains. */
export async function textCounts({ checkout, figures, events, folder }: Bench): Promise<void> {
  const reader = await checkout.openEvents(storePath(folder));
  const dice = new Dice(2);
  const times: number[] = [];
  for (let turn = 0; turn < COUNTS; turn += 1) {
    const digits = tailWithZeros(dice, events);
    const start = performance.now();
    await readCount(reader, where({ kind: 'text', values: [digits], negated: false }));
    times.push(performance.now() - start);
  }
  await reader.close();
  const aside = `p50 ${percentile(times, 50).toFixed(1)}; n ${COUNTS}`;
  record(figures, 'text count of 8 digits with 0000, p95', percentile(times, 95), aside);
}

/** The running number of an early eUICC begins with zeros. */
function tailWithZeros(dice: Dice, events: number): string {
  const tail = eidAt(dice.below(events))?.slice(-8);
  return tail?.startsWith('0000') === true ? tail : tailWithZeros(dice, events);
}

export async function reads({ checkout, figures, events, folder }: Bench): Promise<void> {
  const reader = await checkout.openEvents(storePath(folder));
  const dice = new Dice(1);
  const eid = (): string => eidAt(dice.below(events)) ?? eid();
  const times = async (read: () => Promise<number>) => {
    const taken: number[] = [];
    for (let turn = 0; turn < SAMPLES; turn += 1) {
      const start = performance.now();
      const found = await read();
      taken.push(performance.now() - start);
      if (found === 0) throw new Error('a read of stored values found nothing');
    }
    return taken;
  };
  const hits = (piece: () => string) => times(() => readPageRows(reader, where(value('eid', piece())), null, HITS));
  const aside = (taken: readonly number[]) =>
    `p50 ${percentile(taken, 50).toFixed(1)}, p95 ${percentile(taken, 95).toFixed(1)} ms; n ${SAMPLES}`;
  const facets = await times(() => readFacets(reader, EVERYTHING));
  record(figures, 'all facets, p50', percentile(facets, 50), aside(facets));
  const groups = await times(() => readGroups(reader, EVERYTHING, ['country', 'code'], null));
  record(figures, 'groups country × code, p50', percentile(groups, 50), aside(groups));
  /** Takes digits after the prefix that all identifiers of an issuer share. */
  const part = (length: number) => () => {
    const whole = eid();
    const from = 14 + dice.below(whole.length - 14 - length);
    return whole.slice(from, from + length);
  };
  const known = eid();
  const counted = await readCount(reader, where(value('eid', `=${known}`)));
  if (counted !== eventsOfEid(known, events)) throw new Error(`${counted} events of ${known} were found`);
  const whole = await hits(() => `=${eid()}`);
  record(figures, '30 hits, whole EID, p95', percentile(whole, 95), aside(whole));
  const eight = await hits(part(8));
  record(figures, '30 hits, 8 digits, p95', percentile(eight, 95), aside(eight));
  const withZeros = await hits(() => tailWithZeros(dice, events));
  record(figures, '30 hits, 8 digits with 0000, p95', percentile(withZeros, 95), aside(withZeros));
  for (const length of [6, 4] as const) {
    const taken = await hits(part(length));
    record(figures, `30 hits, ${length} digits, p95`, percentile(taken, 95), aside(taken));
  }
  await reader.close();
  const lines = await writeLines(join(folder, 'events.ndjson'), events);
  const searched = median(Array.from({ length: SEARCHES }, () => timeOfSearch(eid(), lines)));
  if (Number.isNaN(searched)) {
    figures.notMeasured('`rg` ÷ ours', '`rg` is not installed');
    return;
  }
  const tool = `rg ${searched.toFixed(0)} ms`;
  record(figures, '`rg` ÷ ours, whole EID, p50', searched / percentile(whole, 50), tool);
  record(figures, '`rg` ÷ ours, 8 digits, p50', searched / percentile(eight, 50), tool);
}

async function writeLines(path: string, events: number): Promise<string> {
  const file = createWriteStream(path);
  for (const event of generatedEvents(0, events)) if (!file.write(`${event.data}\n`)) await once(file, 'drain');
  await new Promise<void>((resolve) => file.end(resolve));
  return path;
}

/** @returns ms; NaN if `rg` is not installed */
function timeOfSearch(text: string, path: string): number {
  const start = performance.now();
  const args = ['--fixed-strings', '--ignore-case', '--count', '--no-config', text, path];
  const { error } = spawnSync('rg', args, { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } });
  return error === undefined ? performance.now() - start : Number.NaN;
}
