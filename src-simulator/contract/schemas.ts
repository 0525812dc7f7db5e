/** Parts that several schemas share, in JSON Schema 2020-12 for OpenAPI 3.1 and AsyncAPI 3. */
import * as z from 'zod';
import type { JsonObject } from './marks.ts';

export const text = { type: 'string' } as const;
export const count = { type: 'integer', minimum: 0 } as const;

/** `docs/service.md` §1.2: ISO 8601 UTC with milliseconds. */
export const instant = {
  type: 'string',
  format: 'date-time',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
  description: 'ISO 8601 UTC with milliseconds.',
  examples: ['2026-03-01T08:30:00.000Z'],
} as const;

export const listOf = (items: JsonObject, rest: JsonObject = {}) => ({ type: 'array', items, ...rest });

export function objectOf(
  properties: Readonly<Record<string, JsonObject>>,
  { optional = [], ...rest }: JsonObject & { readonly optional?: readonly string[] } = {},
): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...rest };
}

export const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Without `$schema`, which the complete file sets. `io`: the side of defaults and transforms. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, $defs: _recursive, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object stays one
  return withoutRecursion(rest) as JsonObject;
}

/** A reference to definitions would not resolve in the complete file. Only the schema for any JSON refers to itself. */
function withoutRecursion(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRecursion);
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) return { description: 'Any JSON.' };
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withoutRecursion(value)]));
}
