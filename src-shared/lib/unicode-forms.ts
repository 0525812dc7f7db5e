/**
 * Returns the text as it is, composed (NFC) and decomposed (NFD), each once. Programs write `é` as one character or as
 * two, which look the same.
 */
export function unicodeForms(text: string): string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}
