/** The head of a grid: what its columns are, how wide, in which order. */
import { Fragment } from 'react';
import styles from './Grid.module.css';
import type { GridColumns } from './use-grid-columns.ts';

export function GridHead<Row>({ columns }: { columns: GridColumns<Row> }) {
  return (
    <thead className={styles['head']}>
      <tr aria-rowindex={1} className={styles['titles']}>
        {columns.shown.map((column) => (
          <th key={column.id} scope="col" className={styles['title']} data-align={column.align}>
            <Fragment>{column.title}</Fragment>
          </th>
        ))}
      </tr>
    </thead>
  );
}
