import type { QualityLine } from '../../../src-shared/domain/quality/quality-schemas.ts';
import { dayOf, dayText } from '../../../src-shared/domain/quality/day-tally.ts';
import type { Figures } from '../../../src-shared/api/quality/figures.ts';
import { sharePercent } from '../../../src-shared/words/events/difference-words.ts';
import { rateWords } from '../../../src-shared/words/quality/rate-words.ts';
import { RateBar } from '../../components/bars/RateBar.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { CountedLine } from './CountedLine.tsx';
import styles from './Quality.module.css';

/** Every day of the span, the newest first: also one without attempts, and one whose events were not counted in time. */
export function DayTable({ figures, lines }: { figures: Figures; lines: readonly QualityLine[] }) {
  return (
    <TitledPanel title="By day" note="hatched: not watched">
      <table className={styles['figures']}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Succeeded</th>
          </tr>
        </thead>
        <tbody>
          {figures.days.toReversed().map((day) => (
            <Day
              key={day.from}
              day={day}
              line={lines.find(({ values }) => values[0] === dayText(dayOf(day.from)))}
              isKnown={!figures.unknownDays.includes(day.from)}
            />
          ))}
        </tbody>
      </table>
    </TitledPanel>
  );
}

interface DayProps {
  readonly day: Figures['days'][number];
  /** Undefined if no attempt was counted. */
  readonly line: QualityLine | undefined;
  readonly isKnown: boolean;
}

function Day({ day: { from, notWatched }, line, isKnown }: DayProps) {
  const missed = notWatched === 0 ? '' : `, ${sharePercent(notWatched)} of the day not watched`;
  return (
    <tr>
      <th scope="row" className="nowrap">
        {dayText(dayOf(from))}
      </th>
      <td>
        <RateBar rate={line?.rate ?? null} notWatched={notWatched} />
        {isKnown
          ? (line === undefined ? 'no attempt' : rateWords(line.rate)) + missed
          : 'not known: events were removed before they were counted'}
        {line !== undefined && <CountedLine line={line} field="day" />}
      </td>
    </tr>
  );
}
