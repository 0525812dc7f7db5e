/** Opens over the page without moving it. Rendered inside the bar's landmark for screen readers. */
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DropDown } from '../components/overlay/DropDown.tsx';
import styles from './BarPopover.module.css';

export function BarPopover(props: {
  name: string;
  icon: LucideIcon;
  title: string;
  tone?: 'failed' | 'partial';
  children: ReactNode;
}) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const Icon = props.icon;
  return (
    <DropDown
      className={styles['dropdown']}
      container={bar}
      button={
        <button
          type="button"
          ref={(button) => setBar(button?.closest('header') ?? null)}
          className={styles['button']}
          data-tone={props.tone}
          aria-label={props.name}
        >
          <span className={styles['icon']}>
            <Icon size={14} aria-hidden="true" />
          </span>
          <span className={styles['name']}>{props.name}</span>
          <span className={styles['chevron']}>
            <ChevronDown size={14} aria-hidden="true" />
          </span>
        </button>
      }
    >
      <div className={styles['content']} tabIndex={-1} data-autofocus>
        <h2 className="section-size">{props.title}</h2>
        {props.children}
      </div>
    </DropDown>
  );
}
