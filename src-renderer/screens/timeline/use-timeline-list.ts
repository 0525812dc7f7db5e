import { useMemo, useState } from 'react';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { isWall } from '../../address/is-wall.ts';
import type { TimelineAddress } from '../../address/screen-addresses.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import type { GridLanding } from '../../grid/grid-model.ts';
import { useIsLate } from '../../grid/use-is-late.ts';
import { useAppearance, useNow, useSignal, useStores, useTimeline } from '../../stores/use-stores.ts';
import { showsPreviousFilter } from '../../stores/timeline/timeline-window.ts';
import { useMediaQuery } from '../../theme/use-media-query.ts';
import { useTokens } from '../../theme/use-tokens.ts';
import { zoneText } from '../../time/time-text.ts';
import { timelineColumns } from './columns.tsx';
import { linesBelowOngoingGap, withOngoingGap, ongoingGap, withOpenGap } from './ongoing-gap.tsx';
import { itemMaker, keyNear, type ShownLines, type TimelineItem } from './timeline-items.tsx';

const QUARTER_HOUR_MS = 900_000;
const NO_ITEMS: readonly TimelineItem[] = [];

/** Empty if a filter matches no stored event, although gaps are loaded. */
export function useTimelineItems({ filter, event: opened, gap: openedGap }: TimelineAddress): readonly TimelineItem[] {
  const stores = useStores();
  const { timeline } = stores;
  const lines = useTimeline((state) => state.window.lines);
  const isNewest = useTimeline((state) => !state.window.hasBefore);
  const isComplete = useTimeline(
    ({ phase, window }) => phase.kind === 'ready' && !window.hasBefore && !window.hasAfter,
  );
  const signal = useSignal();
  const [chosenFolds, setChosenFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const make = useMemo(
    () =>
      itemMaker({
        toggle: (key) => timeline.toggle(key),
        openGap: (gap) => goTo(hrefOf('timeline', { filter, gap })),
        foldGaps: (key, isFolded) => setChosenFolds((folds) => new Map(folds).set(key, isFolded)),
      }),
    [timeline, filter],
  );
  const isFiltered = filter.terms.length > 0;
  const shown = useMemo<ShownLines>(
    () => ({ opened, openedGap, isFiltered, chosenFolds }),
    [opened, openedGap, isFiltered, chosenFolds],
  );
  const isOpenEnded = !filter.terms.some(({ kind }) => kind === 'until');
  return useMemo(() => {
    if (isFiltered && isComplete && lines.every(({ kind }) => kind === 'gap')) return NO_ITEMS;
    const gap = isNewest && isOpenEnded ? ongoingGap(lines, signal) : null;
    return withOpenGap(make(withOngoingGap(linesBelowOngoingGap(lines, gap), filter, stores.now()), shown), gap);
  }, [make, lines, shown, isNewest, isFiltered, isOpenEnded, isComplete, signal, filter, stores]);
}

/** True if rows of the previous query are shown for longer than a usual response takes. */
export function useShowsPreviousFilter(): boolean {
  return useIsLate(useTimeline(showsPreviousFilter));
}

export function useLanding(): GridLanding | null {
  const { timeline } = useStores();
  const landing = useTimeline((state) => state.landing);
  return useMemo(() => {
    if (landing === null) return null;
    if (landing.at !== 'cursor') return landing;
    const key = keyNear(timeline.getState().window.lines, landing.cursor);
    return key === null ? null : { at: 'key', key, offset: landing.offset };
  }, [timeline, landing]);
}

export function useColumns(hasDetail: boolean) {
  const zone = zoneText(
    useNow(QUARTER_HOUR_MS),
    useAppearance((state) => state.zone),
  );
  // The wall has larger type, so fewer columns fit.
  const scale = useTokens().unit / 13;
  const isFrom = (px: number) => `(min-width: ${(px + (hasDetail ? 540 : 0)) * scale}px)`;
  const isWide = useMediaQuery(isFrom(1_440));
  const isNarrow = useMediaQuery(`(max-width: ${520 * scale}px)`);
  return useMemo(() => timelineColumns({ zone, isWide, isNarrow, hasIds: !isWall() }), [zone, isWide, isNarrow]);
}

/** Ignores gaps, which are listed with any filter. */
export function endWords(items: readonly TimelineItem[], { terms }: Filter): string {
  const hasEvents = items.some(({ kind }) => kind !== 'gap');
  if (terms.length > 0) return hasEvents ? 'The oldest event that matches' : 'Nothing stored matches this filter.';
  return hasEvents ? 'The oldest stored event' : 'No event is stored.';
}

/** Counts only listed rows, because only those can be copied. */
export function countSelected(items: readonly TimelineItem[], keys: ReadonlySet<string>): number {
  return keys.size === 0 ? 0 : items.filter(({ kind, key }) => kind === 'row' && keys.has(key)).length;
}

export function rowOf(items: readonly TimelineItem[], seq: number | null) {
  const item = items.find(({ key }) => key === String(seq));
  return item?.kind === 'row' ? item.row.event : null;
}
