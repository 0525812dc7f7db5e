export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** True for a code of the operating system, such as ENOENT. Codes of Node and of libraries have other forms. */
export function isSystemCode(code: string): boolean {
  return /^E[A-Z]+$/.test(code);
}
