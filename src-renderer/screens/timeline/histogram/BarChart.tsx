import { memo } from 'react';
import type { TimeSpan } from '../../../time/bar-edges.ts';
import { barsOf, type BarSelection } from './bar-selection.ts';
import type { BarShape } from './bar-shapes.ts';
import styles from './Histogram.module.css';

interface BarChartProps {
  readonly edges: readonly number[];
  readonly shapes: readonly BarShape[];
  /** UTC epoch ms. */
  readonly blind: readonly TimeSpan[];
  readonly chosen: BarSelection | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A narrower gap would not look hatched. */
const MIN_GAP_PX = 4;
const SPACE_PX = 1;

export const BarChart = memo(function BarPicture(props: BarChartProps) {
  const { edges, shapes, blind, chosen, widthPx, heightPx } = props;
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const x = (at: number) => ((at - first) / Math.max(1, last - first)) * widthPx;
  const choice = chosen === null ? null : barsOf(chosen);
  return (
    <svg
      className={styles['picture']}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <pattern id="not-watched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles['ground']} width="6" height="6" />
          <line className={styles['hatch']} x1="1" x2="1" y1="0" y2="6" />
        </pattern>
      </defs>
      <line className={styles['grid']} x1="0" x2={widthPx} y1="0.5" y2="0.5" />
      <line className={styles['grid']} x1="0" x2={widthPx} y1={heightPx / 2} y2={heightPx / 2} />
      {shapes.map(({ parts }, index) => {
        const left = x(edges[index] ?? first);
        const width = Math.max(1, x(edges[index + 1] ?? last) - left - SPACE_PX);
        return parts.map(({ outcome, bottom, height }) => (
          <rect
            key={`${index} ${outcome}`}
            className={styles['part']}
            data-outcome={outcome ?? 'none'}
            x={left}
            width={width}
            y={heightPx - bottom - height}
            height={height}
          />
        ));
      })}
      {blind.map(({ from, to }) => {
        const width = Math.max(MIN_GAP_PX, x(to) - x(from));
        return (
          <rect
            key={from}
            className={styles['gap']}
            x={Math.min(x(from), widthPx - width)}
            width={width}
            y="0"
            height={heightPx}
          />
        );
      })}
      {choice !== null && (
        <rect
          className={styles['chosen']}
          x={x(edges[choice.first] ?? first) - 0.5}
          width={x(edges[choice.last + 1] ?? last) - x(edges[choice.first] ?? first)}
          y="0.5"
          height={heightPx - 1}
        />
      )}
      <line className={styles['base']} x1="0" x2={widthPx} y1={heightPx - 0.5} y2={heightPx - 0.5} />
    </svg>
  );
});
