/**
 * Counts, for each row of a search, the failed and partial events of the last days that name one of its identifiers.
 * These identifiers stay in memory; counts are kept for the last few views.
 */
import type { RowsView } from '../../../src-shared/api/searches.ts';
import { FAILURE_DAYS, usesFailures } from '../../../src-shared/domain/rows-find.ts';
import { DAY_MS } from '../../../src-shared/lib/durations.ts';
import { identifiersOfItem, itemFields } from '../../../src-shared/service/subscription-item.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventReader } from '../ports/event-store.ts';
import type { FailingRows, InventoryReader, StoredRowsView } from '../ports/inventory-store.ts';
import { walkEvents } from '../timeline/walk.ts';
import { itemBatches } from './item-batches.ts';
import { namedIdentifiers } from './named-identifiers.ts';

const MAX_CACHED_VIEWS = 4;

interface FailedEvent {
  readonly seq: number;
  readonly receivedAt: number;
}

interface FailingRowsParts {
  readonly clock: Pick<Clock, 'now'>;
  /** A reader that reads texts, so that it does not delay pages. */
  readonly events: () => Pick<EventReader, 'events'>;
  readonly inventory: Pick<InventoryReader, 'items'>;
}

export function createFailingRows({ clock, events, inventory }: FailingRowsParts) {
  const byIdentifier = new Map<string, FailedEvent[]>();
  let through = 0;
  let updating: Promise<void> = Promise.resolve();
  const cached = new Map<string, Promise<FailingRows>>();

  function update(): Promise<void> {
    const next = updating.catch(() => undefined).then(readNewEvents);
    updating = next;
    return next;
  }

  async function readNewEvents(): Promise<void> {
    const since = clock.now() - FAILURE_DAYS * DAY_MS;
    for (const [identifier, failed] of byIdentifier) {
      const recent = failed.filter(({ receivedAt }) => receivedAt >= since);
      if (recent.length === 0) byIdentifier.delete(identifier);
      else if (recent.length < failed.length) byIdentifier.set(identifier, recent);
    }
    for await (const { seq, receivedAt, raw } of walkEvents(events(), {
      filter: {
        terms: [
          { kind: 'since', time: { kind: 'at', at: since } },
          { kind: 'value', field: 'outcome', values: ['failed', 'partial'], negated: false },
        ],
      },
      direction: 'newer',
      from: through,
    })) {
      for (const identifier of new Set(namedIdentifiers(raw))) {
        const failed = byIdentifier.get(identifier);
        if (failed === undefined) byIdentifier.set(identifier, [{ seq, receivedAt }]);
        else failed.push({ seq, receivedAt });
      }
      through = seq;
    }
  }

  function countOf(raw: string, since: number, until: number): number {
    const seqs = new Set<number>();
    for (const identifier of identifiersOfItem(itemFields(raw)))
      for (const { seq, receivedAt } of byIdentifier.get(identifier.toLowerCase()) ?? [])
        if (receivedAt >= since && receivedAt <= until) seqs.add(seq);
    return seqs.size;
  }

  async function count(id: string, upTo: number, at: number): Promise<FailingRows> {
    await update();
    const failing: [ordinal: number, count: number][] = [];
    const view = { find: '', sort: null, upTo };
    for await (const items of itemBatches(inventory, { id, view }, undefined))
      for (const { ordinal, raw } of items) {
        const failures = countOf(raw, at - FAILURE_DAYS * DAY_MS, at);
        if (failures > 0) failing.push([ordinal, failures]);
      }
    return failing;
  }

  return {
    /** Adds the counts to a view that needs them. @throws AppError NO_SEARCH, STORE_… */
    viewWithFailures: async (id: string, view: RowsView): Promise<StoredRowsView> => {
      if (!usesFailures(view)) return view;
      const at = view.failuresAt ?? clock.now();
      const key = JSON.stringify([id, view.upTo, at]);
      const counted = cached.get(key) ?? count(id, view.upTo, at);
      cached.delete(key);
      cached.set(key, counted);
      for (const old of [...cached.keys()].slice(0, -MAX_CACHED_VIEWS)) cached.delete(old);
      counted.catch(() => cached.delete(key));
      return { ...view, failuresAt: at, failing: await counted };
    },
  };
}
