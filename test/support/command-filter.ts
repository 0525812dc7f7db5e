/** Applies a query like `watchfloor events`, in this process, with its parser and its reader. */
import { readableEvents } from '../../src-main/core/exports/readable-events.ts';
import type { EventReader } from '../../src-main/core/ports/event-store.ts';
import { eventFilter } from '../../src-main/hosts/cli/events/event-filter.ts';
import { resolveTimes } from '../../src-shared/domain/filter/filter.ts';

/**
 * Returns the seqs in the order in which the command prints them.
 * @param limit returns only the newest ones
 * @throws AppError BAD_FILTER
 */
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
