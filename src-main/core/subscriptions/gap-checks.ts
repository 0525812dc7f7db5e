/**
 * *Check inventory* of gaps: a search that loads all that changed about the time of a gap, compared with the events when
 * it is at its end. What it found is made anew from what is stored, so that it can be read without a network; of a
 * search that failed or was given up nothing is claimed.
 */
import { appError } from '../../../src-shared/api/errors.ts';
import type { GapFindings, SearchSummary } from '../../../src-shared/api/searches.ts';
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import { isReconnect } from '../../../src-shared/domain/reconnect.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader, EventBatch } from '../ports/event-store.ts';
import type { InventoryReader, ItemBatch, StoredGapCheck, StoredSearch } from '../ports/inventory-store.ts';
import { compareGap, type Comparison, GAP_MARGIN_MS, gapEvents, gapSearchBody, spanOf } from './gap-check.ts';
import { itemBatches } from './item-batches.ts';

/** Of those who read long: pages do not wait behind it. */
interface GapSources {
  readonly events: Pick<EventReader, 'coverage' | 'events'>;
  readonly inventory: Pick<InventoryReader, 'searches' | 'items'>;
}

export interface GapCheckParts extends GapSources {
  readonly clock: Pick<Clock, 'now'>;
  /** Of the provider's clock less ours; `null` while it is not known. */
  readonly providerClockOffsetMs: () => number | null;
  /** As everybody is told of them, newest first. */
  readonly searches: () => readonly SearchSummary[];
  /** Begins a search that loads all, and keeps the check beside it. */
  readonly begin: (body: string, check: StoredGapCheck) => Promise<{ id: string }>;
  readonly remove: (id: string) => Promise<void>;
}

export interface GapChecks {
  /** One that runs is not begun twice. @throws AppError NO_GAP, STORE_… */
  check(gap: number): Promise<{ id: string }>;
  /**
   * Called when a search with a check is at its end and stored: compares, and removes older checks of the gap. The
   * answer is to be noted beside the search. `null`: it has no check. @throws AppError STORE_…; the signal's reason
   */
  ended(id: string, signal: AbortSignal): Promise<StoredGapCheck | null>;
}

export function createGapChecks(parts: GapCheckParts): GapChecks {
  const { clock, events, inventory } = parts;
  const checksOf = (gap: number) => parts.searches().filter(({ gapCheck }) => gapCheck?.gap === gap);
  return {
    async check(gap) {
      const running = checksOf(gap).find(isRunning);
      if (running !== undefined) return { id: running.id };
      const ended = await endedGap(events, gap, clock.now());
      const span = spanOf(ended, parts.providerClockOffsetMs() ?? 0);
      return parts.begin(gapSearchBody(span), { gap, ...span, changed: null, missed: null });
    },
    async ended(id, signal) {
      const search = (await inventory.searches()).find((stored) => stored.id === id);
      if (search === undefined || search.gapCheck === null) return null;
      const { counts } = await comparisonOf(parts, search, search.gapCheck, signal);
      const { gap } = search.gapCheck;
      for (const older of checksOf(gap).filter((other) => other.id !== id && !isRunning(other)))
        // oxlint-disable-next-line no-await-in-loop -- one writer: they would wait for each other there
        await parts.remove(older.id);
      return { ...search.gapCheck, changed: counts.changed, missed: missedOf(counts) };
    },
  };
}

/** Of the newest check that came to its end. @throws AppError NO_SEARCH, STORE_…; the signal's reason */
export async function gapFindings(sources: GapSources, gap: number, signal?: AbortSignal): Promise<GapFindings> {
  const stored = await sources.inventory.searches();
  const search = stored.find(({ gapCheck, end }) => gapCheck?.gap === gap && end !== null);
  if (search === undefined || search.gapCheck === null) throw appError('NO_SEARCH', { id: `gap ${gap}` });
  const { margin, from, to } = search.gapCheck;
  const comparison = await comparisonOf(sources, search, search.gapCheck, signal);
  // Of then: the clock of the provider may be known better by now.
  const asked = { from, to, margin, clockDiffersMs: margin - GAP_MARGIN_MS };
  return { search: search.id, askedAt: search.askedAt, ...asked, ...comparison };
}

/** Where nothing could be compared, nothing was found to be missed. */
function missedOf({ changed, missed, unnamed }: Comparison['counts']): number | null {
  return changed > 0 && unnamed === changed ? null : missed;
}

function isRunning({ state: { kind } }: SearchSummary): boolean {
  return kind === 'asking' || kind === 'loading' || kind === 'more';
}

/** A planned reconnect is no gap, and one that is still open has no end to ask up to. */
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
  return compareGap(itemsOf(inventory, search, signal), () => eventsOf(events, gapEvents(span), signal));
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

/** Every stored event that matches, whole, oldest first. */
async function* eventsOf(
  events: Pick<EventReader, 'events'>,
  filter: Filter,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredEvent, void, undefined> {
  let from: number | null = 0;
  while (from !== null) {
    signal?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- each goes on where the one before it came to
    const piece: EventBatch = await events.events({ filter, direction: 'newer', from, limit: BATCH_EVENTS }, signal);
    yield* piece.events;
    from = piece.next;
  }
}

const BATCH_EVENTS = 500;
