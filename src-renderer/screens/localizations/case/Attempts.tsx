/** Lists the attempts of a case, newest first, with the gaps within and between them. */
import type { Attempt } from '../../../../src-shared/domain/cases/case.ts';
import { assertNever } from '../../../../src-shared/lib/assert-never.ts';
import { Glyph } from '../../../components/Glyph.tsx';
import { OutcomeMark } from '../../../components/OutcomeMark.tsx';
import { Time } from '../../../components/Time.tsx';
import { useNow } from '../../../stores/use-stores.ts';
import { lengthText } from '../../../time/time-text.ts';
import { type AttemptLine, attemptLines } from './attempt-lines.ts';
import { blindGaps } from './ladder-steps.ts';
import styles from './CaseLog.module.css';
import { TitledPanel } from '../../../components/TitledPanel.tsx';

/** @param count number of all attempts; `attempts` may lack the oldest */
export function Attempts({ attempts, count }: { attempts: readonly Attempt[]; count: number }) {
  const now = useNow(60_000);
  const gaps = new Set(attempts.flatMap((attempt) => blindGaps(attempt.gaps, now).map(({ id }) => id))).size;
  const overlap = gaps === 0 ? 'no gap overlaps' : gaps === 1 ? '1 gap overlaps' : `${gaps} gaps overlap`;
  return (
    <TitledPanel title="Attempts" note={`${count} · ${overlap}`}>
      <ol className={styles['lines']}>
        {attemptLines(attempts, now).map((line) => (
          <li key={line.key} className={styles['line']}>
            <Line line={line} now={now} />
          </li>
        ))}
      </ol>
      {count > attempts.length && (
        <p className={styles['more']}>
          {count - attempts.length} older {count - attempts.length === 1 ? 'attempt is' : 'attempts are'} in its
          timeline.
        </p>
      )}
    </TitledPanel>
  );
}

function Line({ line, now }: { line: AttemptLine; now: number }) {
  const time = (
    <span className={styles['time']}>
      <Time at={line.at} />
    </span>
  );
  switch (line.kind) {
    case 'attempt':
      return (
        <>
          <OutcomeMark outcome={line.outcome} />
          {time}
          <span className={styles['text']}>
            <b className="strong">Attempt {line.number}</b> {line.words}
            {line.remark !== '' && <span className={`${styles['remark']} quiet`}>{line.remark}</span>}
          </span>
          <span className="meta nowrap">{line.lengthMs === 0 ? '' : lengthText(line.lengthMs)}</span>
        </>
      );
    case 'step':
      return (
        <>
          <OutcomeMark outcome="succeeded" />
          {time}
          <span className={styles['text']}>{line.words}</span>
        </>
      );
    case 'gap':
      return (
        <>
          <Glyph shape="hatched" />
          {time}
          <span className={styles['text']}>Not watched</span>
          <span className="meta nowrap">{lengthText(line.lengthMs ?? now - line.at)}</span>
        </>
      );
    default:
      return assertNever(line);
  }
}
