/**
 * "Can this token …?", answered from what the service said and by the rule by which an API decides (`permission.ts`), for
 * page and command line. Names are from outside: whoever shows them makes them safe to show.
 */
import type { AccessReport } from '../api/access.ts';
import type { TokenRights } from '../domain/page-rule.ts';
import { type PermissionQuery, missingRights } from '../domain/permission.ts';

export interface PermissionAnswer {
  readonly kind: 'yes' | 'no';
  /** Why, without a sentence's capital and stop. */
  readonly words: string;
}

export function answerPermission(report: AccessReport, asked: PermissionQuery): PermissionAnswer {
  const { resource, permission } = asked;
  const missing = missingRights(tokenRights(report), { resource, permissions: [permission] });
  return missing.length === 0
    ? { kind: 'yes', words: 'listed under the resource itself' }
    : { kind: 'no', words: whyNot(report, asked) };
}

/** As authorizer and page rules read an answer: an entry that is no list of names grants nothing. */
export function tokenRights({ resources, solutions, roles, accessRights }: AccessReport): TokenRights {
  return {
    // Its own property each, whatever the resource is called.
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
    return `the answer has no resource of this name${alike(names, resource)}`;
  }
  if (entry.permissions === null) return 'its entry in the answer is no list of names';
  return `not listed under this resource${alike(entry.permissions, permission)}`;
}

/** The same but for upper and lower case. */
function alike(names: readonly string[], name: string): string {
  const meant = names.find((each) => each.toLowerCase() === name.toLowerCase());
  return meant === undefined ? '' : `; “${meant}” is there, and names are compared exactly`;
}
