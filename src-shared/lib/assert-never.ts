/** The compiler proves it unreachable; throws if a value breaks its type at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
