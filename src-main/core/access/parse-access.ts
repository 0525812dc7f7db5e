/**
 * Reads a token-permissions answer: `service-spec.md` "Token permissions response". It is trusted to be one JSON object
 * and nothing more: what has not the documented shape is read as empty and named, since what is not there is not granted.
 */
import * as z from 'zod';
import type { AccessReport } from '../../../src-shared/api/access.ts';

const objectSchema = z.custom<Readonly<Record<string, unknown>>>(
  // No schema of zod's own: it drops a property that is called "__proto__", and a resource may be called anything.
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const namesSchema = z.array(z.string());
const DOCUMENTED = new Set(['domainId', 'roles', 'accessRights', 'solutions', 'permissions']);

/** Enough for ten thousand resources. What the service says is bounded by the request. */
const MAX_RAW_LENGTH = 1_000_000;

export type ParsedAccess = Omit<AccessReport, 'checkedAt' | 'keptUntil' | 'endsAt'>;

/** `null`: it is no such answer at all, which says nothing about what the token may do. */
export function parseAccess(text: string): ParsedAccess | null {
  const answer = jsonObject(text);
  if (answer === null || !Object.keys(answer).some((name) => DOCUMENTED.has(name))) return null;

  const odd: string[] = [];
  const read = <T>(name: string, schema: z.ZodType<T>, empty: T): T => {
    if (!Object.hasOwn(answer, name)) return empty;
    const { success, data } = schema.safeParse(answer[name]);
    if (!success) odd.push(name);
    return success ? data : empty;
  };
  const permissions = read('permissions', objectSchema, {});
  return {
    domainId: read<string | null>('domainId', z.string(), null),
    roles: read('roles', namesSchema, []),
    accessRights: read('accessRights', namesSchema, []),
    solutions: read('solutions', namesSchema, []),
    resources: Object.entries(permissions).map(([resource, entry]) => ({
      resource,
      permissions: namesSchema.safeParse(entry).data ?? null,
    })),
    undocumented: Object.keys(answer).filter((name) => !DOCUMENTED.has(name) || odd.includes(name)),
    raw: text.slice(0, MAX_RAW_LENGTH).toWellFormed(),
  };
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return objectSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
