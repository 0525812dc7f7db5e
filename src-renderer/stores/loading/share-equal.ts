/**
 * Returns `next` with each part replaced by the equal part of `before`: the backend sends complete states as new
 * objects; components that show an equal part must not render again. `next` is JSON.
 */
export function shareEqual<T>(before: T | null, next: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- equal to `next`, part by part
  return shared(before, next) as T;
}

function shared(before: unknown, next: unknown): unknown {
  if (Object.is(before, next) || typeof before !== 'object' || typeof next !== 'object') return next;
  if (before === null || next === null) return next;
  if (Array.isArray(before) && Array.isArray(next)) {
    const parts = next.map((part, at) => shared(before[at], part));
    return parts.length === before.length && parts.every((part, at) => Object.is(part, before[at])) ? before : parts;
  }
  if (Array.isArray(before) || Array.isArray(next)) return next;
  const known = new Map<string, unknown>(Object.entries(before));
  const parts = Object.entries(next).map(([name, part]) => [name, shared(known.get(name), part)] as const);
  const isEqual =
    parts.length === known.size && parts.every(([name, part]) => known.has(name) && Object.is(part, known.get(name)));
  return isEqual ? before : Object.fromEntries(parts);
}
