/** Counts the values of the field at the caret under the other terms, once per filter, when the user types. */
import type { FacetField } from '../../../../src-shared/domain/event/event-fields.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import type { WatchId } from '../../../../src-shared/domain/identity.ts';
import { useWatchQuery } from '../../../stores/queries/use-watch-query.ts';
import type { Stores } from '../../../stores/stores.ts';
import { withoutFoldedHeartbeats } from '../../../stores/timeline/folded-heartbeats.ts';
import { EMPTY_FACETS, summed, withFacets } from '../../../stores/timeline/tally-sums.ts';
import { useStores } from '../../../stores/use-stores.ts';
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
  const key = field === null ? null : JSON.stringify([field, printFilter(filter)]);
  const { value, error } = useWatchQuery<FieldCounts>(
    key,
    async ({ watch, signal }) => (field === null ? null : countValues(stores, { watch, field, filter }, signal)),
    { pauseMs: DEBOUNCE_MS },
  );
  return error === null ? (value ?? NONE) : { kind: 'unknown' };
}

interface FieldCountQuery {
  readonly watch: WatchId;
  readonly field: FacetField;
  readonly filter: Filter;
}

async function countValues(stores: Stores, query: FieldCountQuery, signal: AbortSignal): Promise<FieldCounts> {
  const { watch, field } = query;
  const filter = withoutFoldedHeartbeats(query.filter);
  const tally = { watch, filter, at: stores.now(), after: 0, fields: [field] };
  const read = (to: number | null) => stores.backend.timeline.facets.query({ ...tally, to });
  let found = { value: EMPTY_FACETS, isComplete: false };
  let batches = 0;
  for await (found of summed(read, EMPTY_FACETS, withFacets)) {
    batches += 1;
    if (batches === MAX_BATCHES || signal.aborted) break;
  }
  // Sorts equal counts by code units, independent of the language of the page.
  const counts = (found.value.fields.get(field) ?? [])
    .flatMap(({ value, count: events }) => (value === null ? [] : [[value, events] as const]))
    .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return { kind: 'counted', counts: new Map(counts), isComplete: found.isComplete };
}
