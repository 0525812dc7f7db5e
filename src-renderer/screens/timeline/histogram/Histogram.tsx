/**
 * Events over time: bars by outcome, with hatched gaps. Dragging, or arrow keys and Enter, zoom in; double-click or Z
 * zooms out.
 */
import { useEffect, useMemo } from 'react';
import { coverageFigures } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import type { Filter } from '../../../../src-shared/domain/filter/filter.ts';
import { printFilter } from '../../../../src-shared/domain/filter/filter-text.ts';
import { useCommands } from '../../../commands/use-commands.ts';
import { useWidth } from '../../../lists/grid/use-width.ts';
import type { TallyBars } from '../../../stores/timeline/tally-store.ts';
import { useAppearance, useAsOf, useWatchedUntil, useNow, useStores, useTally } from '../../../stores/use-stores.ts';
import { useMediaQuery } from '../../../theme/use-media-query.ts';
import { useTokens } from '../../../theme/use-tokens.ts';
import type { TimeSpan } from '../../../time/bar-edges.ts';
import { coverageSpans } from '../../../time/coverage-spans.ts';
import { useHasStaleCounts } from '../use-has-stale-counts.ts';
import { spanOfBars } from './bar-selection.ts';
import { BarChart } from './BarChart.tsx';
import { barShapes } from './bar-shapes.ts';
import { BarTable } from './BarTable.tsx';
import { figuresOf, figuresText, barSpanText } from './bar-words.ts';
import styles from './Histogram.module.css';
import { HistogramAxis } from './HistogramAxis.tsx';
import { type BlindTime, HistogramCaption } from './HistogramCaption.tsx';
import { useBarSelection } from './use-bar-selection.ts';
import { useZoom } from './use-zoom.ts';

/** px at the usual scale. */
const HEIGHT = { usual: 92, small: 60 };
const SMALL = '(max-width: 1000px), (max-height: 700px)';
/** Narrower bars are hard to point at. */
const MIN_BAR_PX = 10;
/** Rounds the number of bars, so that dragging a divider does not request new ones for every px. */
const BARS_STEP = 10;
const STEP_MS = 10_000;
const NO_BARS: readonly number[] = [];

interface HistogramProps {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
}

export function Histogram({ filter, change }: HistogramProps) {
  const { widthPx, measure } = useWidth<HTMLDivElement>();
  const scale = useTokens().unit / 13;
  const isSmall = useMediaQuery(SMALL);
  const heightPx = (isSmall ? HEIGHT.small : HEIGHT.usual) * scale;
  const zone = useAppearance((state) => state.zone);
  const counted = useTally((state) => state.bars.value);
  const bars = useHasStaleCounts(filter) ? null : counted;
  const asOf = useAsOf();
  const ticked = useNow(STEP_MS);
  const now = asOf ?? ticked;
  const watchedUntil = useWatchedUntil(now);
  useTallying(filter, Math.floor(widthPx / (MIN_BAR_PX * scale) / BARS_STEP) * BARS_STEP);

  const edges = bars?.edges ?? NO_BARS;
  const domain = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
  const shapes = useMemo(
    () => (bars === null ? [] : barShapes(bars.outcomes, bars.edges.length - 1, heightPx)),
    [bars, heightPx],
  );
  const blind = useMemo(() => (bars === null ? [] : blindSpans(bars, now, watchedUntil)), [bars, now, watchedUntil]);
  const { zoomIn, zoomOut } = useZoom(filter, change, bars);
  const { chosen, meant, handlers } = useBarSelection({ edges, zoomIn: (choice) => zoomIn(spanOfBars(edges, choice)) });
  useCommands([
    {
      id: 'timeline.zoom-out',
      title: 'Zoom out in time',
      group: 'Filter',
      keys: ['Z', 'Shift+Z'],
      unavailable: bars === null ? 'Nothing is counted yet' : null,
      run: zoomOut,
    },
  ]);

  const chosenFigures = meant === null || bars === null ? null : barFiguresText(bars, meant, { now, watchedUntil });
  return (
    <section className={styles['histogram']} aria-label="Events over time">
      <HistogramCaption
        filter={filter}
        isCurrent={bars !== null && printFilter(bars.filter) === printFilter(filter)}
        blind={bars === null ? { ms: 0, gap: null } : blindTime(bars, now, watchedUntil)}
        barFigures={chosenFigures}
      />
      <div
        ref={measure}
        className={styles['chart']}
        style={{ height: heightPx }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no input element has an image or two ends
        role="slider"
        tabIndex={0}
        aria-label="Events over time. Arrow keys select a bar, with Shift more of them, Enter zooms in, Z out"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, edges.length - 2)}
        aria-valuenow={meant?.head ?? Math.max(0, edges.length - 2)}
        aria-valuetext={chosenFigures ?? 'No bar is selected'}
        onDoubleClick={zoomOut}
        {...handlers}
      >
        {widthPx > 0 && (
          <BarChart edges={edges} shapes={shapes} blind={blind} chosen={chosen} widthPx={widthPx} heightPx={heightPx} />
        )}
      </div>
      <HistogramAxis span={domain} widthPx={widthPx} scale={scale} />
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

function blindSpans({ coverage, edges }: TallyBars, now: number, watchedUntil: number | null): readonly TimeSpan[] {
  const [from, last] = [edges[0], edges.at(-1)];
  if (coverage === null || from === undefined || last === undefined) return [];
  return coverageSpans(coverage, { from, to: Math.min(now, last) }, watchedUntil, false, 0).blind.filter(
    (span) => span.to > from && span.from < last,
  );
}

function blindTime({ coverage, span }: TallyBars, now: number, watchedUntil: number | null): BlindTime {
  if (coverage === null) return { ms: 0, gap: null };
  const { blindMs } = coverageFigures(coverage, { from: span.from, to: Math.min(span.to, now) }, now, watchedUntil);
  const gap = coverage.gaps.findLast(({ from, to }) => from < span.to && (to ?? now) > span.from);
  return { ms: blindMs, gap: gap?.id ?? null };
}

function barFiguresText(
  bars: TallyBars,
  choice: { anchor: number; head: number },
  { now, watchedUntil }: { now: number; watchedUntil: number | null },
): string {
  const span = spanOfBars(bars.edges, choice);
  const [first, last] = [Math.min(choice.anchor, choice.head), Math.max(choice.anchor, choice.head)];
  const blindMs =
    bars.coverage === null
      ? 0
      : coverageFigures(bars.coverage, { from: span.from, to: Math.min(span.to, now) }, now, watchedUntil).blindMs;
  const figures = figuresText(figuresOf(bars.outcomes, first, last), blindMs);
  return `${barSpanText(span, now, bars.zone)} · ${figures} · drag to zoom, double-click out`;
}
