export interface Choice<T extends string> {
  readonly value: T;
  readonly name: string;
}

/** Options of a control in this order, from the name of each value. Values must not be digits, which would come first. */
export function choices<T extends string>(names: Readonly<Record<T, string>>): readonly Choice<T>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this object
  return (Object.keys(names) as T[]).map((value) => ({ value, name: names[value] }));
}
