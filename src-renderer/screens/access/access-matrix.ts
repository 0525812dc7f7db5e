/** A row per resource, a column for each of the most frequent names, and the other names in one list. Pure. */
import type { AccessReport } from '../../../src-shared/api/access.ts';

type Resource = AccessReport['resources'][number];

export interface MatrixRow {
  readonly resource: string;
  readonly granted: readonly boolean[];
  /** Permissions without a column; null if the entry is not a list of names. */
  readonly others: readonly string[] | null;
}

const MAX_COLUMNS = 5;

/** Returns the most frequent names first; names with equal counts keep the order of the response. */
export function mostFrequentNames(resources: readonly Resource[]): string[] {
  const counts = new Map<string, number>();
  for (const { permissions } of resources)
    for (const name of new Set(permissions ?? [])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_COLUMNS)
    .map(([name]) => name);
}

export function matrixRow({ resource, permissions }: Resource, columns: readonly string[]): MatrixRow {
  const names = new Set(permissions ?? []);
  return {
    resource,
    granted: columns.map((column) => names.has(column)),
    others: permissions === null ? null : [...names].filter((name) => !columns.includes(name)),
  };
}

export function matchingResources(resources: readonly Resource[], text: string): readonly Resource[] {
  const query = text.trim().toLowerCase();
  if (query === '') return resources;
  return resources.filter(({ resource, permissions }) =>
    [resource, ...(permissions ?? [])].some((name) => name.toLowerCase().includes(query)),
  );
}

/** Returns the first `maxResources` resources, preceded by the one being checked if it is not among them. */
export function drawnResources(
  resources: readonly Resource[],
  maxResources: number,
  resourceName: string,
): readonly Resource[] {
  if (resources.length <= maxResources) return resources;
  const first = resources.slice(0, maxResources);
  const isThere = first.some(({ resource }) => resource === resourceName);
  const further = isThere ? undefined : resources.find(({ resource }) => resource === resourceName);
  return further === undefined ? first : [further, ...first];
}
