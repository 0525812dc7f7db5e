/**
 * Counts how many events each value of a field would match under the other terms. Requests the counts when the user
 * types in the field, once per filter, and ignores them after the caret has moved to another field.
 */
import type { FacetField } from '../../../../src-shared/domain/event/event-fields.ts';
import { useEffect, useState } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { withoutFoldedHeartbeats } from '../../../stores/timeline/folded-heartbeats.ts';
import { EMPTY_FACETS, withFacets } from '../../../stores/timeline/tally-sums.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import type { Counts } from './completion.ts';

export type FieldCounts =
  /** The caret is in no countable field, or the counts are not known yet. */
  | { readonly kind: 'none' }
  /** `isComplete`: false if counting all events would take too long. */
  | { readonly kind: 'counted'; readonly counts: Counts; readonly isComplete: boolean }
  | { readonly kind: 'unknown' };

/** Short enough for counts to appear with the list, long enough to skip fields that the user types past. */
const DEBOUNCE_MS = 120;
/** Each batch takes about 1 s. */
const MAX_BATCHES = 3;
const NONE: FieldCounts = { kind: 'none' };

export function useFieldCounts(field: FacetField | null, filter: Filter): FieldCounts {
  const stores = useStores();
  const { backend, clock } = stores;
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const query = printFilter(filter);
  const key = JSON.stringify([watch, field, query]);
  const [result, setResult] = useState({ key: '', counts: NONE });

  useEffect(() => {
    if (watch === null || field === null || !isOpen) return undefined;
    let isCurrent = true;
    async function count(facet: FacetField, from: NonNullable<typeof watch>): Promise<void> {
      const at = stores.now();
      let sums = EMPTY_FACETS;
      let to: number | null = null;
      for (let batch = 1; ; batch += 1) {
        const facets = await backend.timeline.facets.query({
          watch: from,
          filter: withoutFoldedHeartbeats(filter),
          at,
          after: 0,
          to,
          fields: [facet],
        });
        sums = withFacets(sums, facets);
        to = facets.next;
        if (!isCurrent) return;
        if (to === null || batch === MAX_BATCHES) break;
      }
      // Sorts equal counts by code units, independent of the language of the page.
      const counts = (sums.fields.get(facet) ?? [])
        .flatMap(({ value, count: events }) => (value === null ? [] : [[value, events] as const]))
        .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
      setResult({ key, counts: { kind: 'counted', counts: new Map(counts), isComplete: to === null } });
    }
    const stop = clock.after(DEBOUNCE_MS, () => {
      count(field, watch).catch(() => {
        if (isCurrent) setResult({ key, counts: { kind: 'unknown' } });
      });
    });
    return () => {
      isCurrent = false;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` contains watch, field and filter
  }, [stores, backend, clock, key, isOpen]);

  return result.key === key ? result.counts : NONE;
}
