import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { useCloseDetail } from '../../frame/use-close-detail.ts';
import styles from './PaneHead.module.css';

/** Position in the list, from 1. */
export interface ListPosition {
  readonly at: number;
  readonly total: number | null;
  /** Follows the number: "failed". */
  readonly suffix?: string | null;
}

interface PaneHeadProps {
  readonly position: ListPosition | null;
  readonly step: (by: 1 | -1) => void;
  readonly noun: string;
  readonly children: ReactNode;
}

export function PaneHead({ position, step, noun, children }: PaneHeadProps) {
  const close = useCloseDetail();
  return (
    <header className={styles['head']}>
      {position !== null && <span className={styles['position']}>{positionText(position)}</span>}
      <Tooltip label={`${noun} above`} command="list.previous">
        <button type="button" className={styles['button']} aria-label={`${noun} above`} onClick={() => step(-1)}>
          <ChevronUp size={16} aria-hidden="true" />
        </button>
      </Tooltip>
      <Tooltip label={`${noun} below`} command="list.next">
        <button type="button" className={styles['button']} aria-label={`${noun} below`} onClick={() => step(1)}>
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      </Tooltip>
      <span className="row to-end gap-hairline">
        {children}
        <Tooltip label="Close" command="detail.close">
          <button
            type="button"
            className={styles['button']}
            aria-label={`Close the ${noun.toLowerCase()}`}
            onClick={close}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </Tooltip>
      </span>
    </header>
  );
}

function positionText({ at, total, suffix = null }: ListPosition): string {
  const position = total === null ? `No. ${numberText(at)}` : `${numberText(at)} of ${numberText(total)}`;
  return suffix === null || suffix === '' ? position : `${position} ${suffix}`;
}
