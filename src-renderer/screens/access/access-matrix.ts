/**
 * Computes the permission table: a row per resource, a column for each of the most frequent names, and the other names
 * in one list.
 */
import type { AccessReport } from '../../../src-shared/api/access.ts';

type Resource = AccessReport['resources'][number];

export interface MatrixRow {
  readonly resource: string;
  /** True for each column whose permission is granted. */
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

/** Returns the resources whose name or permission names contain the text; all if the text is empty. */
export function matchingResources(resources: readonly Resource[], text: string): readonly Resource[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return resources;
  return resources.filter(({ resource, permissions }) =>
    [resource, ...(permissions ?? [])].some((name) => name.toLowerCase().includes(wanted)),
  );
}

/** Returns the first `most` resources, preceded by the one being checked if it is not among them. */
export function drawnResources(resources: readonly Resource[], most: number, asked: string): readonly Resource[] {
  if (resources.length <= most) return resources;
  const first = resources.slice(0, most);
  const isThere = first.some(({ resource }) => resource === asked);
  const further = isThere ? undefined : resources.find(({ resource }) => resource === asked);
  return further === undefined ? first : [further, ...first];
}
