/** E goes to the next older failure, even if it is not loaded. The search stops if the user moves on. */
import { useEffect, useRef } from 'react';
import { printFilter } from '../../../src-shared/domain/filter/filter-text.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { asError } from '../../backend/backend-error.ts';
import { firstVisibleKey } from '../../grid/grid-focus.ts';
import { useStores } from '../../stores/use-stores.ts';
import { failureWords } from '../../words/error-words.ts';
import { failureFilter, listedFailure, noFailureWords } from './next-failure.ts';
import type { TimelineItem } from './timeline-items.tsx';
import { firstOlderEvent } from './first-older-event.ts';

interface NextFailure {
  readonly name: string;
  readonly items: readonly TimelineItem[];
  readonly cursor: string | null;
  readonly filter: Filter;
  readonly goTo: (seq: number) => void;
  readonly showMessage: (words: string) => void;
}

export function useNextFailure(options: NextFailure): { readonly showNext: () => void; readonly cancel: () => void } {
  const { name, items, cursor, filter, goTo, showMessage } = options;
  const { backend, timeline } = useStores();
  const search = useRef<{ readonly from: string } | null>(null);
  const cancel = () => {
    search.current = null;
  };
  const here = `${cursor ?? ''} ${printFilter(filter)}`;
  const currentPosition = useRef<string | null>(null);
  useEffect(() => {
    currentPosition.current = here;
    return () => {
      currentPosition.current = null;
    };
  }, [here]);

  async function searchBelow(seq: number | null, isOver: () => boolean): Promise<void> {
    const { query, window } = timeline.getState();
    if (query === null) return;
    const hasOlder = seq !== null || window.hasAfter;
    const found = !hasOlder
      ? null
      : await firstOlderEvent(backend, {
          watch: query.watch,
          filter: failureFilter(filter),
          below: seq ?? window.endCursor,
          isOver: () => isOver() || timeline.getState().query !== query,
          onContinue: () => showMessage('Searching for an older failure …'),
        });
    if (found != null) goTo(found.seq);
    if (found === null) showMessage(noFailureWords(filter));
  }

  function showNext(): void {
    const at = listedFailure(items, cursor, cursor === null ? firstVisibleKey(name) : null);
    if (at.kind === 'listed') {
      cancel();
      goTo(at.seq);
      return;
    }
    // A key that is held down does not start a second search.
    if (search.current?.from === here) return;
    const ownSearch = { from: here };
    search.current = ownSearch;
    const isOver = () => search.current !== ownSearch || currentPosition.current !== here;
    const ended = () => {
      if (search.current === ownSearch) search.current = null;
    };
    searchBelow(at.below, isOver).then(ended, (error: unknown) => {
      if (!isOver()) showMessage(`Searching for an older failure failed. ${failureWords(asError(error))}`);
      ended();
    });
  }
  return { showNext, cancel };
}
