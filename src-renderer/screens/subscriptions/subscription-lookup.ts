import type { FindQuery, FindResult } from '../../../src-shared/api/searches.ts';
import type { WatchId } from '../../../src-shared/domain/identity.ts';

export type FoundSubscription = FindResult['found'][number];

export interface SubscriptionMatches {
  /** Exact matches first, then in order of discovery. */
  readonly found: readonly FoundSubscription[];
  /** `partly`: more stored subscriptions may match. */
  readonly progress: 'looking' | 'whole' | 'partly';
}

const MAX_FOUND = 5;
/** Each step takes up to 0.5 s. */
const MAX_BATCHES = 6;

/** Reports results until `progress` is not `looking`; nothing after `signal` aborts. @throws BackendError */
export async function lookUpSubscriptions(
  find: (query: FindQuery) => Promise<FindResult>,
  { watch, text }: { readonly watch: WatchId; readonly text: string },
  signal: AbortSignal,
  onProgress: (found: SubscriptionMatches) => void,
): Promise<void> {
  let after: string | null = null;
  let found: readonly FoundSubscription[] = [];
  for (let batches = 1; ; batches += 1) {
    const batch: FindResult = await find({ watch, text, after });
    if (signal.aborted) return;
    found = distinct([...found, ...batch.found]);
    after = batch.next;
    const listed = exactMatchesFirst(found, text).slice(0, MAX_FOUND);
    if (after === null) return onProgress({ found: listed, progress: found.length > MAX_FOUND ? 'partly' : 'whole' });
    if (found.length >= MAX_FOUND || batches === MAX_BATCHES) return onProgress({ found: listed, progress: 'partly' });
    if (found.length > 0) onProgress({ found: listed, progress: 'looking' });
  }
}

export function subscriptionKey({ search, ordinal, id }: FoundSubscription): string {
  return id === null ? `row ${search} ${ordinal}` : `id ${id}`;
}

function distinct(found: readonly FoundSubscription[]): readonly FoundSubscription[] {
  const first = new Map<string, FoundSubscription>();
  for (const each of found) if (!first.has(subscriptionKey(each))) first.set(subscriptionKey(each), each);
  return [...first.values()];
}

function exactMatchesFirst(found: readonly FoundSubscription[], text: string): readonly FoundSubscription[] {
  const matchRank = ({ value }: FoundSubscription) => (value.toLowerCase() === text.toLowerCase() ? 0 : 1);
  return found.toSorted((a, b) => matchRank(a) - matchRank(b));
}
