/** Finds the places in an output schema where a secret could leave: a field with a suspicious name, or "anything". */
import * as z from 'zod';

const secretName = /token|secret|password|passphrase|credential|verifier|authorization|api_?key|private_?key|cookie/i;
const harmless = new Set(['clientSecretFile']);

/** Returns dotted paths, with `[]` for an item and `*` for a field of any name; empty if no secret can leave. */
export function secretsIn(schema: z.core.$ZodType, path: readonly string[] = [], seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return [];
  const within = new Set(seen).add(schema);
  const search = (inner: z.core.$ZodType, ...step: string[]) => secretsIn(inner, [...path, ...step], within);
  const anything = [`${path.join('.')}: anything`];

  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) =>
      secretName.test(name) && !harmless.has(name) ? [[...path, name].join('.')] : search(field, name),
    );
    const { catchall } = schema.def;
    return catchall === undefined || catchall instanceof z.ZodNever ? fields : [...fields, ...search(catchall, '*')];
  }
  if (schema instanceof z.ZodArray) return search(schema.element, '[]');
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => search(item, '[]'));
  if (schema instanceof z.ZodRecord) return search(schema.valueType, '*');
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => search(option));
  if (schema instanceof z.ZodIntersection) return [...search(schema.def.left), ...search(schema.def.right)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) return search(schema.unwrap());
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly) return search(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch)
    return search(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return [...search(schema.def.in), ...search(schema.def.out)];
  if (schema instanceof z.ZodLazy) return search(schema.unwrap());
  // The output of a transformation is not in the schema. Its input is, and was already checked.
  if (schema instanceof z.ZodTransform) return path.length === 0 && seen.size === 0 ? anything : [];
  const isPlain = plainTypes.some((type) => schema instanceof type);
  return isPlain ? [] : anything;
}

const plainTypes = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodBigInt,
  z.ZodDate,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodTemplateLiteral,
  z.ZodNull,
  z.ZodUndefined,
  z.ZodVoid,
  z.ZodNever,
];
