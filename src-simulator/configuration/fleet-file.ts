import type { GivenRow } from '../fleet/given-rows.ts';
import { CsvMistake, readCsv } from './csv.ts';
import { configurationMistake } from './mistakes.ts';
import { fleetMistakes, formMistakes, type LocatedRow, rowsOfCsv } from './row-checks.ts';
import { readText } from './text-file.ts';

interface FleetContext {
  readonly domainId: string;
  readonly domains: readonly string[];
  /** UTC epoch ms. No subscription may have a later change. */
  readonly startsAt: number;
  /** Path of the configuration file, and the index of the domain in it. */
  readonly path: string;
  readonly domainIndex: number;
  readonly resolvePath: (name: string) => string;
}

/** @throws ConfigurationMistake */
export function readRows(given: string | readonly GivenRow[], context: FleetContext): GivenRow[] {
  const { path, domainIndex, resolvePath } = context;
  const file = typeof given === 'string' ? resolvePath(given) : path;
  const rows =
    typeof given === 'string'
      ? readFleetCsv(file)
      : given.map((row, position) => ({ location: `domains[${domainIndex}].rows[${position}]`, row }));
  const mistakes = fleetMistakes(rows, context);
  if (mistakes.length > 0) throw configurationMistake(file, mistakes);
  return rows.map(({ row }) => row);
}

function readFleetCsv(file: string): LocatedRow[] {
  const rows = rowsOfCsv(csvLines(file));
  const mistakes = rows.flatMap((row) => (typeof row === 'string' ? [row] : formMistakes(row)));
  if (mistakes.length > 0) throw configurationMistake(file, mistakes);
  const placed = rows.filter((row) => typeof row !== 'string');
  if (placed.length === 0) throw configurationMistake(file, ['there are no subscriptions below the first line']);
  return placed;
}

function csvLines(file: string): ReturnType<typeof readCsv> {
  try {
    return readCsv(readText(file));
  } catch (error) {
    if (error instanceof CsvMistake) throw configurationMistake(file, [error.message]);
    throw error;
  }
}
