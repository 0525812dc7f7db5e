/** Permissions as a table: a row for each resource, a column for each of the commonest names, the rest beside them. */
import type { AccessReport } from '../../../src-shared/api/access.ts';

type Resource = AccessReport['resources'][number];

export interface MatrixRow {
  readonly resource: string;
  /** For each column, whether it is granted. */
  readonly granted: readonly boolean[];
  /** Those that have no column. `null`: the entry is no list of names. */
  readonly others: readonly string[] | null;
}

/** More names than this have no column of their own. */
const MAX_COLUMNS = 5;

/** The commonest first; of equals, the one that comes first in the answer. */
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

/** Those whose own name, or a permission's, holds the text; all of them where there is none. */
export function matchingResources(resources: readonly Resource[], text: string): readonly Resource[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return resources;
  return resources.filter(({ resource, permissions }) =>
    [resource, ...(permissions ?? [])].some((name) => name.toLowerCase().includes(wanted)),
  );
}

/** The first of them; and the one that is asked about, wherever it stands. */
export function drawnResources(resources: readonly Resource[], most: number, asked: string): readonly Resource[] {
  if (resources.length <= most) return resources;
  const first = resources.slice(0, most);
  const isThere = first.some(({ resource }) => resource === asked);
  const further = isThere ? undefined : resources.find(({ resource }) => resource === asked);
  return further === undefined ? first : [further, ...first];
}
