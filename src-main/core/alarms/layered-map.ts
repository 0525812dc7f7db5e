/**
 * Names that were met, each with what is known of it. One with another name is another value, and the one before stays as it
 * was: layers that double in size are shared, so that tens of thousands of names need not be copied for each event.
 */
export interface LayeredMap<Value> {
  /** Largest first; a later one has the newer value. */
  readonly layers: readonly ReadonlyMap<string, Value>[];
  /** Distinct names. */
  readonly size: number;
}

export const EMPTY_LAYERED_MAP: LayeredMap<never> = { layers: [], size: 0 };

export function layeredValue<Value>({ layers }: LayeredMap<Value>, name: string): Value | undefined {
  for (let index = layers.length - 1; index >= 0; index -= 1) {
    const value = layers[index]?.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function withLayeredEntry<Value>(counted: LayeredMap<Value>, name: string, value: Value): LayeredMap<Value> {
  const size = layeredValue(counted, name) === undefined ? counted.size + 1 : counted.size;
  const layers = [...counted.layers];
  let last: ReadonlyMap<string, Value> = new Map([[name, value]]);
  for (let before = layers.at(-1); before !== undefined && before.size <= last.size; before = layers.at(-1)) {
    layers.pop();
    last = merged(before, last);
  }
  return { layers: [...layers, last], size };
}

export function layeredEntries<Value>({ layers }: LayeredMap<Value>): ReadonlyMap<string, Value> {
  return layers.reduce(merged, new Map());
}

function merged<Value>(older: ReadonlyMap<string, Value>, newer: ReadonlyMap<string, Value>): Map<string, Value> {
  const all = new Map(older);
  for (const [name, value] of newer) all.set(name, value);
  return all;
}
