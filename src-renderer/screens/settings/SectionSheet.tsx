/** One part of Settings beside the list: scrolled by itself, and no wider than can be read. */
import type { ReactNode } from 'react';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import styles from './SectionSheet.module.css';

/** @param width `text`: of sentences and fields; `table`: of columns, too */
export function SectionSheet(props: { label: string; width: 'text' | 'table'; children: ReactNode }) {
  return (
    <ScrollRegion className={`${styles['sheet']} ${styles[props.width]}`} label={props.label}>
      {props.children}
    </ScrollRegion>
  );
}
