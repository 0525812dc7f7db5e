/** The request that may hold the seat, as the store keeps it for the next process and for the connection test. */
import * as z from 'zod';
import { readOnce } from './open-database.ts';
import type { StorePaths } from '../../store-paths.ts';
import { metaStatements } from '../rows/meta-rows.ts';

export const REQUEST = 'request';

const requestSchema = z.object({ source: z.string(), at: z.number() });

export function storedRequestText(at: number, source: string): string {
  return JSON.stringify({ source, at } satisfies z.infer<typeof requestSchema>);
}

/** @returns when it was sent, UTC epoch ms; null if there is none, or it went to another source */
export function parseStoredRequest(text: string | undefined, source: string): number | null {
  if (text === undefined) return null;
  const request = requestSchema.parse(JSON.parse(text));
  return request.source === source ? request.at : null;
}

/** For a connection test. Null also if no store can be read: the test reports what it finds without it. */
export function lastRequestAt({ events }: Pick<StorePaths, 'events'>, source: string): number | null {
  try {
    return readOnce(events, (database) => parseStoredRequest(metaStatements(database).meta.get(REQUEST), source));
  } catch {
    return null;
  }
}
