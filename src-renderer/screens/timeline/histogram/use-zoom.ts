/** Zooms into a span and out again: back to the previous span, otherwise to three times the length. */
import { useRef } from 'react';
import { filterSpan, withSpan } from '../../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import type { TallyBars } from '../../../stores/timeline/tally-store.ts';
import { useStores } from '../../../stores/use-stores.ts';
import type { TimeSpan } from '../../../time/bar-edges.ts';
import { zoomedIn, zoomedOut } from './zoom.ts';

interface Step {
  readonly before: ReturnType<typeof filterSpan>;
  /** The times after zooming in, as text. */
  readonly to: string;
}
const MAX_STEPS = 50;

export function useZoom(
  filter: Filter,
  change: (filter: Filter) => void,
  shown: Pick<TallyBars, 'span' | 'oldestAt'> | null,
) {
  const stores = useStores();
  const steps = useRef<readonly Step[]>([]);
  const times = (filterToShow: Filter) => JSON.stringify(filterSpan(filterToShow, stores.now()));
  return {
    zoomIn: (span: TimeSpan) => {
      const next = zoomedIn(filter, span);
      if (times(next) === times(filter)) return;
      steps.current = [...steps.current, { before: filterSpan(filter, stores.now()), to: times(next) }].slice(
        -MAX_STEPS,
      );
      change(next);
    },
    zoomOut: () => {
      const last = steps.current.at(-1);
      steps.current = steps.current.slice(0, -1);
      // If the span was changed otherwise since, the step no longer applies.
      if (last !== undefined && last.to === times(filter)) change(withSpan(filter, last.before));
      else if (shown !== null && !isAll(filter)) change(zoomedOut(filter, shown.span, stores.now(), shown.oldestAt));
    },
  };
}

/** True if the filter has no span, so it cannot be zoomed out. */
function isAll(filter: Filter): boolean {
  const { since, until } = filterSpan(filter, 0);
  return since === null && until === null;
}
