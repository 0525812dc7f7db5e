/** Leaves out undefined keys, so that a spread does not overwrite an existing setting with them. */
export function definedOf<Given extends object>(
  given: Given | undefined,
): {
  [Key in keyof Given]?: Exclude<Given[Key], undefined>;
} {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys but for those without a value
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>;
  };
}
