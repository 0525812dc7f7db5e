import { memo } from 'react';
import { type BlindColumn, placedBlind, placedNumbers } from './day-labels.ts';
import type { DayColumn } from './day-shapes.ts';
import styles from './DayChart.module.css';

interface DayChartProps {
  readonly edges: readonly number[];
  readonly columns: readonly DayColumn[];
  readonly blind: readonly BlindColumn[];
  readonly meant: { readonly first: number; readonly last: number } | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly headPx: number;
  /** Width of a character of small text. */
  readonly charPx: number;
  readonly hasLabels: boolean;
}

const SPACE_PX = 1;

export const DayChart = memo(function DayPicture(props: DayChartProps) {
  const { edges, columns, blind, meant, widthPx, heightPx, headPx, charPx, hasLabels } = props;
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const x = (at: number) => ((at - first) / Math.max(1, last - first)) * widthPx;
  const all = heightPx + headPx;
  const barWidth = Math.max(1, widthPx / Math.max(1, columns.length) - SPACE_PX);
  const broken = columns.flatMap(({ beyond }, index) => {
    const left = x(edges[index] ?? first);
    return beyond === null ? [] : [{ ...beyond, index, left, right: left + barWidth }];
  });
  const numbers = placedNumbers(broken, { widthPx, charPx });
  const lengths = placedBlind(blind, x, { widthPx, charPx, occupied: numbers });
  return (
    <svg className={styles['picture']} viewBox={`0 0 ${widthPx} ${all}`} aria-hidden="true" focusable="false">
      <defs>
        <pattern id="blind-day" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles['ground']} width="5" height="5" />
          <line className={styles['hatch']} x1="1" x2="1" y1="0" y2="5" />
        </pattern>
      </defs>
      {[0, 0.5].map((share) => (
        <line
          key={share}
          className={styles['grid']}
          x1="0"
          x2={widthPx}
          y1={headPx + heightPx * share + 0.5}
          y2={headPx + heightPx * share + 0.5}
        />
      ))}
      {columns.map(({ parts, beyond }, index) => {
        const left = x(edges[index] ?? first);
        return (
          <g key={edges[index]}>
            {parts.map(({ outcome, bottom, height }) => (
              <rect
                key={outcome}
                className={styles['part']}
                data-outcome={outcome}
                x={left}
                width={barWidth}
                y={all - bottom - height}
                height={height}
              />
            ))}
            {beyond !== null && (
              <path
                className={styles['break']}
                d={`M${left - 1} ${headPx + 12}l${barWidth + 2} -5v4l${-barWidth - 2} 5Z`}
              />
            )}
          </g>
        );
      })}
      {numbers.map(({ index, outcome, text, at, anchor }) => (
        <text
          key={index}
          className={styles['number']}
          data-outcome={outcome ?? 'none'}
          x={at}
          y={headPx - 4}
          textAnchor={anchor}
        >
          {text}
        </text>
      ))}
      {lengths.map(({ from, left, width, label }) => (
        <g key={from}>
          <rect className={styles['gap']} x={left} width={width} y="0" height={all} />
          {hasLabels && label !== null && (
            <text className={styles['length']} x={label.at} y={headPx - 5} textAnchor={label.anchor}>
              {label.text}
            </text>
          )}
        </g>
      ))}
      {meant !== null && (
        <rect
          className={styles['meant']}
          x={x(edges[meant.first] ?? first) - 0.5}
          width={x(edges[meant.last + 1] ?? last) - x(edges[meant.first] ?? first)}
          y="0.5"
          height={all - 1}
        />
      )}
      <line className={styles['base']} x1="0" x2={widthPx} y1={all - 0.5} y2={all - 0.5} />
    </svg>
  );
});
