/** Immutable map. Versions share layers that double in size, so tens of thousands of ids are not copied per event. */
export interface LayeredMap<Value> {
  /** Largest first. A later layer has the newer value. */
  readonly layers: readonly ReadonlyMap<string, Value>[];
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

function merged<Value>(older: ReadonlyMap<string, Value>, newer: ReadonlyMap<string, Value>): Map<string, Value> {
  const all = new Map(older);
  for (const [name, value] of newer) all.set(name, value);
  return all;
}
