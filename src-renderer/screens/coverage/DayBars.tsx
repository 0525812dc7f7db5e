/** Shows one bar for each day, today first, or one for 24 hours: solid while watched, hatched while blind, empty if unknown. */
import { useMemo } from 'react';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { coverageAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { axisLabels } from '../../components/bars/axis-labels.ts';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { COVERAGE_SPAN_MS } from '../../stores/coverage-store.ts';
import { useAppearance, useKnownNow, useWatchedUntil } from '../../stores/use-stores.ts';
import { type CoverageDay, coverageBar, coverageDays } from '../../time/coverage-days.ts';
import { dayText, lengthText, shortTimeText, type Zone, zoneText } from '../../time/time-text.ts';
import { zoneName } from '../../time/zoned-time.ts';
import { dayCoverageWords, watchedShareText } from '../../words/coverage-words.ts';
import styles from './DayBars.module.css';

/** A bar of a day grows by less than a pixel in this time. */
const STEP_MS = 60_000;
/** The labels of a day are six hours apart; a narrow window shows every second one. */
const MAX_HOURS = 4;

/** `days: null`: one bar for the last 24 hours. */
export function DayBars({ coverage, days }: { coverage: Coverage; days: number | null }) {
  const zone = useAppearance((state) => state.zone);
  const now = useKnownNow(STEP_MS);
  const watchedUntil = useWatchedUntil(now);
  const bars = useMemo(
    () =>
      days === null
        ? [coverageBar(coverage, { from: now - COVERAGE_SPAN_MS, to: now }, now, watchedUntil)]
        : coverageDays(coverage, days, now, watchedUntil, zoneName(zone)),
    [coverage, days, now, watchedUntil, zone],
  );
  return (
    <ScrollRegion
      className={styles['days']}
      label={days === null ? 'Coverage by hour' : 'Coverage of each day, today first'}
    >
      <ul className={styles['list']} data-single={days === null}>
        {bars[0] !== undefined && <HourAxis span={bars[0]} now={now} zone={zone} />}
        {bars.map((day) => (
          <DayBar
            key={day.from}
            day={day}
            name={days === null ? 'Last 24 h' : dayText(day.from, zone)}
            now={now}
            zone={zone}
          />
        ))}
      </ul>
    </ScrollRegion>
  );
}

/** Hours of the first bar. On the day of a clock change the others differ by an hour at most. */
function HourAxis({ span, now, zone }: { span: CoverageDay; now: number; zone: Zone }) {
  return (
    <li className={styles['axis']} aria-hidden="true">
      <span />
      <span className={styles['hours']}>
        {axisLabels(span, MAX_HOURS, now, zone).map(({ at, share, clock }) => (
          <span key={at} className={styles['hour']} style={{ left: `${share * 100}%` }}>
            {clock}
          </span>
        ))}
      </span>
      <span className={styles['share']}>{zoneText(span.from, zone)}</span>
    </li>
  );
}

interface DayBarProps {
  readonly day: CoverageDay;
  readonly name: string;
  readonly now: number;
  readonly zone: Zone;
}

function DayBar({ day, name, now, zone }: DayBarProps) {
  const { value } = useAddress(coverageAddress);
  const extent = ({ from, to }: { readonly from: number; readonly to: number }) => ({
    left: `${((from - day.from) / (day.to - day.from)) * 100}%`,
    width: `${((to - from) / (day.to - day.from)) * 100}%`,
  });
  return (
    <li className={styles['day']}>
      <span className="meta">{name}</span>
      <span className={styles['bar']}>
        <Tooltip label={`${name}: ${dayCoverageWords(day)}`}>
          <span className="covers">
            {day.spans.watched.map((stretch) => (
              <span key={stretch.from} className={styles['watched']} style={extent(stretch)} />
            ))}
          </span>
        </Tooltip>
        {day.spans.blind.map((mark) => {
          const first = mark.gaps[0];
          const more = mark.gaps.length > 1 ? ` and ${mark.gaps.length - 1} more` : '';
          const words = `Gap ${shortTimeText(mark.from, now, zone)}, ${lengthText(mark.to - mark.from)}${more}`;
          return (
            <Tooltip key={first?.id} label={words}>
              {/* The list below is the way for the keyboard; hundreds of marks would be as many stops. */}
              <a
                className={styles['blind']}
                style={extent(mark)}
                href={hrefOf('coverage', { ...value, gap: first?.id ?? null })}
                aria-label={words}
                tabIndex={-1}
              />
            </Tooltip>
          );
        })}
      </span>
      <span className={styles['share']}>{watchedShareText(day)}</span>
      <span className="visually-hidden">{dayCoverageWords(day)}</span>
    </li>
  );
}
