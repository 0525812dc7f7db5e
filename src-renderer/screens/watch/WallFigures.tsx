/** Four small figures below the worst state. A figure that is out of date shows its time. */
import type { ReactNode } from 'react';
import type { Board } from '../../../src-shared/api/cases.ts';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { useTimeText } from '../../stores/use-time-text.ts';
import { lengthText } from '../../time/time-text.ts';
import type { DayCoverage } from './use-day-coverage.ts';
import styles from './Wall.module.css';
import type { WallState } from './wall-state.ts';

export function WallFigures(props: { board: Board | null; coverage: DayCoverage | null; state: WallState }) {
  const { board, coverage, state } = props;
  const clockText = useTimeText({ date: 'never', precision: 'minute' });
  const since = state.kind === 'blind' ? state.since : null;
  const at = since === null ? '' : ` at ${clockText(since)}`;
  const besides = state.kind === 'worst' && state.worst.consequence !== 'partial' ? state.count : 0;
  const unusable =
    board?.byConsequence.reduce(
      (sum, { consequence, count }) => sum + (consequence === 'unusable' || consequence === 'reachable' ? count : 0),
      0,
    ) ?? null;
  const isUnusableAbove =
    state.kind === 'worst' && (state.worst.consequence === 'unusable' || state.worst.consequence === 'reachable');
  const others = board === null ? null : Math.max(0, board.failures - besides);
  const partial = board?.partialRequests ?? null;
  return (
    <section className={styles['also']} data-stale={state.kind === 'blind'} aria-label="Other figures">
      <WallFigure
        shape="triangle"
        outcome="failed"
        value={others}
        words={`${besides > 0 ? 'other ' : ''}open failures${at}`}
      />
      <WallFigure
        shape="triangle"
        outcome="failed"
        value={unusable === null ? null : Math.max(0, unusable - (isUnusableAbove ? besides : 0))}
        words={besides > 0 ? 'of them unusable' : `unusable${at}`}
      />
      <WallFigure
        shape="half-triangle"
        outcome="partial"
        value={partial}
        words={partial === 1 ? 'partial request' : 'partial requests'}
      />
      <div className={styles['blind-today']}>
        <b>
          <Glyph shape="hatched" />
          {coverage === null ? '–' : lengthText(coverage.today.blindMs)}
        </b>
        blind today
      </div>
    </section>
  );
}

function WallFigure(props: {
  shape: 'triangle' | 'half-triangle';
  outcome: 'failed' | 'partial';
  value: number | null;
  words: string;
}): ReactNode {
  const { shape, outcome, value, words } = props;
  return (
    <div>
      <b>
        {value !== null && value > 0 && (
          <span className="grid hued" data-outcome={outcome}>
            <Glyph shape={shape} />
          </span>
        )}
        {value === null ? '–' : numberText(value)}
      </b>
      {words}
    </div>
  );
}
