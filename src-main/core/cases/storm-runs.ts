import { STORM } from '../../../src-shared/api/cases.ts';

/** Indexes, both inclusive. */
export interface StormRun {
  readonly first: number;
  last: number;
}

/** Runs in which at least `STORM.cases` times lie within `STORM.ms`. @param times oldest first, one for each case */
export function stormRuns(times: readonly number[]): StormRun[] {
  const runs: StormRun[] = [];
  for (const [last, at] of times.entries()) {
    const first = last - STORM.cases + 1;
    const begin = times[first];
    if (begin === undefined || at - begin > STORM.ms) continue;
    const before = runs.at(-1);
    if (before !== undefined && first <= before.last) before.last = last;
    else runs.push({ first, last });
  }
  return runs;
}
