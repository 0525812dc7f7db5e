/** What `watchfloor events` does with a query, in this process: its own parsing and its own reading. */
import { readableEvents } from '../../src-main/core/exports/readable-events.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { eventFilter } from '../../src-main/hosts/cli/event-filter.ts';
import { resolveTimes } from '../../src-shared/domain/filter.ts';

/** Seqs in the order in which they are printed; the newest `limit`. @throws AppError BAD_FILTER */
export async function commandSeqs(reader: EventReader, query: string, limit?: number): Promise<number[]> {
  const filter = resolveTimes(eventFilter({ query, kind: [], outcome: [], code: [] }), Date.now());
  const { newestSeq } = await reader.extent();
  const seqs: number[] = [];
  const unreadable = (what: unknown) => {
    throw new Error(`could not be read: ${JSON.stringify(what)}`);
  };
  for await (const { seq } of readableEvents(reader, { filter, to: newestSeq, limit }, unreadable)) seqs.push(seq);
  return seqs;
}
