/** Reads a file that somebody named. */
import { readFileSync } from 'node:fs';
import { ConfigurationMistake } from './mistakes.ts';

/** As UTF-8. @throws ConfigurationMistake */
export function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    throw new ConfigurationMistake(`${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** Why a file cannot be read, in a few words. */
export function reasonOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read it';
    case 'EISDIR':
      return 'it is a folder';
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return 'it is not text in UTF-8';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
