import { CircleMinus, CirclePlus, Copy, ExternalLink, History } from 'lucide-react';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { withValue } from '../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { eventLinkRow } from '../../components/links/link-rows.ts';
import { followLink, useOwnLinks, useProfileName } from '../../components/links/use-own-links.ts';
import { ContextMenu, MenuItem } from '../../components/overlay/ActionMenu.tsx';
import { Tooltip } from '../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { eventLinks } from './detail/event-links.ts';
import { rowText } from './row-text.ts';
import { rowValues } from './row-values.ts';
import styles from './RowMenu.module.css';

export interface RowMenuTarget {
  readonly event: EventSummary;
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly target: RowMenuTarget;
  readonly filter: Filter;
  readonly close: () => void;
  readonly change: (filter: Filter) => void;
  readonly showAt: (filter: Filter, seq: number) => void;
}

export function RowMenu({ target, filter, close, change, showAt }: RowMenuProps) {
  const { event } = target;
  const profile = useProfileName();
  const links = useOwnLinks(eventLinkRow(event, profile));
  return (
    <ContextMenu at={target} close={close} label="Event" className={styles['menu']}>
      {rowValues(event).map(({ field, value }) => (
        <div key={field} className={styles['pair']}>
          <MenuItem className={styles['item']} onClick={() => change(withValue(filter, field, value, false))}>
            <CirclePlus size={14} aria-hidden="true" />
            <span className={styles['field']}>{field}</span>
            <Untrusted className="strong shrinks clips" text={value} truncate="front" />
          </MenuItem>
          <MenuItem
            className={styles['item']}
            aria-label={`No events with ${field} ${visibleText(value)}`}
            onClick={() => change(withValue(filter, field, value, true))}
          >
            <CircleMinus size={14} aria-hidden="true" />
          </MenuItem>
        </div>
      ))}
      <div className={styles['line']} />
      {eventLinks(event).map(({ name, filter: linked }) => (
        <MenuItem key={name} className={styles['item']} onClick={() => showAt(linked, event.seq)}>
          <History size={14} aria-hidden="true" />
          {name}
        </MenuItem>
      ))}
      <MenuItem
        className={styles['item']}
        onClick={() => void navigator.clipboard.writeText(rowText(event)).catch(() => undefined)}
      >
        <Copy size={14} aria-hidden="true" />
        Copy as text
      </MenuItem>
      {links.length > 0 && <div className={styles['line']} />}
      {links.map((link) => (
        <Tooltip key={link.id} label={link.unavailable}>
          <MenuItem className={styles['item']} disabled={link.unavailable !== null} onClick={() => followLink(link)}>
            {link.expanded.kind === 'copy' ? (
              <Copy size={14} aria-hidden="true" />
            ) : (
              <ExternalLink size={14} aria-hidden="true" />
            )}
            {link.name}
          </MenuItem>
        </Tooltip>
      ))}
    </ContextMenu>
  );
}
