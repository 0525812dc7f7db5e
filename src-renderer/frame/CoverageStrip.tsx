/**
 * The last 24 hours in ten pixels: solid where somebody listened, hatched where nobody did, empty where it is not
 * known. A gap of any length shows at least two pixels; with its reason under the pointer or the focus. A reconnect is
 * a notch in the solid: it is seen, and cries for nobody.
 */
import { useMemo, useState } from 'react';
import { isReconnect } from '../../src-shared/domain/coverage.ts';
import { coverageFigures } from '../../src-shared/domain/coverage-figures.ts';
import { useRoute } from '../route.ts';
import { COVERAGE_SPAN_MS } from '../stores/coverage-store.ts';
import { useAppearance, useCoverage, useSignal } from '../stores/use-stores.ts';
import { coverageSpans, type GapMark, gapLengthMs } from '../time/coverage-spans.ts';
import { lengthText, shortTimeText, type Zone, zoneText } from '../time/time-text.ts';
import { coverageWords } from '../words/coverage-words.ts';
import { gapReasonWords } from '../words/outcome-words.ts';
import styles from './CoverageStrip.module.css';

/** Two minutes are some two pixels on a usual screen: marks closer than that would run into each other. */
const MERGE_MS = 120_000;
/** The strip moves once in this time; drawing it each second would change nothing that can be seen. */
const STEP_MS = 10_000;

export function CoverageStrip() {
  const coverage = useCoverage((state) => state.coverage);
  const zone = useAppearance((state) => state.zone);
  const { signal, now } = useSignal();
  const { go } = useRoute();
  const [active, setActive] = useState(0);
  const [shown, setShown] = useState<GapMark | null>(null);
  const to = Math.ceil(now / STEP_MS) * STEP_MS;
  const from = to - COVERAGE_SPAN_MS;
  const watching = signal.kind === 'watching';
  const reconnecting = coverage?.gaps.some((gap) => gap.to === null && isReconnect(gap, now)) === true;
  const spans = useMemo(
    () =>
      coverage === null ? null : coverageSpans(coverage, { from, to }, watching ? to : null, reconnecting, MERGE_MS),
    [coverage, from, to, watching, reconnecting],
  );
  if (coverage === null || spans === null) return <div className={styles['strip']} />;

  // What is drawn moves in steps; what is said is as of this second.
  const lastDay = { from: now - COVERAGE_SPAN_MS, to: now };
  const words = coverageWords(coverageFigures(coverage, lastDay, now, watching ? now : null));
  const place = (span: { from: number; to: number }) => ({
    // What began this very minute has its two pixels inside the strip, too.
    left: `min(${((span.from - from) / COVERAGE_SPAN_MS) * 100}%, 100% - 2px)`,
    width: `${((span.to - span.from) / COVERAGE_SPAN_MS) * 100}%`,
  });
  const focused = Math.min(active, spans.blind.length - 1);

  function move(target: EventTarget & HTMLElement, by: number): void {
    const marks = target.parentElement?.querySelectorAll<HTMLElement>('button') ?? [];
    const next = Math.min(marks.length - 1, Math.max(0, focused + by));
    setActive(next);
    marks[next]?.focus();
  }

  return (
    <section className={styles['strip']} aria-label="Coverage of the last 24 hours" title={shown === null ? words : ''}>
      <span className="visually-hidden">{words}</span>
      {spans.watched.map((stretch) => (
        <div key={stretch.from} className={styles['watched']} style={place(stretch)} />
      ))}
      {spans.reconnects.map((mark) => (
        <div
          key={mark.gap.id}
          className={styles['reconnect']}
          style={place(mark)}
          title={gapWords({ ...mark, gaps: [mark.gap] }, now, zone)}
        />
      ))}
      {spans.blind.map((mark, index) => (
        <button
          key={mark.gaps[0]?.id}
          type="button"
          className={styles['blind']}
          style={place(mark)}
          aria-label={gapWords(mark, now, zone)}
          tabIndex={index === focused ? 0 : -1}
          onFocus={() => setShown(mark)}
          onBlur={() => setShown(null)}
          onMouseEnter={() => setShown(mark)}
          onMouseLeave={() => setShown(null)}
          onClick={() => go({ screen: 'coverage' })}
          onKeyDown={(event) => {
            if (event.key === 'ArrowLeft') move(event.currentTarget, -1);
            if (event.key === 'ArrowRight') move(event.currentTarget, 1);
          }}
        />
      ))}
      {shown !== null && (
        <Bubble at={((shown.from + shown.to) / 2 - from) / COVERAGE_SPAN_MS}>{gapWords(shown, now, zone)}</Bubble>
      )}
    </section>
  );
}

/** @param at from 0 (left end) to 1 (right end): the bubble leans inward near an end. */
function Bubble({ at, children }: { at: number; children: string }) {
  const percent = `${Math.min(1, Math.max(0, at)) * 100}%`;
  return (
    <div
      className={styles['bubble']}
      style={{ left: percent, transform: `translateX(-${percent})` }}
      aria-hidden="true"
    >
      {children}
    </div>
  );
}

function gapWords(mark: GapMark, now: number, zone: Zone): string {
  const open = mark.gaps.some((gap) => gap.to === null);
  const end = open ? 'now' : shortTimeText(mark.to, now, zone);
  const span = `${shortTimeText(mark.from, now, zone)} – ${end} ${zoneText(mark.from, zone)}`;
  const first = mark.gaps[0];
  const reason =
    mark.gaps.length === 1 && first !== undefined ? gapReasonWords[first.reason] : `${mark.gaps.length} gaps`;
  const length = mark.gaps.reduce((sum, gap) => sum + gapLengthMs(gap, now), 0);
  const noun = mark.gaps.every((gap) => isReconnect(gap, now)) ? 'Reconnected in' : 'Blind';
  return `${reason}\n${noun} ${lengthText(length)} · ${span}`;
}
