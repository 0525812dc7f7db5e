import type * as z from 'zod';
import { readPlainTextSync } from '../../adapters/files/plain-file.ts';

/** Returns null if the file is missing, damaged or longer than `maxLength`. */
export function readJsonFile<Value>(path: string, maxLength: number, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(readPlainTextSync(path, maxLength)));
  } catch {
    return null;
  }
}
