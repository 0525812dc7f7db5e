/**
 * Chooses by chance whom something happens to. It looks at a part of a large fleet only, so that no choice takes long, and
 * comes to an end where nobody fits.
 */
import type { Fleet } from '../fleet/fleet.ts';
import type { Random } from '../random.ts';
import type { ServiceModel } from './service-model.ts';

const PROBES = 64;
/** Who is rarer than one in so many may not be found. */
const MAX_SCANNED_ROWS = 20_000;

/** Rows from a place by chance on, around the end of the fleet, each once. */
export function* rowsFromRandomStart({ size }: Fleet, random: Random, maxRows = MAX_SCANNED_ROWS): Generator<number> {
  if (size === 0) return;
  const first = random.integer(0, size - 1);
  for (let place = 0; place < Math.min(size, maxRows); place++) yield (first + place) % size;
}

/** Somebody who fits and is met by chance, or `null`, which need not mean that there is nobody. */
function probeRow(fleet: Fleet, random: Random, fits: (row: number) => boolean): number | null {
  if (fleet.size === 0) return null;
  for (let probe = 0; probe < PROBES; probe++) {
    const row = random.integer(0, fleet.size - 1);
    if (fits(row)) return row;
  }
  return null;
}

/** Somebody who fits, or `null`. */
export function randomRow(fleet: Fleet, random: Random, fits: (row: number) => boolean): number | null {
  const met = probeRow(fleet, random, fits);
  if (met !== null) return met;
  for (const row of rowsFromRandomStart(fleet, random)) if (fits(row)) return row;
  return null;
}

/** An eUICC that can be localized now, or `null`; rather one that is wanted, but it is not looked for long. */
export function randomLocalizableRow(
  world: ServiceModel,
  random: Random,
  isWanted: (row: number) => boolean = () => true,
): number | null {
  const fits = (row: number) => world.localizationObstacle(row) === null;
  return probeRow(world.fleet, random, (row) => isWanted(row) && fits(row)) ?? randomRow(world.fleet, random, fits);
}
