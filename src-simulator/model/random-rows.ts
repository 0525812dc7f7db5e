/** Examines only a part of a large fleet, so that each pick is fast and ends even if no row fits. */
import type { Fleet } from '../fleet/fleet.ts';
import type { Random } from '../random.ts';
import type { ServiceModel } from './service-model.ts';

const PROBES = 64;
/** Limit of examined rows. Rarer rows may not be found. */
const MAX_SCANNED_ROWS = 20_000;

export function* rowsFromRandomStart({ size }: Fleet, random: Random, maxRows = MAX_SCANNED_ROWS): Generator<number> {
  if (size === 0) return;
  const first = random.integer(0, size - 1);
  for (let offset = 0; offset < Math.min(size, maxRows); offset++) yield (first + offset) % size;
}

/** Returns a random row that fits, or null after some tries; null does not prove that there is none. */
function probeRow(fleet: Fleet, random: Random, fits: (row: number) => boolean): number | null {
  if (fleet.size === 0) return null;
  for (let probe = 0; probe < PROBES; probe++) {
    const row = random.integer(0, fleet.size - 1);
    if (fits(row)) return row;
  }
  return null;
}

export function randomRow(fleet: Fleet, random: Random, fits: (row: number) => boolean): number | null {
  const probed = probeRow(fleet, random, fits);
  if (probed !== null) return probed;
  for (const row of rowsFromRandomStart(fleet, random)) if (fits(row)) return row;
  return null;
}

/** Null if there is none. Prefers a wanted one, but only for a limited number of tries. */
export function randomLocalizableRow(
  model: ServiceModel,
  random: Random,
  accepts: (row: number) => boolean = () => true,
): number | null {
  const fits = (row: number) => model.localizationObstacle(row) === null;
  return probeRow(model.fleet, random, (row) => accepts(row) && fits(row)) ?? randomRow(model.fleet, random, fits);
}
