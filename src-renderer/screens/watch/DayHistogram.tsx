/**
 * The last 24 hours by quarter hour, with gaps hatched over the bars. Pointing at a bar shows its counts next to it,
 * never over it. A click opens its events, a drag those of several bars.
 */
import { OUTCOME_EVENTS } from '../../../src-shared/domain/event/event-class.ts';
import { useMemo, useRef } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { goTo, hrefOf } from '../../address/use-address.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { useWidth } from '../../lists/grid/use-width.ts';
import { useCoverage, useDay, useNow } from '../../stores/use-stores.ts';
import { useAppearance } from '../../stores/use-stores.ts';
import { useMediaQuery } from '../../theme/use-media-query.ts';
import { useTokens } from '../../theme/use-tokens.ts';
import { coverageSpans, gapLengthMs } from '../../time/coverage-spans.ts';
import { lengthText, zoneText } from '../../time/time-text.ts';
import { outcomeWords } from '../../words/outcome-words.ts';
import { barsOf, spanOfBars } from '../timeline/histogram/bar-selection.ts';
import { barSpanText } from '../timeline/histogram/bar-words.ts';
import { useBarSelection } from '../timeline/histogram/use-bar-selection.ts';
import { outcomeToggled, zoomedIn } from '../timeline/histogram/zoom.ts';
import { DAY_STACK, dayColumns } from './day-shapes.ts';
import { DayAxis } from './DayAxis.tsx';
import styles from './DayHistogram.module.css';
import type { BlindColumn } from './day-labels.ts';
import { DayChart } from './DayChart.tsx';
import type { DayCoverage } from './use-day-coverage.ts';

/** px at the usual scale. */
const HEIGHT = { usual: 118, small: 56 };
const SMALL = '(max-width: 1000px), (max-height: 700px)';
const NO_EDGES: readonly number[] = [];
/** Gaps closer than this are drawn as one; about 3 px on a usual screen. */
const MERGE_GAP_MS = 240_000;

export function DayHistogram({ coverage }: { coverage: DayCoverage | null }) {
  const { widthPx, measure } = useWidth<HTMLDivElement>();
  const scale = useTokens().unit / 13;
  const isSmall = useMediaQuery(SMALL);
  const heightPx = (isSmall ? HEIGHT.small : HEIGHT.usual) * scale;
  const zone = useAppearance((state) => state.zone);
  const now = useNow(60_000);
  const bars = useDay((state) => state.bars.value);
  const edges = bars?.edges ?? NO_EDGES;
  const count = Math.max(0, edges.length - 1);
  const { scale: maxCount, columns } = useMemo(
    () => dayColumns(bars?.outcomes ?? new Map(), count, heightPx),
    [bars, count, heightPx],
  );
  const blind = useBlindColumns(edges, coverage);
  const hasDragged = useRef(false);
  const toTimeline = (choice: { anchor: number; head: number }) =>
    goTo(hrefOf('timeline', { filter: zoomedIn(OUTCOME_EVENTS, spanOfBars(edges, choice)) }));
  const { chosen, meant, handlers } = useBarSelection({
    edges,
    zoomIn(choice) {
      hasDragged.current = true;
      toTimeline(choice);
    },
  });
  const meantBars = meant === null || bars === null ? null : barsOf(meant);
  const span = meant === null ? null : barSpanText(spanOfBars(edges, meant), now, zone);
  const counts = DAY_STACK.map((outcome) => ({
    outcome,
    all: sum(bars?.outcomes.get(outcome) ?? []),
    meant: meantBars === null ? 0 : sum((bars?.outcomes.get(outcome) ?? []).slice(meantBars.first, meantBars.last + 1)),
  }));
  const words = counts
    .filter((each) => each.meant > 0)
    .map((each) => `${numberText(each.meant)} ${outcomeWords[each.outcome].toLowerCase()}`);
  return (
    <section className={styles['day']} aria-label="Last 24 hours">
      <header className={styles['legend']}>
        <h3>Last 24 h</h3>
        {counts.map(({ outcome, all }) => (
          <a
            key={outcome}
            className={styles['entry']}
            data-outcome={outcome}
            href={hrefOf('timeline', {
              filter: outcomeToggled(
                { terms: [...OUTCOME_EVENTS.terms, { kind: 'since', time: { kind: 'ago', ms: 86_400_000 } }] },
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
            <b>{bars === null ? '–' : numberText(all)}</b>
          </a>
        ))}
        <a className={styles['entry']} href={hrefOf('coverage')}>
          <Glyph shape="hatched" /> Blind <b>{coverage === null ? '–' : lengthText(coverage.day.blindMs)}</b>
        </a>
        <span className={styles['step']}>per 15 min</span>
      </header>
      <div className={styles['chart']}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter is among the handlers */}
        <div
          ref={measure}
          className={styles['plot']}
          style={{ height: heightPx + HEAD_PX * scale }}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no input element has an image or two ends
          role="slider"
          tabIndex={0}
          aria-label="Results of localizations and change requests. Arrow keys select a quarter hour, Enter opens its events"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={meant?.head ?? Math.max(0, count - 1)}
          aria-valuetext={span === null ? 'No bar is selected' : `${span}: ${words.join(', ') || 'nothing'}`}
          {...handlers}
          onClick={() => {
            // The end of a drag also fires a click, which is ignored.
            if (!hasDragged.current && meant !== null) toTimeline(meant);
            hasDragged.current = false;
          }}
        >
          {widthPx > 0 && (
            <DayChart
              edges={edges}
              columns={columns}
              blind={blind}
              meant={meant === null ? null : barsOf(meant)}
              widthPx={widthPx}
              heightPx={heightPx}
              headPx={HEAD_PX * scale}
              charPx={6.2 * scale}
              hasLabels={!isSmall}
            />
          )}
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
        </div>
        <div className={styles['scale']} aria-hidden="true" style={{ height: heightPx + HEAD_PX * scale }}>
          <span style={{ bottom: heightPx }}>{numberText(maxCount)}</span>
          <span style={{ bottom: heightPx / 2 }}>{numberText(maxCount / 2)}</span>
        </div>
      </div>
      <DayAxis span={{ from: edges[0] ?? 0, to: edges.at(-1) ?? 0 }} widthPx={widthPx} scale={scale} />
      {chosen === null ? null : <span className="visually-hidden">{span}</span>}
    </section>
  );
}

/** Space above the bars for the labels of broken bars and gaps. */
const HEAD_PX = 16;

export function useBlindColumns(edges: readonly number[], coverage: DayCoverage | null): readonly BlindColumn[] {
  const read = useCoverage(({ value }) => value);
  return useMemo(() => {
    const [from, to] = [edges[0], edges.at(-1)];
    if (read === null || coverage === null || from === undefined || to === undefined) return [];
    const span = { from, to: Math.min(coverage.now, to) };
    return coverageSpans(read, span, coverage.watchedUntil, false, MERGE_GAP_MS).blind.map((mark) => ({
      from: mark.from,
      to: mark.to,
      lengthMs: mark.gaps.reduce((total, gap) => total + gapLengthMs(gap, coverage.now), 0),
    }));
  }, [read, coverage, edges]);
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

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
