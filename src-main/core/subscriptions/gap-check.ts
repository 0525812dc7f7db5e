/**
 * What a gap may have cost: subscriptions that changed while nobody listened, each held against the identifiers of
 * every event received about that time. Pure but for what it is handed. It never says that an event was missed: the
 * service does not tell what else touches the time of a change, nor of which changes it sends events.
 */
import type { GapFindings } from '../../../src-shared/api/searches.ts';
import type { Gap } from '../../../src-shared/domain/coverage.ts';
import type { StoredEvent } from '../../../src-shared/domain/event.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import { FIELD_PREFIX } from '../../../src-shared/service/search-body.ts';
import { type ChangedSubscription, changedSubscription } from './changed-subscription.ts';
import { namedIdentifiers } from './named-identifiers.ts';

/** Clocks of two computers, and the time that an event takes. */
export const GAP_MARGIN_MS = 60_000;
/** Of each list; more of them nobody reads at a screen, they are in the search. */
const MAX_FINDINGS = 500;
/** Subscriptions held at once: some tens of megabytes. More of them are another walk over the events. */
const MAX_ITEMS_IN_MEMORY = 20_000;

export interface GapSpan {
  /** UTC epoch ms, the margin included. */
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
 * Of a gap that has ended. Times of changes are the provider's, those of a gap and of events are ours: what is known to
 * lie between the two clocks makes the margin wider on both sides. Nothing is shifted by it, since a clock may have been
 * put right, or have gone wrong, since the gap.
 * @param offsetMs of the provider's clock less ours
 */
export function spanOf({ from, to }: Pick<Gap, 'from'> & { readonly to: number }, offsetMs = 0): GapSpan {
  // The wall clock may have been set back meanwhile.
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const margin = GAP_MARGIN_MS + Math.abs(offsetMs);
  return { from: first - margin, to: last + margin, margin };
}

/** The documented filter and order, and a page size of which no service should complain: the most is not documented. */
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

/** The events that are compared: a change at either end of the span may have had its event as far beyond as clocks differ. */
export function gapEvents({ from, to, margin }: GapSpan): Filter {
  const differs = margin - GAP_MARGIN_MS;
  return {
    terms: [
      { kind: 'since', time: { kind: 'at', at: from - differs } },
      { kind: 'until', time: { kind: 'at', at: to + differs } },
    ],
  };
}

/**
 * @param events of the span, from their beginning at each call
 * @param most of each list
 */
export async function compareGap(
  items: AsyncIterable<{ readonly ordinal: number; readonly raw: string }>,
  events: () => AsyncIterable<StoredEvent>,
  most = MAX_FINDINGS,
): Promise<Comparison> {
  const comparison = new Findings(most);
  let held: ComparedItem[] = [];
  for await (const { ordinal, raw } of items) {
    held.push({ of: changedSubscription(ordinal, raw), event: null });
    if (held.length < MAX_ITEMS_IN_MEMORY) continue;
    await matchEvents(held, events());
    comparison.take(held);
    held = [];
  }
  if (held.length > 0) await matchEvents(held, events());
  comparison.take(held);
  return comparison.value();
}

/** Of several events that name a subscription it is the one nearest to the change. */
async function matchEvents(held: readonly ComparedItem[], events: AsyncIterable<StoredEvent>): Promise<void> {
  const byIdentifier = new Map<string, ComparedItem[]>();
  for (const each of held) {
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
        const { event: known, of } = each;
        if (known !== null && distance(known, of) <= distance(event, of)) continue;
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

  constructor(most: number) {
    this.#missed = new Earliest(most);
    this.#met = new Earliest(most);
    this.#unnamed = new Earliest(most);
  }

  take(held: readonly ComparedItem[]): void {
    for (const { of, event } of held) {
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
        // Nothing in it that the document has in events: that none names it says nothing.
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

/** The first in the order of their change, without holding the others; those without a time of it come last. */
class Earliest<Row extends { readonly ordinal: number; readonly changedAt: number | null }> {
  readonly #most: number;
  #rows: Row[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(row: Row): void {
    this.#rows.push(row);
    if (this.#rows.length >= 2 * this.#most) this.#rows = this.list();
  }

  list(): Row[] {
    const at = ({ changedAt }: Row) => changedAt ?? Number.POSITIVE_INFINITY;
    return this.#rows
      .toSorted((a, b) => (at(a) === at(b) ? a.ordinal - b.ordinal : at(a) - at(b)))
      .slice(0, this.#most);
  }
}
