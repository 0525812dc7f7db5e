import type { QualityLine } from '../../../src-shared/domain/quality/quality-schemas.ts';
import { qualityValueWords, rateWords } from '../../../src-shared/words/quality/rate-words.ts';
import { counted } from '../../../src-shared/words/store-words.ts';
import { RateBar } from '../../components/bars/RateBar.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { CountedLine } from './CountedLine.tsx';
import styles from './Quality.module.css';
import type { Kind } from './use-figures.ts';

const TITLES = { country: 'Country', customer: 'Customer', cause: 'Cause', step: 'Step' } as const;
const MAX_LINES = 15;

interface FigureTableProps {
  readonly field: keyof typeof TITLES;
  readonly kind: Kind;
  readonly days: number;
  readonly lines: readonly QualityLine[];
  readonly before: readonly QualityLine[];
}

/** A success has no cause, and only its last step: of these two, the share of all ended attempts that failed there. */
export function FigureTable({ field, kind, days, lines: all, before }: FigureTableProps) {
  const isLoss = field === 'cause' || field === 'step';
  const rateOf = (line: QualityLine) => (isLoss ? line.failures : line.rate);
  const lines = all.filter(({ endings }) => !isLoss || endings.failed + endings.partial > 0);
  const shown = lines.slice(0, MAX_LINES);
  const earlierLines = new Map(before.map((line) => [line.values[0], line]));
  return (
    <TitledPanel title={`By ${TITLES[field].toLowerCase()}`} note={isLoss ? 'failed there, of all that ended' : ''}>
      {lines.length === 0 ? (
        <p className="pad-3 quiet">{isLoss ? 'No failure was counted.' : 'Nothing was counted.'}</p>
      ) : (
        <table className={styles['figures']}>
          <thead>
            <tr>
              <th scope="col">{TITLES[field]}</th>
              <th scope="col">{isLoss ? 'Failed' : 'Succeeded'}</th>
              <th scope="col">{`The ${days} days before`}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => {
              const [name = null] = line.values;
              const earlier = earlierLines.get(name);
              return (
                <tr key={name}>
                  <th scope="row">
                    <Untrusted text={qualityValueWords(field, name, kind)} />
                  </th>
                  <td>
                    <RateBar rate={rateOf(line)} isLoss={isLoss} />
                    {rateWords(rateOf(line))}
                    <CountedLine line={line} field={field} />
                  </td>
                  <td>{earlier === undefined ? 'none' : rateWords(rateOf(earlier))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {lines.length > shown.length && (
        <p className="meta pad-3">{`and ${counted(lines.length - shown.length, 'other value')} with fewer attempts`}</p>
      )}
    </TitledPanel>
  );
}
