/** Makes combinations as a store answers them, one for each event. */
import type { Combinations } from '../../src-shared/domain/differences/differences.ts';

/** @param events values of each event, in the order of the fields */
export function combinationsOf(events: readonly (readonly (readonly string[])[])[]): Combinations {
  const width = events[0]?.length ?? 0;
  return {
    sets: Array.from({ length: width }, (_, field) => events.map((values) => values[field] ?? [])),
    rows: Uint32Array.from({ length: width * events.length }, (_, cell) => Math.floor(cell / width)),
    counts: new Float64Array(events.length).fill(1),
  };
}
