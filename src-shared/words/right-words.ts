/** Decides like an API (`permission.ts`). Names come from outside: the caller makes them safe to show. */
import type { AccessReport } from '../api/access.ts';
import type { TokenRights } from '../domain/profile/page-rule.ts';
import { type PermissionQuery, missingRights } from '../domain/profile/permission.ts';

export interface PermissionResult {
  readonly kind: 'yes' | 'no';
  readonly words: string;
}

export function checkPermission(report: AccessReport, query: PermissionQuery): PermissionResult {
  const { resource, permission } = query;
  const missing = missingRights(tokenRights(report), { resource, permissions: [permission] });
  return missing.length === 0
    ? { kind: 'yes', words: 'listed for the resource itself' }
    : { kind: 'no', words: whyNot(report, query) };
}

/** Reads the report like the authorizer and the page rules do: an entry that is not a list of names grants nothing. */
export function tokenRights({ resources, solutions, roles, accessRights }: AccessReport): TokenRights {
  return {
    // `fromEntries` creates an own property for every resource, even for one named `__proto__`.
    permissions: Object.fromEntries(resources.map(({ resource, permissions }) => [resource, permissions])),
    solutions,
    roles,
    accessRights,
  };
}

function whyNot({ resources }: AccessReport, { resource, permission }: PermissionQuery): string {
  const entry = resources.find((each) => each.resource === resource);
  if (entry === undefined) {
    const names = resources.map((each) => each.resource);
    return `the answer has no resource with this name${alike(names, resource)}`;
  }
  if (entry.permissions === null) return 'its entry in the answer is not a list of names';
  return `not listed for this resource${alike(entry.permissions, permission)}`;
}

function alike(names: readonly string[], name: string): string {
  const meant = names.find((each) => each.toLowerCase() === name.toLowerCase());
  return meant === undefined ? '' : `; “${meant}” is listed, but names must match exactly`;
}
