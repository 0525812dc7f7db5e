import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../../components/Time.tsx';
import styles from './DataScreen.module.css';

export function StoreHistory({ children }: { children: ReactNode }) {
  return <ul className={`unmarked ${styles['acts']}`}>{children}</ul>;
}

export function StoreHistoryEntry(props: {
  at: number;
  tone?: 'well' | 'failed';
  suffix?: string;
  figure?: string;
  children: ReactNode;
}) {
  const Icon = props.tone === 'failed' ? X : Check;
  return (
    <li data-tone={props.tone}>
      <Icon size={14} aria-hidden="true" />
      <span className="strong">
        <Time at={props.at} date="always" precision="minute" zoned />
        {props.suffix}
      </span>
      <span className="quiet">{props.figure}</span>
      <span className={styles['note']}>{props.children}</span>
    </li>
  );
}
