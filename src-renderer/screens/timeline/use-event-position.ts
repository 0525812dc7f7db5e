/** "4 of 612": which of the events that match the open one is, counted by the backend, wherever the list is. */
import { useEffect, useState } from 'react';
import { isOutcome } from '../../../src-shared/domain/outcomes.ts';
import type { Filter } from '../../../src-shared/domain/filter.ts';
import { printFilter } from '../../../src-shared/domain/filter-text.ts';
import { withoutFolded } from '../../stores/folded-beats.ts';
import { useStores, useTally, useWatch } from '../../stores/use-stores.ts';
import { wholeCount } from '../../stores/whole-count.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import type { EventPosition } from './detail/PaneHead.tsx';

/** @param seq `null`: none is open, or the open one is not among those that match */
export function useEventPosition(seq: number | null, filter: Filter): EventPosition | null {
  const stores = useStores();
  const watch = useWatch(({ shown }) => shown?.watch ?? null);
  const query = printFilter(filter);
  const tally = useTally(({ counts }) => counts.value);
  const isCounted = tally !== null && tally.isWhole && printFilter(tally.filter) === query;
  const of = isCounted ? tally.count : null;
  const key = JSON.stringify([watch, seq, query]);
  const [answer, setAnswer] = useState({ key: '', newer: 0 });
  useEffect(() => {
    if (watch === null || seq === null) return undefined;
    let isWanted = true;
    const { timeline } = stores.backend;
    const asked = { watch, filter: withoutFolded(filter), at: stores.now(), after: seq, to: null };
    wholeCount(
      (each) => timeline.count(each),
      asked,
      () => isWanted,
    )
      .then((newer) => isWanted && newer !== null && setAnswer({ key, newer }))
      // It stands there without its place.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
    // `of`: more match than before, so its place may be another.
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for watch, event and filter
  }, [stores, key, of]);
  return answer.key !== key || seq === null ? null : { at: answer.newer + 1, of, words: outcomeAsked(filter) };
}

/** "4 of 612 failed": what they are, where that is one word. */
function outcomeAsked({ terms }: Filter): string | null {
  const asked = terms.filter((term) => term.kind === 'value' && term.field === 'outcome');
  const [term] = asked;
  if (asked.length !== 1 || term?.kind !== 'value' || term.negated || term.values.length !== 1) return null;
  const [outcome] = term.values;
  return isOutcome(outcome) ? outcomeWords[outcome].toLowerCase() : null;
}
