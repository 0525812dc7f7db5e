const WORDS = new Map([
  ['EISDIR', 'it is a folder'],
  ['EFTYPE', 'it is a pipe or a device'],
  ['EFBIG', 'it is too large'],
]);

/** Codes that say what a file is, in words; any other code as the system gives it. */
export function systemCodeWords(code: string): string;
export function systemCodeWords(code: string | undefined): string | undefined;
export function systemCodeWords(code: string | undefined): string | undefined {
  return code === undefined ? undefined : (WORDS.get(code) ?? code);
}
