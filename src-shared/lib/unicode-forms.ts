/** Composed (NFC) and decomposed (NFD), each once: programs write `é` as one character or as two. */
export function unicodeForms(text: string): string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}
