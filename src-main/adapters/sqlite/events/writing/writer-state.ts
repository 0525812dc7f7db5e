/** State of the database that the writer keeps in memory. It is read again after a failed transaction. */
import * as z from 'zod';
import type { Extent } from '../../../../../src-shared/api/watch.ts';
import { parseStoredLog, type StoredLog, TEAM_LOG } from '../rows/log-state.ts';
import type { OpenSession, WriteStatements } from '../rows/write-statements.ts';

const cursorSchema = z.object({ source: z.string(), id: z.string() });

/** Rows up to `cursor` are of this decoder version, later ones up to `goal` of an older one, the rest of this one. */
const decodingSchema = z.object({ version: z.number(), cursor: z.number(), goal: z.number() });

export interface WriterState {
  extent: Extent;
  session: OpenSession | null;
  cursor: z.infer<typeof cursorSchema> | null;
  domain: string | null;
  decoding: z.infer<typeof decodingSchema> | null;
  /** Log of the team; null if the store follows none. */
  log: StoredLog | null;
}

/** @param newestText highest seq of a text, even if nothing was derived from it */
export function readWriterState(write: WriteStatements, newestText: number): WriterState {
  const meta = (key: string) => write.meta.get(key) ?? null;
  const parsed = <Value>(schema: z.ZodType<Value>, key: string) => {
    const text = meta(key);
    return text === null ? null : schema.parse(JSON.parse(text));
  };
  const log = parseStoredLog(write.meta.get(TEAM_LOG));
  return {
    extent: readExtent(write, Math.max(newestText, log?.confirmedSeq ?? 0)),
    session: write.openSession.get(log?.member ?? '') ?? null,
    cursor: parsed(cursorSchema, 'cursor'),
    domain: meta('domain'),
    decoding: parsed(decodingSchema, 'decoding'),
    log,
  };
}

/** @param newest highest seq that is known to be assigned, even if no row has it */
export function readExtent(write: WriteStatements, newest: number): Extent {
  const { oldestSeq, newestSeq, storedEvents } = write.extent.get() ?? { oldestSeq: 0, newestSeq: 0, storedEvents: 0 };
  return { oldestSeq, newestSeq: Math.max(newestSeq, newest), storedEvents };
}
