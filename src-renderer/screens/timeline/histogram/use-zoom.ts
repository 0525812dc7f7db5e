/** Into a span and out again: out is back to where it was zoomed in from, else three times as long. */
import { useRef } from 'react';
import { filterSpan, withSpan } from '../../../../src-shared/domain/filter-edit.ts';
import type { Filter } from '../../../../src-shared/domain/filter.ts';
import type { TallyBars } from '../../../stores/tally-store.ts';
import { useStores } from '../../../stores/use-stores.ts';
import type { TimeSpan } from '../../../time/bar-edges.ts';
import { zoomedIn, zoomedOut } from './zoom.ts';

interface Step {
  readonly before: ReturnType<typeof filterSpan>;
  /** The times that it was zoomed to, as text. */
  readonly to: string;
}
const MAX_STEPS = 50;

interface Zoom {
  readonly zoomIn: (span: TimeSpan) => void;
  readonly zoomOut: () => void;
}

/** @param shown of which time the bars are, and where what is stored begins; `null`: not known yet */
export function useZoom(
  filter: Filter,
  change: (filter: Filter) => void,
  shown: Pick<TallyBars, 'span' | 'oldestAt'> | null,
): Zoom {
  const stores = useStores();
  const steps = useRef<readonly Step[]>([]);
  const times = (of: Filter) => JSON.stringify(filterSpan(of, stores.now()));
  return {
    zoomIn(span: TimeSpan) {
      const next = zoomedIn(filter, span);
      if (times(next) === times(filter)) return;
      steps.current = [...steps.current, { before: filterSpan(filter, stores.now()), to: times(next) }].slice(
        -MAX_STEPS,
      );
      change(next);
    },
    zoomOut() {
      const last = steps.current.at(-1);
      steps.current = steps.current.slice(0, -1);
      // Somebody has set another span meanwhile: what was before it is not what is meant.
      if (last !== undefined && last.to === times(filter)) change(withSpan(filter, last.before));
      else if (shown !== null && !isAll(filter)) change(zoomedOut(filter, shown.span, stores.now(), shown.oldestAt));
    },
  };
}

/** Nothing is outside of everything. */
function isAll(filter: Filter): boolean {
  const { since, until } = filterSpan(filter, 0);
  return since === null && until === null;
}
