import { useAppearance, useNow } from '../../stores/use-stores.ts';
import { axisLabels, placedLabels } from './axis-labels.ts';
import styles from './Bars.module.css';
import type { ChartSize } from './use-chart-size.ts';

const QUARTER_HOUR_MS = 900_000;

interface TimeAxisProps {
  readonly edges: readonly number[];
  readonly size: Pick<ChartSize, 'widthPx' | 'scale'>;
  /** Width of a day and a time with the space around them, at the usual scale. */
  readonly labelPx: number;
  readonly end: string;
}

export function TimeAxis({ edges, size: { widthPx, scale }, labelPx, end }: TimeAxisProps) {
  const zone = useAppearance((state) => state.zone);
  const now = useNow(QUARTER_HOUR_MS);
  const span = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
  const labels = axisLabels(span, Math.floor(widthPx / (labelPx * scale)), now, zone);
  return (
    <div className={styles['axis']} aria-hidden="true">
      {placedLabels(labels, widthPx, scale).map(({ label, text, isCentred }) => (
        <span
          key={label.at}
          className={styles['label']}
          data-centred={isCentred}
          // The place is a share, because a printed chart has another width.
          style={{ left: `${label.share * 100}%` }}
        >
          {text}
        </span>
      ))}
      <span>{end}</span>
    </div>
  );
}
