/** Shows one bar for each day, today first: solid while watched, hatched while blind, empty if unknown. */
import { useMemo } from 'react';
import type { Coverage } from '../../../src-shared/domain/coverage/coverage.ts';
import { coverageAddress } from '../../address/screen-addresses.ts';
import { hrefOf, useAddress } from '../../address/use-address.ts';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useAppearance, useKnownNow, useWatchedUntil } from '../../stores/use-stores.ts';
import { type CoverageDay, coverageDays } from '../../time/coverage-days.ts';
import { dayText, lengthText, shortTimeText, type Zone } from '../../time/time-text.ts';
import { zoneName } from '../../time/zoned-time.ts';
import { dayCoverageWords, watchedShareText } from '../../words/coverage-words.ts';
import styles from './DayBars.module.css';

/** A bar of a day grows by less than a pixel in this time. */
const STEP_MS = 60_000;

export function DayBars({ coverage, days }: { coverage: Coverage; days: number }) {
  const zone = useAppearance((state) => state.zone);
  const now = useKnownNow(STEP_MS);
  const watchedUntil = useWatchedUntil(now);
  const bars = useMemo(
    () => coverageDays(coverage, days, now, watchedUntil, zoneName(zone)),
    [coverage, days, now, watchedUntil, zone],
  );
  return (
    <ScrollRegion className={styles['days']} label="Coverage of each day, today first">
      <ul className={styles['list']}>
        {bars.map((day) => (
          <DayBar key={day.from} day={day} now={now} zone={zone} />
        ))}
      </ul>
    </ScrollRegion>
  );
}

function DayBar({ day, now, zone }: { day: CoverageDay; now: number; zone: Zone }) {
  const { value } = useAddress(coverageAddress);
  const extent = ({ from, to }: { readonly from: number; readonly to: number }) => ({
    left: `${((from - day.from) / (day.to - day.from)) * 100}%`,
    width: `${((to - from) / (day.to - day.from)) * 100}%`,
  });
  return (
    <li className={styles['day']}>
      <span className="meta">{dayText(day.from, zone)}</span>
      <span className={styles['bar']}>
        <Tooltip label={`${dayText(day.from, zone)}: ${dayCoverageWords(day)}`}>
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
