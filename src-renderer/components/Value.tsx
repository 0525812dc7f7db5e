/**
 * A name and value with a toolbar on hover or focus. The toolbar is one Tab stop; arrow keys move between its buttons.
 */
import { Check, CircleMinus, CirclePlus, Copy } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Tooltip } from './overlay/Tooltip.tsx';
import { Untrusted } from './Untrusted.tsx';
import { copiedWords, useCopy } from './controls/use-copy.ts';
import styles from './Value.module.css';

interface ValueProps {
  readonly name: string;
  /** The value as received; copied, and shown if there are no `children`. */
  readonly value: string;
  readonly children?: ReactNode;
  readonly remark?: ReactNode;
  readonly filter?: ((negated: boolean) => void) | undefined;
  readonly find?: (() => void) | undefined;
}

export function Value({ name, value, children, remark, filter, find }: ValueProps) {
  const { copied, copy } = useCopy(value);
  const actions = useRef<HTMLSpanElement>(null);
  const CopyIcon = copied === 'done' ? Check : Copy;
  const buttons = [
    ...(filter === undefined
      ? []
      : [
          { label: `Only events with this ${name}`, Icon: CirclePlus, run: () => filter(false) },
          { label: `No events with this ${name}`, Icon: CircleMinus, run: () => filter(true) },
        ]),
    ...(find === undefined ? [] : [{ label: `Find this ${name} in the rows`, Icon: CirclePlus, run: find }]),
    { label: copiedWords(copied, `Copy ${name}`), Icon: CopyIcon, run: copy },
  ];

  function walk(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const all = [...(actions.current?.querySelectorAll('button') ?? [])];
    const at = all.findIndex((button) => button === document.activeElement);
    if (by === 0 || at === -1) return;
    event.preventDefault();
    all[(at + by + all.length) % all.length]?.focus();
  }

  return (
    <div className={styles['line']}>
      <dt className={styles['name']}>{name}</dt>
      <dd className={styles['value']}>
        <span className={children === undefined ? 'mono' : undefined}>{children ?? <Untrusted text={value} />}</span>
        {remark !== undefined && remark !== null && remark !== '' && (
          <>
            {' '}
            <span className={styles['remark']}>{remark}</span>
          </>
        )}
        <span
          ref={actions}
          className={styles['actions']}
          data-copied={copied !== 'no'}
          role="toolbar"
          tabIndex={-1}
          aria-label={name}
          onKeyDown={walk}
        >
          {buttons.map(({ label, Icon, run }, index) => (
            <Tooltip key={index} label={label}>
              <button
                type="button"
                className={styles['action']}
                tabIndex={index === 0 ? 0 : -1}
                aria-label={label}
                onClick={run}
              >
                <Icon size={14} aria-hidden="true" />
              </button>
            </Tooltip>
          ))}
        </span>
      </dd>
    </div>
  );
}
