/** Dragging, or arrow keys and Enter, zoom in; double-click or Z zooms out. */
import { useEffect } from 'react';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { type BarSelection, barsOf, spanOfBars } from '../../../components/bars/bar-selection.ts';
import { TALLEST } from '../../../components/bars/bar-shapes.ts';
import { BarScale } from '../../../components/bars/BarScale.tsx';
import { BarSlider } from '../../../components/bars/BarSlider.tsx';
import { barSpanText, figuresOf, figuresText } from '../../../components/bars/bar-words.ts';
import { TimeAxis } from '../../../components/bars/TimeAxis.tsx';
import { useBars } from '../../../components/bars/use-bars.ts';
import { useBarSelection } from '../../../components/bars/use-bar-selection.ts';
import { useChartSize } from '../../../components/bars/use-chart-size.ts';
import { zonesText } from '../../../time/time-text.ts';
import { useCommand } from '../../../commands/use-commands.ts';
import type { TallyBars } from '../../../stores/timeline/tally-store.ts';
import { useAppearance, useKnownNow, useStores, useTally, useWatchedUntil } from '../../../stores/use-stores.ts';
import { useHasStaleCounts, useIsOfPreviousFilter } from '../use-has-stale-counts.ts';
import { BarTable } from './BarTable.tsx';
import styles from './Histogram.module.css';
import { HistogramCaption } from './HistogramCaption.tsx';
import { useZoom } from './use-zoom.ts';
import { blindTimeOf, NOT_BLIND } from './blind-time.ts';

/** px at the usual scale. */
const HEIGHT = { usual: 92, small: 60 };
/** Width of a day and a time with the space around them, at the usual scale. */
const LABEL_PX = 92;
/** Narrower bars are hard to point at. */
const MIN_BAR_PX = 10;
/** Rounds the number of bars, so that dragging a divider does not request new ones for every px. */
const BARS_STEP = 10;
const STEP_MS = 10_000;

interface HistogramProps {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}

export function Histogram({ filter, change }: HistogramProps) {
  const size = useChartSize(HEIGHT);
  const { widthPx, heightPx, scale } = size;
  const zone = useAppearance((state) => state.zone);
  const counted = useTally((state) => state.bars.value);
  const bars = useHasStaleCounts(filter) ? null : counted;
  const now = useKnownNow(STEP_MS);
  const watchedUntil = useWatchedUntil(now);
  useTallying(filter, Math.floor(widthPx / (MIN_BAR_PX * scale) / BARS_STEP) * BARS_STEP);

  const coverage = bars?.coverage ?? null;
  const drawn = { bars, coverage, heightPx, style: TALLEST, now, watchedUntil, mergeGapsMs: 0 };
  const { edges, shapes, maxCount, blind } = useBars(drawn);
  const { zoomIn, zoomOut } = useZoom(filter, change, bars);
  const selection = useBarSelection({ edges, zoomIn: (choice) => zoomIn(spanOfBars(edges, choice)) });
  useCommand({
    id: 'timeline.zoom-out',
    title: 'Zoom out in time',
    group: 'Filter',
    keys: ['Z', 'Shift+Z'],
    unavailable: bars === null ? 'Nothing is counted yet' : null,
    run: zoomOut,
  });

  const { meant } = selection;
  const figures = meant === null || bars === null ? null : barFiguresText(bars, meant, { now, watchedUntil });
  const isOfPrevious = useIsOfPreviousFilter(filter, bars);
  return (
    <section className={styles['histogram']} aria-label="Events over time" data-stale={isOfPrevious || undefined}>
      <HistogramCaption
        filter={filter}
        isCurrent={bars !== null && printFilter(bars.filter) === printFilter(filter)}
        blind={bars === null ? NOT_BLIND : blindTimeOf(bars.coverage, bars.span, now, watchedUntil)}
        barFigures={figures}
      />
      <div className="flex gap-2 space-above-1">
        <div className="fill">
          <BarSlider
            size={size}
            edges={edges}
            shapes={shapes}
            blind={blind}
            headPx={0}
            selection={selection}
            marksPointed={false}
            label="Events over time. Arrow keys select a bar, with Shift more of them, Enter zooms in, Z out"
            selectedText={figures}
            onDoubleClick={zoomOut}
          />
          <TimeAxis
            edges={edges}
            size={size}
            labelPx={LABEL_PX}
            end={zonesText(edges[0] ?? 0, edges.at(-1) ?? 0, zone)}
          />
        </div>
        {shapes.length > 0 && <BarScale max={maxCount} heightPx={heightPx} headPx={0} />}
      </div>
      {bars !== null && bars.zone === zone && <BarTable bars={bars} now={now} />}
    </section>
  );
}

/** Polls while the histogram is shown and has room for at least one bar. */
function useTallying(filter: Filter, maxBars: number): void {
  const { tally } = useStores();
  const zone = useAppearance((state) => state.zone);
  useEffect(() => {
    if (maxBars > 0) tally.show({ filter, zone, maxBars });
  }, [tally, filter, zone, maxBars]);
  useEffect(() => () => tally.show(null), [tally]);
}

function barFiguresText(
  bars: TallyBars,
  choice: BarSelection,
  { now, watchedUntil }: { now: number; watchedUntil: number | null },
): string {
  const span = spanOfBars(bars.edges, choice);
  const { first, last } = barsOf(choice);
  const { blindMs } = blindTimeOf(bars.coverage, span, now, watchedUntil);
  const figures = figuresText(figuresOf(bars.outcomes, first, last), blindMs);
  return `${barSpanText(span, now, bars.zone)} · ${figures} · drag to zoom, double-click out`;
}
