import { memo, useId } from 'react';
import { type BlindSpan, placedNumbers } from './bar-labels.ts';
import type { BarShape } from './bar-shapes.ts';
import styles from './Bars.module.css';

export interface BarPictureProps {
  readonly edges: readonly number[];
  readonly shapes: readonly BarShape[];
  readonly blind: readonly BlindSpan[];
  /** Bars that are selected or pointed at, both ends inclusive. */
  readonly marked: { readonly first: number; readonly last: number } | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly headPx: number;
  readonly charPx: number;
  /** Height of the lane below the bars; 0 if there is none. */
  readonly floorPx?: number;
}

const SPACE_PX = 1;
/** A narrower gap would not look hatched. */
const MIN_BLIND_PX = 4;

export const BarPicture = memo(function Picture(props: BarPictureProps) {
  const { edges, shapes, blind, marked, widthPx, heightPx, headPx, charPx, floorPx = 0 } = props;
  const hatch = useId();
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const x = (at: number) => ((at - first) / Math.max(1, last - first)) * widthPx;
  const all = heightPx + headPx;
  const bars = shapes.map((shape, index) => {
    const left = x(edges[index] ?? first);
    return { ...shape, index, left, width: Math.max(1, x(edges[index + 1] ?? last) - left - SPACE_PX) };
  });
  const broken = bars.flatMap(({ beyond, index, left, width }) =>
    beyond === null ? [] : [{ ...beyond, index, left, right: left + width }],
  );
  const numbers = placedNumbers(broken, { widthPx, charPx });
  return (
    <svg className={styles['picture']} viewBox={`0 0 ${widthPx} ${all}`} aria-hidden="true" focusable="false">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles['ground']} width="6" height="6" />
          <line className={styles['hatch']} x1="1" x2="1" y1="0" y2="6" />
        </pattern>
      </defs>
      {[0, 0.5].map((share) => (
        <line
          key={share}
          className={styles['grid']}
          x1="0"
          x2={widthPx}
          y1={headPx + (heightPx - floorPx) * share + 0.5}
          y2={headPx + (heightPx - floorPx) * share + 0.5}
        />
      ))}
      {bars.map(({ parts, beyond, index, left, width }) => (
        <g key={index}>
          {parts.map(({ outcome, bottom, height }) => (
            <rect
              key={outcome}
              className={styles['part']}
              data-outcome={outcome ?? 'none'}
              x={left}
              width={width}
              y={all - bottom - height}
              height={height}
            />
          ))}
          {beyond !== null && (
            <path className={styles['break']} d={`M${left - 1} ${headPx + 12}l${width + 2} -5v4l${-width - 2} 5Z`} />
          )}
        </g>
      ))}
      {blind.map(({ from, to }) => {
        const width = Math.max(MIN_BLIND_PX, x(to) - x(from));
        const left = Math.min(x(from), widthPx - width);
        return <rect key={from} fill={`url('#${hatch}')`} x={left} width={width} y="0" height={all} />;
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
      {marked !== null && (
        <rect
          className={styles['marked']}
          x={x(edges[marked.first] ?? first) - 0.5}
          width={x(edges[marked.last + 1] ?? last) - x(edges[marked.first] ?? first)}
          y="0.5"
          height={all - 1}
        />
      )}
      {[0, ...(floorPx === 0 ? [] : [floorPx - 1])].map((above) => (
        <line
          key={above}
          className={styles['base']}
          x1="0"
          x2={widthPx}
          y1={all - above - 0.5}
          y2={all - above - 0.5}
        />
      ))}
    </svg>
  );
});
