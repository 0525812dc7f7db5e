/** `docs/service.md` §2.4. Only the entry of the resource counts. A right of another shape is not granted. */

/** Part of a token-permissions response that decides; its shape may differ from the documented one. */
export interface GrantedRights {
  readonly permissions: Readonly<Record<string, unknown>>;
  readonly solutions: readonly string[];
}

export interface RequiredRights {
  readonly resource: string;
  /** All of these are required; at least one, because an empty requirement would let every user in. */
  readonly permissions: readonly [string, ...string[]];
  /** Required in addition to the permissions (§2.4). */
  readonly solution?: string;
}

/** Returns `resource:permission` and `solution:name`; empty if the request is allowed. */
export function missingRights(granted: GrantedRights, required: RequiredRights): string[] {
  // Only own properties: a resource named "constructor" or "__proto__" must not find something on the prototype.
  const entry = Object.hasOwn(granted.permissions, required.resource)
    ? granted.permissions[required.resource]
    : undefined;
  const grantedPermissions: readonly unknown[] = Array.isArray(entry) ? entry : [];
  const missing = required.permissions
    .filter((permission) => !grantedPermissions.includes(permission))
    .map((permission) => `${required.resource}:${permission}`);
  if (required.solution !== undefined && !granted.solutions.includes(required.solution))
    missing.push(`solution:${required.solution}`);
  return missing;
}

export interface PermissionQuery {
  readonly resource: string;
  readonly permission: string;
}

/** `users:READ`. In the permission a colon is written `%3A`, and `%` is written `%25`. */
export function printPermission({ resource, permission }: PermissionQuery): string {
  return `${resource}:${permission.replace(/[%:]/g, (sign) => (sign === '%' ? '%25' : '%3A'))}`;
}

/** Parses the output of `printPermission`; either part may be empty. A text without a colon is a resource. */
export function parsePermission(text: string): PermissionQuery {
  const at = text.lastIndexOf(':');
  if (at === -1) return { resource: text, permission: '' };
  const permission = text.slice(at + 1).replace(/%(25|3a)/gi, (_, code) => (code === '25' ? '%' : ':'));
  return { resource: text.slice(0, at), permission };
}
