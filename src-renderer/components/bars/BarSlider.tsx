import type { ReactNode } from 'react';
import { barsOf } from './bar-selection.ts';
import { BarPicture, type BarPictureProps } from './BarPicture.tsx';
import styles from './Bars.module.css';
import type { ChartSize } from './use-chart-size.ts';
import type { useBarSelection } from './use-bar-selection.ts';

interface BarSliderProps extends Omit<BarPictureProps, 'marked' | 'widthPx' | 'heightPx' | 'charPx'> {
  readonly size: ChartSize;
  readonly selection: ReturnType<typeof useBarSelection>;
  readonly marksPointed: boolean;
  readonly label: string;
  readonly selectedText: string | null;
  readonly onClick?: () => void;
  readonly onDoubleClick?: () => void;
  readonly children?: ReactNode;
}

/** px at the usual scale. */
const CHARACTER_PX = 6.2;

export function BarSlider(props: BarSliderProps) {
  const { size, selection, marksPointed, label, selectedText, onClick, onDoubleClick, children, ...picture } = props;
  const { widthPx, heightPx, scale, measure } = size;
  const lastBar = Math.max(0, picture.edges.length - 2);
  const marked = marksPointed ? selection.meant : selection.chosen;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter is among the handlers
    <div
      ref={measure}
      className={styles['slider']}
      style={{ height: heightPx + picture.headPx }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no input element has an image or two ends
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={lastBar}
      aria-valuenow={selection.meant?.head ?? lastBar}
      aria-valuetext={selectedText ?? 'No bar is selected'}
      {...selection.handlers}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      {widthPx > 0 && (
        <BarPicture
          {...picture}
          marked={marked === null ? null : barsOf(marked)}
          widthPx={widthPx}
          heightPx={heightPx}
          charPx={CHARACTER_PX * scale}
        />
      )}
      {children}
    </div>
  );
}
