import { useMemo, useState } from 'react';
import type { SearchSummary } from '../../../../src-shared/api/searches.ts';
import { parseSearchBody } from '../../../../src-shared/service/search-body.ts';
import { subscriptionsAddress } from '../../../address/screen-addresses.ts';
import { useAddress } from '../../../address/use-address.ts';
import { useSubscriptions } from '../../../stores/use-stores.ts';
import { shownSearch } from './shown-search.ts';
import { parseSort } from './view-address.ts';

export type ShownResults = ReturnType<typeof useShownSearch>;

const NONE: readonly SearchSummary[] = [];

export function useShownSearch() {
  const { value } = useAddress(subscriptionsAddress);
  const searches = useSubscriptions((state) => state.searches) ?? NONE;
  const [before, setBefore] = useState<string | null>(null);
  const shown = shownSearch(searches, value.search, before);
  const { listed } = shown;
  if (listed !== null && listed.id !== before) setBefore(listed.id);
  const body = listed?.body ?? '';
  const parts = useMemo(() => {
    const read = parseSearchBody(body);
    return read.kind === 'body' ? read.parts : null;
  }, [body]);
  const find = value.find.slice(0, 256);
  const sort = useMemo(() => parseSort(value.sort), [value.sort]);
  return { ...shown, parts, find, sort };
}
