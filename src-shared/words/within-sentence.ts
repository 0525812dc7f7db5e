/** Names such as eUICC, HTTP and Watchfloor keep their spelling. */

export function withinSentence(words: string): string {
  if (words.startsWith('Watchfloor') || !/^[A-Z](?:[a-z]|\s)/.test(words)) return words;
  return words.charAt(0).toLowerCase() + words.slice(1);
}
