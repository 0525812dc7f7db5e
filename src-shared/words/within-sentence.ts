/**
 * Changes the app's own words for use inside a sentence. Names such as eUICC, HTTP and Watchfloor keep their spelling.
 */

/** "Allocation failed" → "allocation failed"; "Watchfloor was closed", "HTTP error" and "eUICC" stay as they are. */
export function withinSentence(words: string): string {
  if (words.startsWith('Watchfloor') || !/^[A-Z](?:[a-z]|\s)/.test(words)) return words;
  return words.charAt(0).toLowerCase() + words.slice(1);
}
