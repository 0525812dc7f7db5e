/** What somebody else wrote as JSON, field by field: each is `unknown` until it was looked at. */

/** The own fields of an object; of a list and of anything else none. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
