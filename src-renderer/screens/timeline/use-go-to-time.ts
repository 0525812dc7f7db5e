/** Scrolls to the last matching event at or before a time. A span that does not contain the time is widened. */
import { useCallback } from 'react';
import { filterSpan, withSpan } from '../../../src-shared/domain/filter/filter-edit.ts';
import { type Filter, resolveTime } from '../../../src-shared/domain/filter/filter.ts';
import { asError } from '../../backend/backend-error.ts';
import { useAppearance, useStores } from '../../stores/use-stores.ts';
import { shortTimeText, zoneText } from '../../time/time-text.ts';
import { failureWords } from '../../words/error-words.ts';
import { firstOlderEvent } from './first-older-event.ts';

interface GoToTime {
  readonly show: (filter: Filter, seq: number) => void;
  readonly showMessage: (words: string) => void;
}

export function useGoToTime({ show, showMessage }: GoToTime): (at: number, filter: Filter) => void {
  const stores = useStores();
  const zone = useAppearance((state) => state.zone);
  return useCallback(
    (at, filter) => {
      const { query } = stores.timeline.getState();
      if (query === null) return;
      const now = stores.now();
      const when = `${shortTimeText(at, now, zone)} ${zoneText(at, zone)}`;
      const widened = widenedToInclude(filter, at, now);
      const upTo = withSpan(widened, { since: filterSpan(widened, now).since, until: { kind: 'at', at } });
      async function findEvent(from: NonNullable<typeof query>): Promise<void> {
        const isOver = () => stores.timeline.getState().query !== from;
        const search = { watch: from.watch, filter: upTo, below: null, isOver };
        const found = await firstOlderEvent(stores.backend, search);
        if (found != null) show(widened, found.seq);
        if (found === null)
          showMessage(`No event at or before ${when} ${filter.terms.length > 0 ? 'matches' : 'is stored'}`);
      }
      findEvent(query).catch((error: unknown) =>
        showMessage(`${when} cannot be searched. ${failureWords(asError(error))}`),
      );
    },
    [stores, zone, show, showMessage],
  );
}

/** `now` is for ages. */
export function widenedToInclude(filter: Filter, at: number, now: number): Filter {
  const { since, until } = filterSpan(filter, now);
  const isBefore = since !== null && resolveTime(since, now) > at;
  const endsBefore = until !== null && resolveTime(until, now) < at;
  return isBefore || endsBefore
    ? withSpan(filter, { since: isBefore ? null : since, until: endsBefore ? null : until })
    : filter;
}
