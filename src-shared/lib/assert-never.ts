/** The end of every switch over a union: the compiler proves it unreachable, the throw tells when it was wrong. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
