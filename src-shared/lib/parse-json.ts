/** Parses JSON. Returns null for a text that is not JSON; callers check it like any other value. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
