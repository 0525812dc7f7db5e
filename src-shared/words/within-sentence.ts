/** Our own words in the middle of a sentence: names keep their capitals there, as eUICC, HTTP and Watchfloor do. */

/** "Allocation failed" → "allocation failed"; "Watchfloor was closed", "HTTP error" and "eUICC" stay as they are. */
export function withinSentence(words: string): string {
  if (words.startsWith('Watchfloor') || !/^[A-Z](?:[a-z]|\s)/.test(words)) return words;
  return words.charAt(0).toLowerCase() + words.slice(1);
}
