const WORDS = new Map([
  ['EISDIR', 'it is a folder'],
  ['EFTYPE', 'it is a pipe or a device'],
  ['EFBIG', 'it is too large'],
]);

/** Translates system codes that describe a file; returns any other code unchanged. */
export function systemCodeWords(code: string): string;
export function systemCodeWords(code: string | undefined): string | undefined;
export function systemCodeWords(code: string | undefined): string | undefined {
  return code === undefined ? undefined : (WORDS.get(code) ?? code);
}
