/** A section of Settings next to the list. It scrolls on its own and has a readable width. */
import type { ReactNode } from 'react';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import styles from './SectionSheet.module.css';

/** @param width `text` for sentences and fields; `table` also fits columns */
export function SectionSheet(props: { label: string; width: 'text' | 'table'; children: ReactNode }) {
  return (
    <ScrollRegion className={`${styles['sheet']} ${styles[props.width]}`} label={props.label}>
      {props.children}
    </ScrollRegion>
  );
}
