import { CircleX, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { NotAccepted } from '../../../../src-shared/api/searches.ts';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { useAppearance } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { NOT_DOCUMENTED, notAcceptedText, notAcceptedTip } from '../../../words/search-words.ts';
import styles from './PartChip.module.css';

interface PartChipProps extends Pick<
  ComponentProps<'span'>,
  'draggable' | 'onDragStart' | 'onDragOver' | 'onDrop' | 'onKeyDown'
> {
  readonly label: string;
  readonly name?: ReactNode;
  readonly valueText: string;
  readonly isUndocumented?: boolean;
  readonly refused?: NotAccepted | null;
  readonly isCurrent?: boolean;
  readonly press?: () => void;
  readonly remove: () => void;
}

export function PartChip(props: PartChipProps) {
  const {
    label,
    name,
    valueText,
    isUndocumented = false,
    refused = null,
    isCurrent = false,
    press,
    remove,
    ...dragged
  } = props;
  const zone = useAppearance((state) => state.zone);
  const shown = visibleText(valueText);
  const marked = refused === null ? (isUndocumented ? ', not documented' : '') : `, ${notAcceptedText(refused, zone)}`;
  const tip = refused === null ? (isUndocumented ? NOT_DOCUMENTED : null) : notAcceptedTip(refused, zone);
  const words = (
    <>
      {name !== undefined && <span className="quiet">{name}</span>}{' '}
      <bdi dir="ltr" className={styles['value-text']} data-undocumented={isUndocumented || refused !== null}>
        {shown}
      </bdi>
      {refused !== null && <CircleX className="quiet" size={12} aria-hidden="true" />}
    </>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys can do the same as dragging
    <span className={styles['chip']} data-current={isCurrent} {...dragged}>
      <Tooltip label={tip}>
        {press === undefined ? (
          <span className={styles['words']}>
            {words}
            {marked !== '' && <span className="visually-hidden">{marked}</span>}
          </span>
        ) : (
          <button
            type="button"
            className={styles['words'] ?? ''}
            aria-label={`${visibleText(label)}${marked}`}
            onClick={press}
          >
            {words}
          </button>
        )}
      </Tooltip>
      <button type="button" className={styles['remove'] ?? ''} aria-label={`Remove ${shown}`} onClick={remove}>
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}
