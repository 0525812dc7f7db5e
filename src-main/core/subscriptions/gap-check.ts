/**
 * Compares the subscriptions that changed during a gap with the events around it. Never claims that an event was
 * missed: the service does not document what else updates the change time, nor which changes send events.
 */
import type { GapFindings } from '../../../src-shared/api/searches.ts';
import type { Gap } from '../../../src-shared/domain/coverage/coverage.ts';
import type { StoredEvent } from '../../../src-shared/domain/event/event.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { FIELD_PREFIX } from '../../../src-shared/service/search-body.ts';
import { type ChangedSubscription, changedSubscription } from './changed-subscription.ts';
import { namedIdentifiers } from './named-identifiers.ts';

/** Allows for clock differences and for the delivery time of an event. */
export const GAP_MARGIN_MS = 60_000;
/** Limit of each list for display. The search contains the rest. */
const MAX_FINDINGS = 500;
/** Subscriptions held in memory at a time, some tens of megabytes. More need another pass over the events. */
const MAX_ITEMS_IN_MEMORY = 20_000;

export interface GapSpan {
  readonly from: number;
  readonly to: number;
  readonly margin: number;
}

export type Comparison = Pick<GapFindings, 'counts' | 'missed' | 'met' | 'unnamed'>;

interface ComparedItem {
  readonly of: ChangedSubscription;
  event: Pick<StoredEvent, 'seq' | 'receivedAt' | 'outcome'> | null;
}

/**
 * Change times use the provider's clock. A known difference (`offsetMs`: provider's minus local clock) widens the
 * margin on both sides. It does not shift the span, because a clock may have been corrected, or gone wrong, since the
 * gap.
 */
export function spanOf({ from, to }: Pick<Gap, 'from'> & { readonly to: number }, offsetMs = 0): GapSpan {
  // The wall clock may have been set back during the gap.
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const margin = GAP_MARGIN_MS + Math.abs(offsetMs);
  return { from: first - margin, to: last + margin, margin };
}

/** Uses the documented filter and order. The maximum page size is not documented, so this one is small. */
export function gapSearchBody({ from, to }: GapSpan): string {
  const body = {
    filters: [
      {
        type: 'between',
        fields: [`${FIELD_PREFIX}lastModifiedAt`],
        values: { min: new Date(from).toISOString(), max: new Date(to).toISOString() },
      },
    ],
    sortBy: [{ direction: 'asc', field: `${FIELD_PREFIX}iotSubscriptionId` }],
    limit: 100,
  };
  return JSON.stringify(body, null, 2);
}

export function gapEvents({ from, to, margin }: GapSpan): Filter {
  const differs = margin - GAP_MARGIN_MS;
  return {
    terms: [
      { kind: 'since', time: { kind: 'at', at: from - differs } },
      { kind: 'until', time: { kind: 'at', at: to + differs } },
    ],
  };
}

/** `events` returns all events of the span, from the start on each call. `maxRows` limits each list. */
export async function compareGap(
  items: AsyncIterable<{ readonly ordinal: number; readonly raw: string }>,
  events: () => AsyncIterable<StoredEvent>,
  maxRows = MAX_FINDINGS,
): Promise<Comparison> {
  const comparison = new Findings(maxRows);
  let compared: ComparedItem[] = [];
  for await (const { ordinal, raw } of items) {
    compared.push({ of: changedSubscription(ordinal, raw), event: null });
    if (compared.length < MAX_ITEMS_IN_MEMORY) continue;
    await matchEvents(compared, events());
    comparison.addAll(compared);
    compared = [];
  }
  if (compared.length > 0) await matchEvents(compared, events());
  comparison.addAll(compared);
  return comparison.value();
}

async function matchEvents(compared: readonly ComparedItem[], events: AsyncIterable<StoredEvent>): Promise<void> {
  const byIdentifier = new Map<string, ComparedItem[]>();
  for (const each of compared) {
    for (const identifier of each.of.identifiers) {
      const key = identifier.toLowerCase();
      const others = byIdentifier.get(key);
      if (others === undefined) byIdentifier.set(key, [each]);
      else others.push(each);
    }
  }
  for await (const event of events) {
    for (const identifier of namedIdentifiers(event.raw)) {
      for (const each of byIdentifier.get(identifier) ?? []) {
        const { event: matched, of } = each;
        if (matched !== null && distance(matched, of) <= distance(event, of)) continue;
        each.event = { seq: event.seq, receivedAt: event.receivedAt, outcome: event.outcome };
      }
    }
  }
}

function distance({ receivedAt }: Pick<StoredEvent, 'receivedAt'>, { changedAt }: ChangedSubscription): number {
  return Math.abs(receivedAt - (changedAt ?? receivedAt));
}

class Findings {
  readonly #counts = { changed: 0, missed: 0, met: 0, unnamed: 0 };
  readonly #missed: Earliest<Comparison['missed'][number]>;
  readonly #met: Earliest<Comparison['met'][number]>;
  readonly #unnamed: Earliest<Comparison['unnamed'][number]>;

  constructor(maxRows: number) {
    this.#missed = new Earliest(maxRows);
    this.#met = new Earliest(maxRows);
    this.#unnamed = new Earliest(maxRows);
  }

  addAll(compared: readonly ComparedItem[]): void {
    for (const { of, event } of compared) {
      const { ordinal, id, changedAt, isComparable } = of;
      const row = { ordinal, id, changedAt };
      this.#counts.changed += 1;
      if (event !== null) {
        this.#counts.met += 1;
        this.#met.add({ ...row, ...event });
      } else if (isComparable) {
        this.#counts.missed += 1;
        this.#missed.add(row);
      } else {
        // No identifier that events are documented to name, so a missing event means nothing.
        this.#counts.unnamed += 1;
        this.#unnamed.add(row);
      }
    }
  }

  value(): Comparison {
    const [missed, met, unnamed] = [this.#missed.list(), this.#met.list(), this.#unnamed.list()];
    return { counts: { ...this.#counts }, missed, met, unnamed };
  }
}

/** Collects the rows that changed first without holding all others. Rows without a change time come last. */
class Earliest<Row extends { readonly ordinal: number; readonly changedAt: number | null }> {
  readonly #maxRows: number;
  #rows: Row[] = [];

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  add(row: Row): void {
    this.#rows.push(row);
    if (this.#rows.length >= 2 * this.#maxRows) this.#rows = this.list();
  }

  list(): Row[] {
    const at = ({ changedAt }: Row) => changedAt ?? Number.POSITIVE_INFINITY;
    return this.#rows
      .toSorted((a, b) => (at(a) === at(b) ? a.ordinal - b.ordinal : at(a) - at(b)))
      .slice(0, this.#maxRows);
  }
}
