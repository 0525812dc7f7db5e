import type { ReactNode } from 'react';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import styles from './SectionSheet.module.css';

/** `isWide` has room for columns; otherwise as wide as sentences and fields. */
export function SectionSheet(props: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <ScrollRegion className={styles[props.isWide === true ? 'wide' : 'sheet']} label={props.label}>
      {props.children}
    </ScrollRegion>
  );
}

export function SectionHead(props: { title: ReactNode; intro?: ReactNode; children?: ReactNode }) {
  return (
    <header className="row wraps gap-2">
      <div className={styles['words']}>
        <h2 className="page-title">{props.title}</h2>
        {props.intro !== undefined && <p className="quiet pretty">{props.intro}</p>}
      </div>
      {props.children}
    </header>
  );
}
