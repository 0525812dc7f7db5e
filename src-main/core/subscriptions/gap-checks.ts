/**
 * *Check inventory* of gaps. Findings are computed from stored data, so they can be read offline. A search that failed
 * or was cancelled has none.
 */
import { walkEvents } from '../timeline/walk.ts';
import { appError } from '../../../src-shared/api/errors.ts';
import type { GapFindings, SearchSummary } from '../../../src-shared/api/searches.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { InventoryReader, ItemBatch, StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import { compareGap, type Comparison, GAP_MARGIN_MS, gapEvents, gapSearchBody, spanOf } from './gap-check.ts';
import { itemBatches } from './item-batches.ts';

interface GapSources {
  readonly events: Pick<EventReader, 'coverage' | 'events'>;
  readonly inventory: Pick<InventoryReader, 'searches' | 'items'>;
}

export interface GapCheckParts extends GapSources {
  readonly clock: Pick<Clock, 'now'>;
  readonly providerClockOffsetMs: () => number | null;
  readonly searches: () => readonly SearchSummary[];
  readonly begin: (body: string, check: StoredGapCheck) => Promise<{ id: string }>;
  readonly remove: (id: string) => Promise<void>;
}

export function createGapChecks(parts: GapCheckParts) {
  const { clock, events, inventory } = parts;
  const checksOf = (gap: number) => parts.searches().filter(({ gapCheck }) => gapCheck?.gap === gap);
  return {
    /** Starts a check, or returns the running one. @throws AppError NO_GAP, STORE_… */
    async check(gap: number): Promise<{ id: string }> {
      const running = checksOf(gap).find(isRunning);
      if (running !== undefined) return { id: running.id };
      const ended = await endedGap(events, gap, clock.now());
      const span = spanOf(ended, parts.providerClockOffsetMs() ?? 0);
      return parts.begin(gapSearchBody(span), { gap, ...span, changed: null, missed: null });
    },
    /**
     * Call when a search with a check has ended and is stored. Compares it with the events and removes older checks of
     * the gap. The caller stores the result with the search. Returns null if the search has no check. @throws AppError
     * STORE_…; the signal's reason
     */
    async ended(id: string, signal: AbortSignal): Promise<StoredGapCheck | null> {
      const search = (await inventory.searches()).find((stored) => stored.id === id);
      if (search === undefined || search.gapCheck === null) return null;
      const { counts } = await comparisonOf(parts, search, search.gapCheck, signal);
      const { gap } = search.gapCheck;
      for (const older of checksOf(gap).filter((other) => other.id !== id && !isRunning(other)))
        await parts.remove(older.id);
      return { ...search.gapCheck, changed: counts.changed, missed: missedOf(counts) };
    },
  };
}

/** Returns the findings of the newest completed check. @throws AppError NO_SEARCH, STORE_…; the signal's reason */
export async function gapFindings(sources: GapSources, gap: number, signal?: AbortSignal): Promise<GapFindings> {
  const stored = await sources.inventory.searches();
  const search = stored.find(({ gapCheck, end }) => gapCheck?.gap === gap && end !== null);
  if (search === undefined || search.gapCheck === null) throw appError('NO_SEARCH', { id: `gap ${gap}` });
  const { margin, from, to } = search.gapCheck;
  const comparison = await comparisonOf(sources, search, search.gapCheck, signal);
  // Clock difference at the time of the check. A better value may be known now.
  const bounds = { from, to, margin, clockDiffersMs: margin - GAP_MARGIN_MS };
  return { search: search.id, askedAt: search.askedAt, ...bounds, ...comparison };
}

function missedOf({ changed, missed, unnamed }: Comparison['counts']): number | null {
  return changed > 0 && unnamed === changed ? null : missed;
}

function isRunning({ state: { kind } }: SearchSummary): boolean {
  return kind === 'asking' || kind === 'loading' || kind === 'more';
}

/** Finds a gap that has ended. Rejects reconnects, and open gaps because their search has no end time. */
async function endedGap(
  events: Pick<EventReader, 'coverage'>,
  id: number,
  now: number,
): Promise<Gap & { readonly to: number }> {
  const { gaps } = await events.coverage({ from: 0, to: Number.MAX_SAFE_INTEGER });
  const gap = gaps.find((candidate) => candidate.id === id);
  if (gap === undefined || gap.to === null || isReconnect(gap, now)) throw appError('NO_GAP', { gap: id });
  return { ...gap, to: gap.to };
}

function comparisonOf(
  { events, inventory }: GapSources,
  search: StoredSearch,
  span: StoredGapCheck,
  signal: AbortSignal | undefined,
): Promise<Comparison> {
  return compareGap(itemsOf(inventory, search, signal), () =>
    walkEvents(events, { filter: gapEvents(span), direction: 'newer' }, signal),
  );
}

async function* itemsOf(
  inventory: Pick<InventoryReader, 'items'>,
  { id, rows }: StoredSearch,
  signal: AbortSignal | undefined,
): AsyncGenerator<ItemBatch['items'][number], void, undefined> {
  for await (const items of itemBatches(inventory, { id, view: { find: '', sort: null, upTo: rows } }, signal)) {
    signal?.throwIfAborted();
    yield* items;
  }
}
