/** Codes that say what a file is, in words; any other code as the system gives it. */
export function systemCodeWords(code: string): string;
export function systemCodeWords(code: string | undefined): string | undefined;
export function systemCodeWords(code: string | undefined): string | undefined {
  switch (code) {
    case 'EISDIR':
      return 'it is a folder';
    case 'EFTYPE':
      return 'it is a pipe or a device';
    case 'EFBIG':
      return 'it is too large';
    default:
      return code;
  }
}
