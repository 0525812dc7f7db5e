/** Failures are above, successes a low lane below, and gaps are hatched over both. The counts of a bar appear next to it, never over it. */
import { useRef } from 'react';
import { OUTCOME_EVENTS } from '../../../src-shared/domain/filter/class-filters.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { type BarSelection, barsOf, spanOfBars } from '../../components/bars/bar-selection.ts';
import { ORDINARY_DAY } from '../../components/bars/bar-shapes.ts';
import { BarScale } from '../../components/bars/BarScale.tsx';
import { BarSlider } from '../../components/bars/BarSlider.tsx';
import { barSpanText, figureText, sumOfBars } from '../../components/bars/bar-words.ts';
import { TimeAxis } from '../../components/bars/TimeAxis.tsx';
import { useBars } from '../../components/bars/use-bars.ts';
import { useBarSelection } from '../../components/bars/use-bar-selection.ts';
import { useChartSize } from '../../components/bars/use-chart-size.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { useAppearance, useCoverage, useDay, useNow } from '../../stores/use-stores.ts';
import { zoneText } from '../../time/time-text.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import { outcomeToggled, zoomedIn } from '../timeline/histogram/zoom.ts';
import styles from './DayHistogram.module.css';
import type { DayCoverage } from './use-day-coverage.ts';

/** px at the usual scale. */
const HEIGHT = { usual: 118, small: 56 };
const HEAD_PX = 16;
/** Twice the width of a day and a time: a label each six hours is enough to read a day. */
export const DAY_LABEL_PX = 220;
const LEGEND = ['failed', 'partial', 'unknown', 'succeeded'] as const;
/** Gaps closer than this are drawn as one; about 3 px on a usual screen. */
const MERGE_GAP_MS = 240_000;

export function DayHistogram({ coverage }: { coverage: DayCoverage | null }) {
  const size = useChartSize(HEIGHT);
  const { heightPx, scale } = size;
  const headPx = HEAD_PX * scale;
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const { outcomes, edges, shapes, floorPx, maxCount, blind } = useDayBars(coverage, heightPx);
  const count = shapes.length;
  const hasDragged = useRef(false);
  const toTimeline = (choice: BarSelection) =>
    goTo(hrefOf('timeline', { filter: zoomedIn(OUTCOME_EVENTS, spanOfBars(edges, choice)) }));
  const selection = useBarSelection({
    edges,
    zoomIn(choice) {
      hasDragged.current = true;
      toTimeline(choice);
    },
  });
  const { chosen, meant } = selection;
  const meantBars = meant === null || outcomes === null ? null : barsOf(meant);
  const span = meant === null ? null : barSpanText(spanOfBars(edges, meant), now, zone);
  const counts = LEGEND.map((outcome) => ({
    outcome,
    all: outcomes === null ? 0 : sumOfBars(outcomes, outcome, 0, count - 1),
    meant: meantBars === null || outcomes === null ? 0 : sumOfBars(outcomes, outcome, meantBars.first, meantBars.last),
  }));
  const words = counts
    .filter((each) => each.meant > 0)
    .map((each) => figureText({ outcome: each.outcome, count: each.meant }));
  return (
    <section className={styles['day']} aria-label="Last 24 hours">
      <header className={styles['legend']}>
        <h3>Last 24 h</h3>
        {counts
          .filter(({ outcome, all }) => all > 0 || outcome === 'failed')
          .map(({ outcome, all }) => (
            <a
              key={outcome}
              className={styles['entry']}
              data-outcome={outcome}
              href={hrefOf('timeline', {
                filter: outcomeToggled(
                  zoomedIn(OUTCOME_EVENTS, { from: edges[0] ?? now, to: edges.at(-1) ?? now }),
                  outcome,
                ),
              })}
            >
              {outcome === 'succeeded' ? (
                <i className={styles['ok']} aria-hidden="true" />
              ) : (
                <OutcomeMark outcome={outcome} />
              )}
              <span aria-hidden={outcome !== 'succeeded'}>{outcomeWords[outcome]}</span>{' '}
              <b>{outcomes === null ? '–' : numberText(all)}</b>
            </a>
          ))}
        <a className={styles['entry']} href={hrefOf('coverage')}>
          <Glyph shape="hatched" /> Blind
        </a>
      </header>
      <div className="gap-2 flex space-above-1">
        <div className="fill">
          <BarSlider
            size={size}
            edges={edges}
            shapes={shapes}
            blind={blind}
            headPx={headPx}
            floorPx={floorPx}
            selection={selection}
            marksPointed={true}
            label="Results of localizations and change requests. Arrow keys select a quarter hour, Enter opens its events"
            selectedText={span === null ? null : `${span}: ${words.join(', ') || 'nothing'}`}
            onClick={() => {
              // The end of a drag also fires a click, which is ignored.
              if (!hasDragged.current && meant !== null) toTimeline(meant);
              hasDragged.current = false;
            }}
          >
            {meantBars !== null && span !== null && (
              <div className={styles['bar-figures']} style={labelPosition(meantBars, count)} aria-hidden="true">
                <b>
                  {span} {zoneText(now, zone)}
                </b>
                {counts
                  .filter((each) => each.meant > 0)
                  .map((each) => (
                    <span key={each.outcome}>
                      <OutcomeMark outcome={each.outcome} /> <b>{numberText(each.meant)}</b>{' '}
                      {outcomeWords[each.outcome].toLowerCase()}
                    </span>
                  ))}
                {words.length === 0 && <span>no events</span>}
                <span>Click: Timeline · Drag: several</span>
              </div>
            )}
          </BarSlider>
          <TimeAxis edges={edges} size={size} labelPx={DAY_LABEL_PX} end="now" />
        </div>
        <BarScale max={maxCount} heightPx={heightPx} headPx={headPx} floorPx={floorPx} />
      </div>
      {chosen === null ? null : <span className="visually-hidden">{span}</span>}
    </section>
  );
}

export function useDayBars(coverage: DayCoverage | null, heightPx: number) {
  const bars = useDay((state) => state.bars.value);
  const read = useCoverage(({ value }) => value);
  const { now, watchedUntil } = coverage ?? { now: 0, watchedUntil: null };
  const known = coverage === null ? null : read;
  const drawn = { bars, coverage: known, heightPx, style: ORDINARY_DAY, now, watchedUntil, mergeGapsMs: MERGE_GAP_MS };
  return { outcomes: bars?.outcomes ?? null, ...useBars(drawn) };
}

/** Places the counts next to the bar, on the side with more space. */
function labelPosition(
  { first, last }: { first: number; last: number },
  count: number,
): { left?: string; right?: string } {
  const share = (index: number) => `${(index / Math.max(1, count)) * 100}%`;
  return first > count / 2
    ? { right: `calc(${share(count - first)} + var(--space-2))` }
    : { left: `calc(${share(last + 1)} + var(--space-2))` };
}
