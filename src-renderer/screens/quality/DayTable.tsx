import { dayOf, dayText } from '../../../src-shared/domain/quality/day-tally.ts';
import type { Figures } from '../../../src-shared/api/quality/figures.ts';
import { sharePercent } from '../../../src-shared/words/events/difference-words.ts';
import { countedWords, rateWords } from '../../../src-shared/words/quality/rate-words.ts';
import { RateBar } from '../../components/bars/RateBar.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { failureWords } from '../../words/error-words.ts';
import styles from './Quality.module.css';
import { type Kind, useFigures } from './use-figures.ts';

/** Every day of the span, the newest first: also one without attempts, and one whose events were not counted in time. */
export function DayTable({ kind, days }: { kind: Kind; days: number }) {
  const { value, error } = useFigures({ kind, days, by: ['day'] });
  return (
    <TitledPanel title="By day" note="hatched: not watched">
      {value === null ? (
        <p className="pad-3 quiet">{error === null ? 'Counting …' : failureWords(error)}</p>
      ) : (
        <table className={styles['figures']}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Succeeded</th>
            </tr>
          </thead>
          <tbody>
            {value.now.days.toReversed().map((day) => (
              <Day key={day.from} day={day} figures={value.now} />
            ))}
          </tbody>
        </table>
      )}
    </TitledPanel>
  );
}

function Day({ day: { from, notWatched }, figures }: { day: Figures['days'][number]; figures: Figures }) {
  const name = dayText(dayOf(from));
  const line = figures.lines.find(({ values }) => values[0] === name);
  const missed = notWatched === 0 ? '' : `, ${sharePercent(notWatched)} of the day not watched`;
  return (
    <tr>
      <th scope="row" className="nowrap">
        {name}
      </th>
      <td>
        <RateBar rate={line?.rate ?? null} notWatched={notWatched} />
        {figures.unknownDays.includes(from)
          ? 'not known: events were removed before they were counted'
          : (line === undefined ? 'no attempt' : rateWords(line.rate)) + missed}
        {line !== undefined && <span className="block meta">{countedWords(line)}</span>}
      </td>
    </tr>
  );
}
