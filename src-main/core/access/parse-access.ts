/**
 * Parses a token-permissions response: `docs/service.md` §2.3. A field without the documented shape is read as empty
 * and listed in `undocumented`, so that nothing counts as granted by mistake.
 */
import * as z from 'zod';
import type { AccessReport } from '../../../src-shared/api/access.ts';

const objectSchema = z.custom<Readonly<Record<string, unknown>>>(
  // Not a zod record: zod drops a property named "__proto__", and a resource may have any name.
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const namesSchema = z.array(z.string());
const DOCUMENTED = new Set(['domainId', 'roles', 'accessRights', 'solutions', 'permissions']);

/** Enough for ten thousand resources. The request itself limits the size of the response. */
const MAX_RAW_LENGTH = 1_000_000;

export type ParsedAccess = Omit<AccessReport, 'checkedAt' | 'keptUntil' | 'endsAt'>;

/** Returns null if the text is not such a response. That does not mean that the token has no rights. */
export function parseAccess(text: string): ParsedAccess | null {
  const response = jsonObject(text);
  if (response === null || !Object.keys(response).some((name) => DOCUMENTED.has(name))) return null;

  const odd: string[] = [];
  const read = <T>(name: string, schema: z.ZodType<T>, empty: T): T => {
    if (!Object.hasOwn(response, name)) return empty;
    const { success, data } = schema.safeParse(response[name]);
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
    undocumented: Object.keys(response).filter((name) => !DOCUMENTED.has(name) || odd.includes(name)),
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
