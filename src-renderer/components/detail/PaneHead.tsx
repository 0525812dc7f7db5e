import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { numberText } from '../../../src-shared/words/store-words.ts';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { useCloseDetail } from './use-close-detail.ts';
import styles from './PaneHead.module.css';

/** Position in the list, from 1. */
export interface ListPosition {
  readonly at: number;
  readonly total: number | null;
  readonly suffix?: string | null;
}

interface PaneHeadProps {
  readonly position: ListPosition | null;
  readonly step: (by: 1 | -1) => void;
  readonly noun: string;
  readonly children: ReactNode;
}

export function PaneHead({ position, step, noun, children }: PaneHeadProps) {
  return (
    <header className={styles['head']}>
      {position !== null && <span className="space-right-2 nowrap">{positionText(position)}</span>}
      <StepButtons noun={noun} commands="list" step={step} />
      <span className="row to-end gap-hairline">
        {children}
        <CloseDetailButton noun={noun} />
      </span>
    </header>
  );
}

interface StepButtonsProps {
  readonly noun: string;
  /** First part of the ids of the commands that do the same. */
  readonly commands: 'list' | 'case';
  readonly isFirst?: boolean;
  readonly isLast?: boolean;
  readonly step: (by: 1 | -1) => void;
}

export function StepButtons({ noun, commands, isFirst = false, isLast = false, step }: StepButtonsProps) {
  const buttons = [
    { label: `${noun} above`, command: `${commands}.previous`, Icon: ChevronUp, isEnd: isFirst, by: -1 },
    { label: `${noun} below`, command: `${commands}.next`, Icon: ChevronDown, isEnd: isLast, by: 1 },
  ] as const;
  return buttons.map(({ label, command, Icon, isEnd, by }) => (
    <Tooltip key={by} label={label} command={command}>
      <button type="button" className="icon-button" aria-label={label} disabled={isEnd} onClick={() => step(by)}>
        <Icon size={16} aria-hidden="true" />
      </button>
    </Tooltip>
  ));
}

export function CloseDetailButton({ noun, size }: { noun: string; size?: 'small' }) {
  const close = useCloseDetail();
  const label = `Close the ${noun.toLowerCase()}`;
  return (
    <Tooltip label="Close" command="detail.close">
      <button type="button" className="icon-button" data-size={size} aria-label={label} onClick={close}>
        <X size={16} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

function positionText({ at, total, suffix = null }: ListPosition): string {
  const position = total === null ? `No. ${numberText(at)}` : `${numberText(at)} of ${numberText(total)}`;
  return suffix === null || suffix === '' ? position : `${position} ${suffix}`;
}
