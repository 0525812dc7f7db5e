/** Four figures with their parts. They keep their places in every state; a zero is dimmed. */
import type { ReactNode } from 'react';
import type { Board } from '../../../src-shared/api/cases.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { hrefOf } from '../../address/use-address.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { OutcomeMark } from '../../components/OutcomeMark.tsx';
import { isOutage } from '../../signal.ts';
import { useBoard, useCoverage, useNow, useSignal } from '../../stores/use-stores.ts';
import { lengthText } from '../../time/time-text.ts';
import styles from './Figures.module.css';
import type { DayCoverage } from './use-day-coverage.ts';
import { gapsText, type WatchFigure, watchFigures } from './watch-figures.ts';
import { useTimeText } from '../../stores/use-time-text.ts';
import { gapLengthMs } from '../../time/coverage-spans.ts';

interface FiguresProps {
  readonly board: Board | null;
  readonly coverage: DayCoverage | null;
  /** False below a storm, which has the room and the first look. */
  readonly hasParts: boolean;
}

export function Figures({ board, coverage, hasParts }: FiguresProps) {
  const isReading = useBoard(({ feedError }) => feedError === null);
  const figures = board === null ? null : watchFigures(board);
  return (
    <section className={styles['figures']} aria-label="Now">
      <Cell
        name="eUICCs affected"
        mark={<OutcomeMark outcome="failed" />}
        figure={figures?.eids ?? null}
        isReading={isReading}
        hasParts={hasParts}
      />
      <Cell
        name="Failed requests"
        mark={<OutcomeMark outcome="failed" />}
        figure={figures?.failed ?? null}
        isReading={isReading}
        hasParts={hasParts}
      />
      <Cell
        name="Partial requests"
        mark={<OutcomeMark outcome="partial" />}
        figure={figures?.partial ?? null}
        isReading={isReading}
        hasParts={hasParts}
      />
      <BlindCell coverage={coverage} hasParts={hasParts} />
    </section>
  );
}

interface CellProps {
  readonly name: string;
  readonly mark?: ReactNode;
  readonly figure: WatchFigure | null;
  /** False if the figure is missing because it could not be read. */
  readonly isReading: boolean;
  readonly hasParts: boolean;
}

function Cell({ name, mark = null, figure, isReading, hasParts }: CellProps) {
  return (
    <div className={styles['figure']}>
      <p className={styles['name']}>
        {mark !== null && (figure?.value ?? 0) > 0 && <span aria-hidden="true">{mark}</span>}
        {name}
      </p>
      {figure === null || figure.value === null ? (
        <NoValue isReading={figure === null && isReading} />
      ) : (
        <a className={styles['value']} data-zero={figure.value === 0} href={figure.href}>
          {numberText(figure.value)}
        </a>
      )}
      {hasParts && (
        <p className={styles['split']}>
          {figure === null && isReading && READING}
          {figure?.parts.map(({ value, words, href }) => (
            <a key={words} href={href}>
              <b>{numberText(value)}</b> {words}
            </a>
          ))}
          {figure?.parts.length === 0 && figure.remark}
        </p>
      )}
    </div>
  );
}

const READING = 'Reading …';

/** A dash would say that there is no value. */
function NoValue({ isReading }: { isReading: boolean }) {
  return (
    <p className={styles['value']} data-zero="true" aria-hidden={isReading}>
      {isReading ? '…' : '–'}
    </p>
  );
}

function BlindCell({ coverage, hasParts }: Pick<FiguresProps, 'coverage' | 'hasParts'>) {
  const signal = useSignal();
  const isNow = isOutage(signal) && signal.kind !== 'wire-lost' && 'since' in signal;
  const gap = coverage?.longestGap ?? null;
  const isReading = useCoverage(({ error }) => error === null);
  return (
    <div className={styles['figure']} data-now={isNow}>
      <p className={styles['name']}>
        {(isNow || (coverage?.today.blindMs ?? 0) > 0) && <Glyph shape="hatched" />}
        {isNow ? 'Blind now' : 'Blind today'}
      </p>
      {coverage === null ? (
        <NoValue isReading={isReading} />
      ) : (
        <a
          className={styles['value']}
          data-zero={!isNow && coverage.today.blindMs === 0}
          href={hrefOf('coverage', { gap: gap?.id ?? null })}
        >
          {isNow ? <BlindSince at={signal.since} /> : <Length ms={coverage.today.blindMs} />}
        </a>
      )}
      {hasParts && (
        <p className={styles['split']}>
          {coverage === null && isReading && READING}
          {coverage !== null && (
            <a href={hrefOf('coverage', { span: 'today' })}>
              {isNow ? `today ${lengthText(coverage.today.blindMs)}, ` : ''}
              {gapsText(coverage.today)}
              {gap !== null && !isNow && <LongestGap gap={gap} />}
            </a>
          )}
        </p>
      )}
    </div>
  );
}

function LongestGap({ gap }: { gap: NonNullable<DayCoverage['longestGap']> }) {
  const now = useNow(60_000);
  const clockText = useTimeText({ date: 'never', precision: 'minute' });
  return <>{` · longest ${lengthText(gapLengthMs(gap, now))} at ${clockText(gap.from)}`}</>;
}

function BlindSince({ at }: { at: number }) {
  return <Length ms={Math.max(0, useNow() - at)} />;
}

function Length({ ms }: { ms: number }) {
  return lengthText(ms)
    .split(' ')
    .map((part, index) => (/^\d/.test(part) ? <span key={index}>{part}</span> : <small key={index}>{part} </small>));
}
