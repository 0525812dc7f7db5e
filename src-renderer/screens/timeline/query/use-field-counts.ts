/**
 * How many events each value of a field would bring under the other terms of the filter: asked when somebody writes in
 * the field, once for each filter, and given to nobody after the caret has gone elsewhere.
 */
import { useEffect, useState } from 'react';
import type { FacetField, Filter } from '../../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter-text.ts';
import { withoutFoldedHeartbeats } from '../../../stores/folded-heartbeats.ts';
import { EMPTY_FACETS, withFacets } from '../../../stores/tally-sums.ts';
import { useStores, useWatch } from '../../../stores/use-stores.ts';
import type { Counts } from './completion.ts';

export type FieldCounts =
  /** Of no field, or not known yet. */
  | { readonly kind: 'none' }
  /** `isWhole`: false where looking through all of them would take too long. */
  | { readonly kind: 'counted'; readonly counts: Counts; readonly isComplete: boolean }
  | { readonly kind: 'unknown' };

/** Short enough to be there with the list, long enough that a field that is written past is not counted. */
const DEBOUNCE_MS = 120;
/** Each piece takes about a second. */
const MAX_BATCHES = 3;
const NONE: FieldCounts = { kind: 'none' };

export function useFieldCounts(field: FacetField | null, filter: Filter): FieldCounts {
  const stores = useStores();
  const { backend, clock } = stores;
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const isOpen = useWatch(({ wire }) => wire.kind === 'open');
  const query = printFilter(filter);
  const key = JSON.stringify([watch, field, query]);
  const [answer, setAnswer] = useState({ key: '', counts: NONE });

  useEffect(() => {
    if (watch === null || field === null || !isOpen) return undefined;
    let isWanted = true;
    async function count(of: FacetField, from: NonNullable<typeof watch>): Promise<void> {
      const at = stores.now();
      let sums = EMPTY_FACETS;
      let to: number | null = null;
      for (let piece = 1; ; piece += 1) {
        const facets = await backend.timeline.facets({
          watch: from,
          filter: withoutFoldedHeartbeats(filter),
          at,
          after: 0,
          to,
          fields: [of],
        });
        sums = withFacets(sums, facets);
        to = facets.next;
        if (!isWanted) return;
        if (to === null || piece === MAX_BATCHES) break;
      }
      // Among equals by their characters, in whatever language the page is read.
      const counts = (sums.fields.get(of) ?? [])
        .flatMap(({ value, count: events }) => (value === null ? [] : [[value, events] as const]))
        .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
      setAnswer({ key, counts: { kind: 'counted', counts: new Map(counts), isComplete: to === null } });
    }
    const stop = clock.after(DEBOUNCE_MS, () => {
      count(field, watch).catch(() => {
        if (isWanted) setAnswer({ key, counts: { kind: 'unknown' } });
      });
    });
    return () => {
      isWanted = false;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for watch, field and filter
  }, [stores, backend, clock, key, isOpen]);

  return answer.key === key ? answer.counts : NONE;
}
