/**
 * The rule by which an API decides on a request from the rights of its token: `service-spec.md` "2. Get permissions
 * of an access token", rules for consumers 1 and 2. An authorizer reads the entry of its own resource and no other.
 * It never guesses: what is not there, or has not the documented shape, is not granted.
 */

/** The part of a token-permissions answer that decides; not trusted to have its documented shape. */
export interface GrantedRights {
  /** Property name: a resource. Value: the names of the permissions on it. */
  readonly permissions: Readonly<Record<string, unknown>>;
  /** Solutions the user may access. */
  readonly solutions: readonly string[];
}

/** What one endpoint asks for. */
export interface RequiredRights {
  readonly resource: string;
  /** All of these; at least one, since a requirement of nothing would let everybody in. */
  readonly permissions: readonly [string, ...string[]];
  /** Asked for on top of the permissions (rule 2). */
  readonly solution?: string;
}

/** What is required but not granted, as `resource:permission` and `solution:name`; empty where the request may pass. */
export function missingRights(granted: GrantedRights, required: RequiredRights): string[] {
  // Own properties only: a resource named "constructor" or "__proto__" must not find something on the prototype.
  const entry = Object.hasOwn(granted.permissions, required.resource)
    ? granted.permissions[required.resource]
    : undefined;
  const held: readonly unknown[] = Array.isArray(entry) ? entry : [];
  const missing = required.permissions
    .filter((permission) => !held.includes(permission))
    .map((permission) => `${required.resource}:${permission}`);
  if (required.solution !== undefined && !granted.solutions.includes(required.solution))
    missing.push(`solution:${required.solution}`);
  return missing;
}

/** One permission on one resource, as a person asks for it. */
export interface PermissionQuery {
  readonly resource: string;
  readonly permission: string;
}

/** `users:READ`. A resource may hold colons; those of the permission are written `%3A`, and `%` as `%25`. */
export function printPermission({ resource, permission }: PermissionQuery): string {
  return `${resource}:${permission.replace(/[%:]/g, (sign) => (sign === '%' ? '%25' : '%3A'))}`;
}

/** What `printPermission` has written; either part may be empty. A text without a colon names a resource. */
export function parsePermission(text: string): PermissionQuery {
  const at = text.lastIndexOf(':');
  if (at === -1) return { resource: text, permission: '' };
  const permission = text.slice(at + 1).replace(/%(25|3a)/gi, (_, code) => (code === '25' ? '%' : ':'));
  return { resource: text.slice(0, at), permission };
}
