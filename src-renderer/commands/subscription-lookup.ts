/** Which stored subscriptions hold a text in an identifier: asked of the store piece by piece, newest searches first. */
import type { FindQuery, FoundSubscriptions } from '../../src-shared/api/searches.ts';
import type { WatchId } from '../../src-shared/domain/identity.ts';

export type FoundSubscription = FoundSubscriptions['found'][number];

export interface FoundStored {
  /** Those that are the text whole, then as they were found. */
  readonly found: readonly FoundSubscription[];
  /** `partly`: others that are stored may hold it too. */
  readonly reach: 'looking' | 'whole' | 'partly';
}

const MOST_FOUND = 5;
/** Each takes up to half a second. */
const MOST_PIECES = 6;

/**
 * Says what was found so far, each time that it is more, until `reach` is not `looking`. After `signal` it says nothing.
 * @throws BackendError where what is stored cannot be read.
 */
export async function lookUpSubscriptions(
  find: (query: FindQuery) => Promise<FoundSubscriptions>,
  { watch, text }: { readonly watch: WatchId; readonly text: string },
  signal: AbortSignal,
  tell: (found: FoundStored) => void,
): Promise<void> {
  let after: string | null = null;
  let found: readonly FoundSubscription[] = [];
  for (let pieces = 1; ; pieces += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each goes on where the one before it came to
    const piece: FoundSubscriptions = await find({ watch, text, after });
    if (signal.aborted) return;
    found = eachOnce([...found, ...piece.found]);
    after = piece.next;
    const listed = wholesFirst(found, text).slice(0, MOST_FOUND);
    if (after === null) return tell({ found: listed, reach: found.length > MOST_FOUND ? 'partly' : 'whole' });
    if (found.length >= MOST_FOUND || pieces === MOST_PIECES) return tell({ found: listed, reach: 'partly' });
    if (found.length > 0) tell({ found: listed, reach: 'looking' });
  }
}

export function keyOfStored({ search, ordinal, id }: FoundSubscription): string {
  return id === null ? `row ${search} ${ordinal}` : `id ${id}`;
}

function eachOnce(found: readonly FoundSubscription[]): readonly FoundSubscription[] {
  const first = new Map<string, FoundSubscription>();
  for (const each of found) if (!first.has(keyOfStored(each))) first.set(keyOfStored(each), each);
  return [...first.values()];
}

function wholesFirst(found: readonly FoundSubscription[], text: string): readonly FoundSubscription[] {
  const isWhole = ({ value }: FoundSubscription) => (value.toLowerCase() === text.toLowerCase() ? 0 : 1);
  return found.toSorted((a, b) => isWhole(a) - isWhole(b));
}
