/** How well it went in a span beside the span before, and how much of it was watched. */
import { dayOf, dayText } from '../../../src-shared/domain/quality/day-tally.ts';
import type { Figures } from '../../../src-shared/api/quality/figures.ts';
import { faultWords, missingWords, rateWords } from '../../../src-shared/words/quality/rate-words.ts';
import { qualityAddress } from '../../address/screen-addresses.ts';
import { useAddress } from '../../address/use-address.ts';
import { RateBar } from '../../components/bars/RateBar.tsx';
import { SegmentedControl } from '../../components/controls/SegmentedControl.tsx';
import { EmptyState, FailedState } from '../../components/EmptyState.tsx';
import { LastReported } from '../../components/LastReported.tsx';
import { ScreenLayout } from '../../components/layout/ScreenLayout.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { AttemptsPanel } from './AttemptsPanel.tsx';
import { type CountedRows, parseRows } from './counted-rows.ts';
import { CountedLine } from './CountedLine.tsx';
import { DayTable } from './DayTable.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './Quality.module.css';
import { RetryTable } from './RetryTable.tsx';
import { daysOf, type Kind, TABLES, useFigures } from './use-figures.ts';

const SPANS = [
  { value: '7d', name: '7 days' },
  { value: '', name: '30 days' },
  { value: '90d', name: '90 days' },
  { value: '400d', name: '400 days' },
] as const;
const KINDS = [
  { value: '', name: 'Localizations' },
  { value: 'requests', name: 'Requests' },
] as const;

export function QualityScreen() {
  const address = useAddress(qualityAddress);
  const { span, of, rows } = address.value;
  const close = () => address.change({ rows: '' });
  return (
    <ScreenLayout
      title="Quality"
      query={
        <div className={styles['tools']}>
          <SegmentedControl
            label="Span"
            options={SPANS}
            value={span}
            choose={(next) => address.change({ span: next, rows: '' })}
          />
          <SegmentedControl
            label="What"
            options={KINDS}
            value={of}
            choose={(next) => address.change({ of: next, rows: '' })}
          />
        </div>
      }
    >
      <Sheet
        kind={of === 'requests' ? 'request' : 'localization'}
        days={daysOf(span)}
        rows={parseRows(rows)}
        close={close}
      />
    </ScreenLayout>
  );
}

interface SheetProps {
  readonly kind: Kind;
  readonly days: number;
  readonly rows: CountedRows | null;
  readonly close: () => void;
}

function Sheet({ kind, days, rows, close }: SheetProps) {
  const { value, error, retry } = useFigures({ kind, days });
  if (value === null && error !== null)
    return <FailedState title="The figures could not be read." error={error} retry={retry} />;
  if (value === null) return <EmptyState title="Counting …" />;
  const noun = kind === 'request' ? 'Requests' : 'Localizations';
  return (
    <ScrollRegion className={styles['sheet']} label="Quality">
      <TitledPanel title={noun} note={spanText(value.now)}>
        <div className="stack gap-2 pad-3">
          <p className={styles['answer']}>
            {`${rateWords(value.now.total.rate)}${value.now.total.rate.kind === 'rate' ? ' succeeded' : ''}.`}
          </p>
          <RateBar rate={value.now.total.rate} />
          <CountedLine line={value.now.total} field={null} />
          <p>{`The ${days} days before: ${rateWords(value.before.total.rate)}.`}</p>
          <p className="pretty">{[...missingWords(value.now), ...faultWords(value.now.watched)].join(' ')}</p>
          {value.before.unknownDays.length > 0 && (
            <p className="pretty">{`The ${days} days before: ${missingWords(value.before).slice(1).join(' ')}`}</p>
          )}
          <p className="meta">
            A rate counts attempts that succeeded or failed, each once, with the interval in which the true rate is with
            95 % certainty. Days are UTC. <LastReported what="Counted" newestAt={value.now.to} />.
          </p>
        </div>
      </TitledPanel>
      {rows !== null && (
        <AttemptsPanel key={JSON.stringify([rows, kind, days])} rows={rows} kind={kind} days={days} close={close} />
      )}
      {kind === 'localization' && <RetryTable retries={value.now.retries} />}
      <DayTable figures={value.now} lines={value.now.lines[TABLES.length] ?? []} />
      {TABLES.map((field, index) => (
        <FigureTable
          key={field}
          field={field}
          kind={kind}
          days={days}
          lines={value.now.lines[index] ?? []}
          before={value.before.lines[index] ?? []}
        />
      ))}
    </ScrollRegion>
  );
}

function spanText({ from, to }: Figures): string {
  return `${dayText(dayOf(from))} to ${dayText(dayOf(to - 1))}`;
}
