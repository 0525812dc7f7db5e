/**
 * Renders again only if its row or the columns change: a live list moves lines many times a second. Has no listeners.
 */
import { useMemo } from 'react';
import styles from './Grid.module.css';
import type { GridColumn, GridItem } from './grid-model.ts';

interface GridLineProps<Row> {
  readonly id: string;
  readonly item: GridItem<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly position: number;
  readonly isCursor: boolean;
  readonly isOpened: boolean;
  readonly isSelected: boolean;
}

export function GridLine<Row>(props: GridLineProps<Row>) {
  const { item, columns } = props;
  const row = item.kind === 'row' ? item.row : null;
  const cells = useMemo(
    () =>
      row !== null &&
      columns.map((column) => (
        <td key={column.id} className={styles['cell']} data-column={column.id} data-align={column.align}>
          {column.cell(row)}
        </td>
      )),
    [row, columns],
  );
  return (
    <tr
      id={props.id}
      aria-rowindex={props.position}
      aria-selected={item.kind === 'row' ? props.isSelected : undefined}
      className={styles['line']}
      data-key={item.key}
      data-kind={item.kind}
      data-quiet={item.kind === 'row' && item.isQuiet === true ? true : undefined}
      data-cursor={props.isCursor || undefined}
      data-opened={props.isOpened || undefined}
      data-selected={props.isSelected || undefined}
    >
      {item.kind === 'row' ? (
        cells
      ) : (
        <td colSpan={columns.length} className={styles['full-width']} data-opens={item.open !== undefined || undefined}>
          {item.content}
        </td>
      )}
    </tr>
  );
}
