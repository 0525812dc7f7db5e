/** The last 24 hours: solid while watched, hatched while blind, empty if unknown. A lost connection ends the strip. */
import { useMemo, useState } from 'react';
import { hrefOf } from '../../address/use-address.ts';
import { isReconnect } from '../../../src-shared/domain/coverage/reconnect.ts';
import { coverageFigures } from '../../../src-shared/domain/coverage/coverage-figures.ts';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { IncidentMarks } from '../../components/status-page/status-page-parts.ts';
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { useAppearance, useAsOf, useCoverage, useKnownNow, useWatchedUntil } from '../../stores/use-stores.ts';
import { coverageSpans, type GapMark, gapLengthMs } from '../../time/coverage-spans.ts';
import { clockText, lengthText, shortTimeText, type Zone, zoneText } from '../../time/time-text.ts';
import { coverageWords } from '../../words/coverage-words.ts';
import { gapReasonWords } from '../../../src-shared/words/gap-words.ts';
import styles from './CoverageStrip.module.css';

/** Two minutes are about two pixels on a typical screen; closer marks would overlap. */
const MERGE_MS = 120_000;
/** The strip moves in steps of this length; smaller ones would not be visible. Only an open gap counts seconds. */
const STEP_MS = 10_000;
/** Shorter interruptions are notches for any reason, so that 2 min and 2 s do not look alike. */
const NOTCH_MS = 10_000;

export function CoverageStrip() {
  const coverage = useCoverage((state) => state.value);
  const zone = useAppearance((state) => state.zone);
  const asOf = useAsOf();
  const hasOpenGap = coverage?.gaps.some(({ to }) => to === null) === true;
  const now = useKnownNow(hasOpenGap ? 1_000 : STEP_MS);
  const watchedUntil = useWatchedUntil(now);
  const [active, setActive] = useState(0);
  const to = Math.ceil(now / STEP_MS) * STEP_MS;
  const from = to - COVERAGE_SPAN_MS;
  // While watching, also draws up to the end of the step, so that it does not change every second.
  const drawnUntil = watchedUntil === now ? to : watchedUntil;
  const reconnecting = coverage?.gaps.some((gap) => gap.to === null && isReconnect(gap, now)) === true;
  const spans = useMemo(
    () => (coverage === null ? null : coverageSpans(coverage, { from, to }, drawnUntil, reconnecting, MERGE_MS)),
    [coverage, from, to, drawnUntil, reconnecting],
  );
  if (coverage === null || spans === null) return <div className={styles['strip']} />;

  const lastDay = { from: now - COVERAGE_SPAN_MS, to: now };
  const figures = coverageWords(coverageFigures(coverage, lastDay, now, watchedUntil));
  const words = asOf === null ? figures : `${figures} · as of ${clockText(asOf, zone)} ${zoneText(asOf, zone)}`;
  const extentStyle = (span: { from: number; to: number }) => ({
    // Keeps a gap that has just begun visible with 2 px.
    left: `min(${((span.from - from) / COVERAGE_SPAN_MS) * 100}%, 100% - 2px)`,
    width: `${((span.to - span.from) / COVERAGE_SPAN_MS) * 100}%`,
  });
  const focused = Math.min(active, spans.blind.length - 1);

  function move(target: HTMLElement, by: number): void {
    const marks = target.parentElement?.querySelectorAll<HTMLElement>(':scope > a') ?? [];
    const next = Math.min(marks.length - 1, Math.max(0, focused + by));
    setActive(next);
    marks[next]?.focus();
  }

  return (
    <section className={styles['strip']} aria-label="Coverage of the last 24 hours">
      <span className="visually-hidden">{words}</span>
      <Tooltip label={words}>
        <div className="covers">
          {spans.watched.map((stretch) => (
            <div key={stretch.from} className={styles['watched']} style={extentStyle(stretch)} />
          ))}
        </div>
      </Tooltip>
      {spans.reconnects.map((mark) => (
        <Tooltip key={mark.gap.id} label={() => gapWords({ ...mark, gaps: [mark.gap] }, now, zone, asOf)}>
          <div className={styles['notch']} data-reconnect style={extentStyle(mark)} />
        </Tooltip>
      ))}
      {spans.blind.map((mark, index) => {
        const gap = mark.gaps[0]?.id ?? null;
        const label = gapWords(mark, now, zone, asOf);
        return (
          <Tooltip key={gap} label={label}>
            <a
              className={styles[blindMs(mark, now) < NOTCH_MS ? 'notch' : 'blind']}
              style={extentStyle(mark)}
              href={hrefOf('coverage', { gap })}
              aria-label={label}
              tabIndex={index === focused ? 0 : -1}
              onKeyDown={(event) => {
                if (event.key === 'ArrowLeft') move(event.currentTarget, -1);
                if (event.key === 'ArrowRight') move(event.currentTarget, 1);
              }}
            />
          </Tooltip>
        );
      })}
      <IncidentMarks from={from} to={to} now={now} />
    </section>
  );
}

function blindMs({ gaps }: GapMark, now: number): number {
  return gaps.reduce((sum, gap) => sum + gapLengthMs(gap, now), 0);
}

/** @param asOf time of the last message if the connection is lost; an open gap may have ended since */
function gapWords(mark: GapMark, now: number, zone: Zone, asOf: number | null): string {
  const open = mark.gaps.some((gap) => gap.to === null);
  const present = asOf === null ? 'now' : `unknown since ${shortTimeText(asOf, now, zone)}`;
  const end = open ? present : shortTimeText(mark.to, now, zone);
  const span = `${shortTimeText(mark.from, now, zone)} – ${end} ${zoneText(mark.from, zone)}`;
  const first = mark.gaps[0];
  const reason =
    mark.gaps.length === 1 && first !== undefined ? gapReasonWords[first.reason] : `${mark.gaps.length} gaps`;
  const noun = mark.gaps.every((gap) => isReconnect(gap, now)) ? 'Reconnected in' : 'Blind';
  return `${reason}\n${noun} ${lengthText(blindMs(mark, now))} · ${span}`;
}
