/** Measures reads of a filled store through its threads. */
import { createHash } from 'node:crypto';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { Dice } from './dice.ts';
import { atMost, type Figures, percentile } from './figures.ts';
import type { FilledStore } from './filled-store.ts';
import { benchIndexing } from './indexing.ts';
import { NEWEST_PAGE, NOTHING, type ReadClass, readClasses } from './read-classes.ts';
import { searchedTexts, textClasses } from './text-classes.ts';

const WARM_UP = 10;
const SAMPLES = 100;
/** A class that takes longer gets fewer samples. */
const MAX_SAMPLING_MS = 20_000;
const TEXT_SAMPLES = 3;

interface Read {
  readonly p50: number;
  readonly p95: number;
}

export async function benchReads(figures: Figures, filled: FilledStore): Promise<void> {
  figures.topic('Reads: the port through its thread, pages of 100', ['store', 'decoder']);
  // Reopens the store, so that readers start with empty caches.
  await filled.close();
  await filled.open();
  const { reader } = filled.store;
  const start = performance.now();
  await reader.extent();
  figures.measured('first answer of a thread that starts', performance.now() - start, 'ms');
  const reads = new Map<string, Read>();
  for (const readClass of readClasses(filled))
    reads.set(readClass.name, await measureAndReport(figures, reader, readClass));
  const p50 = (name: string) => reads.get(name)?.p50 ?? Number.NaN;
  figures.measured('a filter that nothing matches ÷ newest page, p50', p50(NOTHING) / p50(NEWEST_PAGE), '', atMost(1));
  figures.topic('Texts without a search index: each is looked through', ['store']);
  for (const readClass of searchedTexts(filled)) await measureAndReport(figures, reader, readClass);
  await benchIndexing(figures, filled);
  figures.topic('Texts with the search index; identifiers: lists of 30', ['search']);
  for (const readClass of textClasses(filled)) await measureAndReport(figures, reader, readClass);
}

async function measureAndReport(figures: Figures, reader: EventReader, readClass: ReadClass): Promise<Read> {
  const { times, first, found } = await measure(reader, readClass);
  const read = { p50: percentile(times, 50), p95: percentile(times, 95) };
  const longestMs = Math.max(...times).toFixed(1);
  const aside = `p50 ${read.p50.toFixed(2)}, longest ${longestMs}, first ${first.toFixed(1)}; found ${found}; n ${times.length}`;
  const isText = readClass.kind === 'text';
  const goal = readClass.maxMs === undefined ? 15 : readClass.maxMs;
  if (isText) figures.measured(`${readClass.name}, p50`, read.p50, 'ms', null, aside);
  else figures.measured(`${readClass.name}, p95`, read.p95, 'ms', goal === null ? null : atMost(goal), aside);
  return read;
}

async function measure(reader: EventReader, readClass: ReadClass) {
  // The same values in every run, but different ones for each class.
  const dice = new Dice(createHash('sha1').update(readClass.name).digest().readUInt32LE());
  const once = async () => {
    const start = performance.now();
    const found = await readClass.read(reader, dice);
    if (readClass.found !== undefined && found !== readClass.found)
      throw new Error(`${readClass.name}: found ${found}, and there are ${readClass.found}`);
    return { ms: performance.now() - start, found };
  };
  const first = await once();
  const isText = readClass.kind === 'text';
  if (!isText) for (let turn = 0; turn < WARM_UP; turn += 1) await once();
  const times: number[] = [];
  const until = performance.now() + MAX_SAMPLING_MS;
  while (times.length < (isText ? TEXT_SAMPLES : SAMPLES) && (performance.now() < until || times.length === 0))
    times.push((await once()).ms);
  return { times, first: first.ms, found: first.found };
}
