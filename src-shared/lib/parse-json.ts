/** What a text says as JSON; `null` where it is none, which whoever asks looks at as at any other value. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
