/** Parses the JSON of a file that people may have edited. Some Windows editors start a file with a byte order mark. */
export function parseEditedJson(text: string): unknown {
  return parseJsonOrNull(text.replace(/^\uFEFF/, ''));
}

/** Parses JSON. Returns null for a text that is not JSON; callers check it like any other value. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
