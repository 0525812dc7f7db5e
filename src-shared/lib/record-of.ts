export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  const record: Partial<Record<Key, Value>> = {};
  for (const key of keys) record[key] = valueOf(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key has a value now
  return record as Record<Key, Value>;
}
