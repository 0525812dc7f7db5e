/** Accepts only plain files of a limited size, and never waits for a pipe. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { ConfigurationMistake } from './mistakes.ts';

const MAX_TEXT_BYTES = 268_435_456;

const NOT_PLAIN = 'it is a pipe or a device, not a plain file';

/** Its message completes "FILE cannot be read: …". */
class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

/** Returns a file descriptor. @throws UnusableFile, or the error of the system */
export function openPlain(path: string, maxBytes: number): number {
  // Windows has neither this flag nor pipes in folders.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new UnusableFile('it is a folder');
    if (!stats.isFile()) throw new UnusableFile(NOT_PLAIN);
    if (stats.size > maxBytes) throw new UnusableFile(`it is larger than ${maxBytes / 1_048_576} MiB`);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** @throws ConfigurationMistake if the file cannot be read */
export function readText(path: string): string {
  let file: number | undefined;
  try {
    file = openPlain(path, MAX_TEXT_BYTES);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    throw new ConfigurationMistake(`${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function reasonOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'it does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read it';
    // A socket, such as the standard input of a child process.
    case 'ENXIO':
      return NOT_PLAIN;
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return 'it is not UTF-8 text';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
