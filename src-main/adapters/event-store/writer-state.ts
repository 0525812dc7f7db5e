/** What the writer keeps in memory of its database. It mirrors it, and is read again after a transaction that failed. */
import * as z from 'zod';
import type { Extent } from '../../../src-shared/api/watch.ts';
import type { OpenSession, WriteStatements } from './write-statements.ts';

/** The last `id` that the stream gave, and which stream that was. */
const cursorSchema = z.object({ source: z.string(), id: z.string() });

/** Rows up to `cursor` are of this version, those after it up to `goal` of an older one, and those after that of this. */
const decodingSchema = z.object({ version: z.number(), cursor: z.number(), goal: z.number() });

export interface WriterState {
  extent: Extent;
  /** The one that lasts. */
  session: OpenSession | null;
  cursor: z.infer<typeof cursorSchema> | null;
  /** As the service itself named it. */
  domain: string | null;
  decoding: z.infer<typeof decodingSchema> | null;
}

/** @param newestText the highest seq that a text was given, whether or not anything was derived of it */
export function readWriterState(write: WriteStatements, newestText: number): WriterState {
  const meta = (key: string) => write.meta.get(key)?.value ?? null;
  const parsed = <Value>(schema: z.ZodType<Value>, key: string) => {
    const text = meta(key);
    return text === null ? null : schema.parse(JSON.parse(text));
  };
  return {
    extent: readExtent(write, newestText),
    session: write.openSession.get() ?? null,
    cursor: parsed(cursorSchema, 'cursor'),
    domain: meta('domain'),
    decoding: parsed(decodingSchema, 'decoding'),
  };
}

export function readExtent(write: WriteStatements, newestText: number): Extent {
  const { oldestSeq, newestSeq, storedEvents } = write.extent.get() ?? { oldestSeq: 0, newestSeq: 0, storedEvents: 0 };
  return { oldestSeq, newestSeq: Math.max(newestSeq, newestText), storedEvents };
}
