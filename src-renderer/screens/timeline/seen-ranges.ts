/** Converts seq numbers to ranges without holes, because an event between two of them must not be marked. Pure. */
import type { SeqRanges } from '../../../src-shared/api/timeline.ts';

export function rangesOf(seqs: readonly number[]): SeqRanges {
  const ranges: { first: number; last: number }[] = [];
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && seq <= last.last + 1) last.last = seq;
    else ranges.push({ first: seq, last: seq });
  }
  return ranges;
}
