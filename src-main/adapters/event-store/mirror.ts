/** What the writer keeps in memory of its database. It mirrors it, and is read again after a transaction that failed. */
import * as z from 'zod';
import type { Extent } from '../../../src-shared/api/watch.ts';
import { RECENT_EVENTS, RecentEvents } from './recent-events.ts';
import type { ReadStatements } from './statements.ts';
import type { WriteStatements } from './write-statements.ts';

/** The last `id` that the stream gave, and which stream that was. */
const cursorSchema = z.object({ source: z.string(), id: z.string() });

/** Rows up to `cursor` are of this version, those after it up to `goal` of an older one, and those after that of this. */
const decodingSchema = z.object({ version: z.number(), cursor: z.number(), goal: z.number() });

export interface Mirror {
  extent: Extent;
  readonly recent: RecentEvents;
  readonly facets: Map<string, number>;
  cursor: z.infer<typeof cursorSchema> | null;
  principal: string | null;
  decoding: z.infer<typeof decodingSchema> | null;
}

export function readMirror(read: ReadStatements, write: WriteStatements): Mirror {
  const extent = read.extent.get() ?? { oldestSeq: 0, newestSeq: 0, storedEvents: 0 };
  const recent = new RecentEvents();
  for (const { digest, seq } of write.recentDigests
    .all({ newest: extent.newestSeq, limit: RECENT_EVENTS })
    .toReversed())
    if (digest !== null) recent.add(digest, seq);
  const meta = (key: string) => read.meta.get(key)?.value ?? null;
  const parsed = <Value>(schema: z.ZodType<Value>, key: string) => {
    const text = meta(key);
    return text === null ? null : schema.parse(JSON.parse(text));
  };
  return {
    extent,
    recent,
    facets: new Map(),
    cursor: parsed(cursorSchema, 'cursor'),
    principal: meta('principal'),
    decoding: parsed(decodingSchema, 'decoding'),
  };
}
