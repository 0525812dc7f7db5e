/** Reads untrusted JSON field by field: each field is `unknown` until it is checked. */

/** Returns the own fields of an object, or no fields for a list or any other value. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
