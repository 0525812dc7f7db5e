/** Shows coverage as a bar with its gaps, and the same in words. */
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import { zonedWords } from '../../../src-shared/words/zoned-time-words.ts';
import { coverageTexts } from '../../../src-shared/words/report-words.ts';
import { Glyph } from '../../components/Glyph.tsx';
import styles from './Report.module.css';

/** Unknown time up to this length is the interval between heartbeats, not a hole. */
const MIN_UNKNOWN_MS = 60_000;

export function WatchedSection({ report }: { report: ShiftReport }) {
  const { from, to, zone, coverage } = report;
  const texts = coverageTexts(report);
  const words = zonedWords(zone);
  const share = (ms: number) => `${(Math.min(1, Math.max(0, ms / (to - from))) * 100).toFixed(3)}%`;
  // Unknown time is always before the first session.
  const unknownMs = coverage.unknownMs > MIN_UNKNOWN_MS ? coverage.unknownMs : 0;
  return (
    <>
      <div className={styles['bar']} aria-hidden="true">
        <i className={styles['watched']} style={{ left: share(unknownMs), right: 0 }} />
        {coverage.gaps.map((gap) => (
          <i
            key={gap.from}
            className={styles['gap']}
            style={{ left: share(gap.from - from), width: share(Math.min(gap.lengthMs, to - gap.from)) }}
          />
        ))}
      </div>
      <div className={styles['ends']} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((quarter) => (
          <span key={quarter}>{words.minute(from + ((to - from) * quarter) / 4)}</span>
        ))}
      </div>
      <p className={styles['watched-text']}>
        {texts.gaps.length > 0 && <Glyph shape="hatched" />}
        <span>
          <strong>{texts.watched}</strong>
          {texts.isComplete && ' No gap.'}
          {texts.gaps.map((gap) => (
            <span key={gap.when}>
              {' '}
              Gap <strong>{gap.when}</strong>, {gap.words}.
            </span>
          ))}
          {texts.moreGaps !== null && ` ${texts.moreGaps}`}
          {texts.unknown !== null && ` ${texts.unknown}`}
          {texts.reconnects !== null && <span className={styles['quiet']}> {texts.reconnects}</span>}
        </span>
      </p>
    </>
  );
}
