/** Measures reads of a filled store through its threads, compared with common command line tools. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { commandEnvironment, LAUNCHER } from './collect-process.ts';
import { Dice } from './dice.ts';
import { atLeast, atMost, type Figures, median, percentile } from './figures.ts';
import type { FilledStore } from './filled-store.ts';
import { NEEDLE_WORDS, UNCOMMON_CODE } from './generated-events.ts';
import { benchIndexing } from './indexing.ts';
import { FAILED, NEWEST_PAGE, NOTHING, type ReadClass, readClasses, UNCOMMON } from './read-classes.ts';
import { digitsOf, ID_PART, COMPLETE_ID, searchedTexts, TEXT_DIGITS, TEXT_WORDS, textClasses } from './text-classes.ts';

const WARM_UP = 10;
const SAMPLES = 100;
/** A class that takes longer gets fewer samples. */
const MAX_SAMPLING_MS = 20_000;
const TEXT_SAMPLES = 3;
const COMMANDS = 7;

interface Read {
  readonly p50: number;
  readonly p95: number;
}

/** @returns percentiles by the name of the read */
export async function benchReads(figures: Figures, filled: FilledStore): Promise<ReadonlyMap<string, Read>> {
  figures.topic(`Reads: ${filled.count} events, the port through its thread, pages of 100, ms`);
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
  figures.topic(`Texts without a search index: ${filled.count} events, each is looked through, ms`);
  for (const readClass of searchedTexts(filled)) await measureAndReport(figures, reader, readClass);
  await benchIndexing(figures, filled);
  figures.topic(`Texts with the search index: ${filled.count} events, ms; identifiers: lists of 30`);
  for (const readClass of textClasses(filled))
    reads.set(readClass.name, await measureAndReport(figures, reader, readClass));
  return reads;
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

/** Measures a complete command that prints a page, compared with a Node.js that does nothing. */
export function benchCommand(figures: Figures, { directory }: FilledStore): void {
  figures.topic('`watchfloor events --limit 100`, the whole process');
  const times = { events: [] as number[], nothing: [] as number[] };
  for (let turn = 0; turn < COMMANDS; turn += 1) {
    times.nothing.push(timeOfCommand(['-e', '0']));
    times.events.push(timeOfCommand([LAUNCHER, 'events', '--data-dir', directory, '--limit', '100']));
  }
  const [events, nothing] = [median(times.events), median(times.nothing)];
  const aside = `${events.toFixed(0)} and ${nothing.toFixed(0)} ms`;
  figures.measured('events --limit 100 ÷ node -e 0', events / nothing, '', atMost(5), aside);
}

function timeOfCommand(args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', env: commandEnvironment() });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

/** Runs the same queries with `jq` and `rg` over the same texts, if they are installed. */
export function benchTools(figures: Figures, filled: FilledStore, reads: ReadonlyMap<string, Read>): void {
  figures.topic(`Tools that people have instead: ${filled.count} events in a file, one to a line`);
  const p50 = (name: string) => reads.get(name)?.p50 ?? Number.NaN;
  const jq = (filter: string) => timeOf('jq', ['-c', filter, filled.linesPath], 1);
  const failed = jq('select(.data.state == "FAILED")');
  if (failed === null) figures.notMeasured('jq ÷ ours', 'jq is not installed');
  else {
    const uncommon = jq(`select(.data | tostring | contains("${UNCOMMON_CODE}"))`) ?? Number.NaN;
    // The goal applies to a million events, because the time of jq grows with their number and that of a page does not.
    const goal = filled.count >= 1_000_000 ? atLeast(5_000) : null;
    figures.measured('jq ÷ ours, outcome failed', failed / p50(FAILED), '', goal, `jq ${failed.toFixed(0)} ms`);
    figures.measured('jq ÷ ours, 1 in 800', uncommon / p50(UNCOMMON), '', goal, `jq ${uncommon.toFixed(0)} ms`);
  }
  const needle = digitsOf(filled);
  const search = ['--fixed-strings', '--ignore-case', '--count', '--no-config', needle.slice(12, 20), filled.linesPath];
  const ripgrep = timeOf('rg', search, 3);
  const tool = ripgrep === null ? 'grep' : 'rg';
  const searched = ripgrep ?? timeOf('grep', ['--fixed-strings', '--count', needle.slice(12, 20), filled.linesPath], 3);
  if (searched === null) figures.notMeasured('rg ÷ ours, identifiers', 'rg is not installed');
  else
    for (const name of [COMPLETE_ID, ID_PART]) {
      const ours = reads.get(name);
      const isGoal = tool === 'rg' && filled.count >= 1_000_000;
      const result = `${tool} ${searched.toFixed(0)} ms`;
      figures.measured(`${name}: ${tool} ÷ ours, p50`, searched / p50(name), '', isGoal ? atLeast(100) : null, result);
      figures.measured(
        `${name}: ${tool} ÷ ours, p95`,
        searched / (ours?.p95 ?? Number.NaN),
        '',
        isGoal ? atLeast(10) : null,
        result,
      );
    }
  const parsed = jq(`select(.data | tostring | contains("${needle}"))`);
  if (parsed !== null)
    figures.measured('jq ÷ ours, a whole EID', parsed / p50(COMPLETE_ID), '', null, `jq ${parsed.toFixed(0)} ms`);
  for (const [name, words] of [
    [TEXT_DIGITS, needle],
    [TEXT_WORDS, NEEDLE_WORDS],
  ] as const) {
    const rg = timeOf('rg', ['--fixed-strings', '--ignore-case', '--count', '--no-config', words, filled.linesPath], 3);
    if (rg !== null) figures.measured(`${name}: ours ÷ rg`, p50(name) / rg, '', atMost(3), `rg ${rg.toFixed(0)} ms`);
    else {
      figures.notMeasured(`${name}: ours ÷ rg`, 'rg is not installed');
      const grep = timeOf('grep', ['--fixed-strings', '--count', words, filled.linesPath], 3);
      if (grep !== null)
        figures.measured(
          `${name}: ours ÷ grep`,
          p50(name) / grep,
          '',
          null,
          `grep ${grep.toFixed(0)} ms, in this very case`,
        );
    }
  }
}

function timeOf(tool: string, args: readonly string[], times: number): number | null {
  const durations: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const start = performance.now();
    const { error } = spawnSync(tool, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, LC_ALL: 'C' },
    });
    if (error !== undefined) return null;
    durations.push(performance.now() - start);
  }
  return median(durations);
}
