/** The bars of the last 24 hours as they are drawn: broken where one is taller than the scale, hatched where nobody listened. */
import { memo } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { lengthText } from '../../time/time-text.ts';
import type { DayColumn } from './day-shapes.ts';
import styles from './DayPicture.module.css';

export interface BlindColumn {
  /** UTC epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly lengthMs: number;
}
interface DayPictureProps {
  readonly edges: readonly number[];
  readonly columns: readonly DayColumn[];
  readonly blind: readonly BlindColumn[];
  readonly meant: { readonly first: number; readonly last: number } | null;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Room over the bars. */
  readonly headPx: number;
  /** A letter of small text. */
  readonly charPx: number;
  readonly hasLabels: boolean;
}

/** Narrower, nobody sees that it is hatched. */
const LEAST_GAP_PX = 4;
const SPACE_PX = 1;

export const DayPicture = memo(function DayPicture(props: DayPictureProps) {
  const { edges, columns, blind, meant, widthPx, heightPx, headPx, charPx, hasLabels } = props;
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const x = (at: number) => ((at - first) / Math.max(1, last - first)) * widthPx;
  const all = heightPx + headPx;
  const barWidth = Math.max(1, widthPx / Math.max(1, columns.length) - SPACE_PX);
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
              <>
                <path
                  className={styles['break']}
                  d={`M${left - 1} ${headPx + 12}l${barWidth + 2} -5v4l${-barWidth - 2} 5Z`}
                />
                <text
                  className={styles['number']}
                  data-outcome={beyond.outcome ?? 'none'}
                  x={left < widthPx / 2 ? left : left + barWidth}
                  y={headPx - 4}
                  textAnchor={left < widthPx / 2 ? 'start' : 'end'}
                >
                  {numberText(beyond.count)}
                </text>
              </>
            )}
          </g>
        );
      })}
      {placedBlind(blind, x, widthPx, charPx).map(({ from, left, width, text, textAt, anchor }) => (
        <g key={from}>
          <rect className={styles['gap']} x={left} width={width} y="0" height={all} />
          {hasLabels && text !== null && (
            <text className={styles['length']} x={textAt} y={headPx - 5} textAnchor={anchor}>
              {text}
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

/** Its length beside each, where there is room for it; a length that would lie over another is left out. */
function placedBlind(blind: readonly BlindColumn[], x: (at: number) => number, widthPx: number, charPx: number) {
  let free = 0;
  return blind.map(({ from, to, lengthMs }) => {
    const width = Math.max(LEAST_GAP_PX, x(to) - x(from));
    const left = Math.min(x(from), widthPx - width);
    const words = `blind ${lengthText(lengthMs)}`;
    const wordsPx = words.length * charPx;
    const toRight = left + width + charPx;
    const toLeft = left - charPx - wordsPx;
    const side = toRight + wordsPx <= widthPx && toRight >= free ? 'right' : toLeft >= free ? 'left' : 'none';
    if (side !== 'none') free = side === 'right' ? toRight + wordsPx : left + width;
    return {
      from,
      left,
      width,
      text: side === 'none' ? null : words,
      textAt: side === 'right' ? toRight : left - charPx,
      anchor: side === 'right' ? ('start' as const) : ('end' as const),
    };
  });
}
