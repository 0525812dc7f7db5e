import type * as z from 'zod';
import { readPlainTextSync } from '../../adapters/files/plain-file.ts';

/** Reads a small JSON file of this program. Returns null if it is missing, damaged or longer than `maxLength`. */
export function readJsonFile<Value>(path: string, maxLength: number, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(readPlainTextSync(path, maxLength)));
  } catch {
    return null;
  }
}
