import { CircleMinus, CirclePlus, Copy, History } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { EventSummary } from '../../../src-shared/domain/event/event.ts';
import { withValue } from '../../../src-shared/domain/filter/filter-edit.ts';
import type { Filter } from '../../../src-shared/domain/filter/filter.ts';
import { Popover } from '../../components/overlay/Popover.tsx';
import { Untrusted } from '../../components/Untrusted.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { eventLinks } from './detail/event-links.ts';
import { rowText } from './row-text.ts';
import { rowValues } from './row-values.ts';
import styles from './RowMenu.module.css';

export interface RowMenuTarget {
  readonly event: EventSummary;
  /** px in the window. */
  readonly x: number;
  readonly y: number;
}

interface RowMenuProps {
  readonly target: RowMenuTarget;
  readonly filter: Filter;
  readonly close: () => void;
  readonly change: (filter: Filter) => void;
  /** Shows all matching events, scrolled to this event. */
  readonly showAt: (filter: Filter, seq: number) => void;
}

export function RowMenu({ target, filter, close, change, showAt }: RowMenuProps) {
  const { event, x, y } = target;
  const done = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <Popover
      anchor={() => ({ left: x, top: y, width: 0, height: 0 })}
      side="bottom-start"
      close={close}
      className={styles['menu']}
      role="menu"
      aria-label="Event"
      onKeyDown={walk}
      // The key that opened the menu fires a contextmenu event on release.
      onContextMenu={(press) => press.preventDefault()}
    >
      {rowValues(event).map(({ field, value }) => (
        <div key={field} className={styles['pair']}>
          <button
            type="button"
            className={styles['item']}
            role="menuitem"
            onClick={done(() => change(withValue(filter, field, value, false)))}
          >
            <CirclePlus size={14} aria-hidden="true" />
            <span className={styles['field']}>{field}</span>
            <span className={styles['value']}>
              <Untrusted text={value} truncate="front" />
            </span>
          </button>
          <button
            type="button"
            className={styles['item']}
            role="menuitem"
            aria-label={`No events with ${field} ${visibleText(value)}`}
            onClick={done(() => change(withValue(filter, field, value, true)))}
          >
            <CircleMinus size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
      <div className={styles['line']} />
      {eventLinks(event).map(({ name, filter: linked }) => (
        <button
          type="button"
          key={name}
          className={styles['item']}
          role="menuitem"
          onClick={done(() => showAt(linked, event.seq))}
        >
          <History size={14} aria-hidden="true" />
          {name}
        </button>
      ))}
      <button
        type="button"
        className={styles['item']}
        role="menuitem"
        onClick={done(() => void navigator.clipboard.writeText(rowText(event)).catch(() => undefined))}
      >
        <Copy size={14} aria-hidden="true" />
        Copy as text
      </button>
    </Popover>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  if (by === undefined || all.length === 0) return;
  event.preventDefault();
  const at = all.findIndex((item) => item === document.activeElement);
  all[(at + by + all.length) % all.length]?.focus();
}
